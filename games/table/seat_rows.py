"""Finds the rows of seats, and refuses names and seats that are taken."""

from games.errors import Refused, TableError, refuse_if, require_found
from games.models import Game, Player, Presence, Seat
from games.players.names import build_name_key


def get_seat_for(game: Game, player: Player) -> Seat:
    """Return a player's seat.

    Raises:
        TableError: the player has none.
    """
    return require_found(game.seats.filter(player=player).first(), Refused.NOT_SEATED)


def get_seat_at(game: Game, index: int, expected: str) -> Seat:
    """Return the seat of this index, if it still has the expected investigator or key.

    Raises:
        TableError: no such seat, or the seat has another investigator or key.
    """
    seat = game.seats.filter(index=index).first()
    found = (seat.investigator, str(seat.pk)) if seat else ()
    refuse_if(expected and expected not in found, Refused.SEAT_MOVED)
    return require_found(seat, Refused.SEAT_NOT_FOUND)


def find_absent(seats: list[Seat], name: str) -> Seat | None:
    """Return the seat of this name, in any spelling, if its player is away."""
    key = build_name_key(name)
    for seat in seats:
        is_away = seat.player_id is not None and seat.presence != Presence.HERE
        if is_away and build_name_key(seat.name) == key:
            return seat
    return None


def require_new_name(seats: list[Seat], name: str) -> None:
    """Raise TableError if one of these seats has this name, in any spelling."""
    key = build_name_key(name)
    if any(build_name_key(seat.name) == key for seat in seats):
        raise TableError(Refused.NAME_TAKEN)
