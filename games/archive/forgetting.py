"""Replaces closed games by their entries in the journal (docs/fairness.md)."""

from typing import Any

from django.contrib.auth.models import User

from games.archive.records import receipt_of, record_of
from games.errors import Refused, TableError
from games.models.archive import StaffAct, StaffActKind
from games.models.game import Game
from games.play.chaining import end_of, write_act
from games.play.transaction import locked_game
from games.rules.chain import head_hash, links_of


def forget_game(code: str, why: str, staff: User | None = None) -> None:
    """Delete a closed table with all that belongs to it, and note this in the journal.

    Raises:
        TableError: no such table, or it is not closed.
    """
    with locked_game(code) as game:
        if game.ended_at is None:
            raise TableError(Refused.STILL_RUNNING)
        act = StaffAct.objects.create(
            game=game,
            kind=StaffActKind.FORGOTTEN,
            staff=staff,
            staff_name=staff.get_username() if staff else "",
            left={"why": why} | (_proof_of(game) if game.started_at else {}),
        )
        write_act(act)
        # First, because the moves protect their game.
        game.moves.forget()
        game.delete()


def _proof_of(game: Game) -> dict[str, Any]:
    """Return what the hash of the game's entry and its receipts are checked with."""
    *_, last = links_of(record_of(game))
    seats = list(game.seats.order_by("index"))
    return {
        "previous": last.previous,
        "moves": game.move_count,
        **end_of(game, seats),
        "result": receipt_of(game).result,
    }


def hash_left(act: StaffAct, number: int, before: str) -> str:
    """Return the hash that the entry of a forgotten game must have at this place."""
    left: dict[str, Any] = act.left or {}
    end = left | {"closing": number, "before": before}
    return head_hash(left["previous"], left["moves"], end)
