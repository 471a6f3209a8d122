"""Ends a stuck game or removes a name for staff, and records each act."""

from django.contrib.auth.models import User

from games.errors import Refused, TableError
from games.hosting.lifecycle import abandon
from games.models.archive import StaffAct, StaffActKind
from games.models.game import Game, Presence
from games.play.chaining import write_act
from games.play.transaction import locked_game, mark_changed, require_playing


def end_stuck_game(code: str, staff: User) -> Game:
    """Close a stuck game as abandoned.

    Raises:
        TableError: no such table, not begun, or closed already.
    """
    with locked_game(code) as game:
        require_playing(game)
        abandon(game)
        _note(game, staff, StaffActKind.ENDED)
        return game


def remove_name(code: str, index: int, staff: User) -> None:
    """Take the player and the name off a seat; the seat stays in the record.

    Raises:
        TableError: no such table, or no such seat.
    """
    with locked_game(code) as game:
        seat = game.seats.filter(index=index).first()
        if seat is None:
            raise TableError(Refused.SEAT_NOT_FOUND)
        seat.player, seat.name = None, ""
        # This seat gets no player back. A seat that was left has a stand-in already.
        if seat.presence == Presence.HERE:
            seat.presence = Presence.AWAY
        seat.save(update_fields=["player", "name", "presence"])
        _note(game, staff, StaffActKind.NAME_REMOVED, index)
        mark_changed(game)


def _note(game: Game, staff: User, kind: StaffActKind, seat: int | None = None) -> None:
    act = StaffAct.objects.create(
        game=game, staff=staff, staff_name=staff.get_username(), kind=kind, seat=seat
    )
    write_act(act)
