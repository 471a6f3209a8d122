"""Passes the role of host on: by hand, or from a host who has left or stays away."""

from games.errors import Refused, refuse_if
from games.models import Game, Player, Presence, Seat
from games.play import clock
from games.play.connections import has_page
from games.play.transaction import hosted_game, mark_changed
from games.table.people import missing_pages
from games.table.people.holders import get_seat_at
from games.table.people.missing_pages import Missing, Person


def hand_over(code: str, host: Player, index: int, expected: str = "") -> None:
    """Make the player of a seat the host of the table. Host only.

    Raises:
        TableError: not the host, the seat has no player, or the player is away.
    """
    with hosted_game(code, host) as game:
        seat = get_seat_at(game, index, expected)
        refuse_if(seat.player_id is None, Refused.SEAT_NOT_FOUND)
        refuse_if(seat.presence != Presence.HERE, Refused.NOT_HERE)
        if game.host_id != seat.player_id:
            game.host_id = seat.player_id
            mark_changed(game)


def has_present_host(game: Game) -> bool:
    """Return whether the host has a page of this table or of the one before it open."""
    host = game.host_id
    tables = (game.pk, game.previous_id)
    return host is not None and any(has_page(pk, host) for pk in tables if pk)


def replace_host(game: Game, seats: list[Seat], gone: Missing) -> bool:
    away_after = clock.span(
        missing_pages.AWAY_AFTER + missing_pages.HOST_AFTER
    ).total_seconds()
    if gone.get(game.host_id, 0) < away_after:
        return False
    return pass_host_on(game, seats, set(gone))


def pass_host_on(game: Game, seats: list[Seat], gone: set[Person]) -> bool:
    """Make the next present player clockwise the host; return whether there is one."""
    index = next((seat.index for seat in seats if seat.player_id == game.host_id), -1)
    for seat in (*seats[index + 1 :], *seats[: index + 1]):
        is_here = seat.player_id is not None and seat.presence == Presence.HERE
        if is_here and seat.player_id not in gone:
            game.host_id = seat.player_id
            return True
    return False
