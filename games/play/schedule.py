"""Writes the due moves of a table, in the transaction of the change that moves them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from games.live import clock
from games.models.game import Game
from games.play.bot_moves import think
from games.play.snapshot import Snapshot, seat_facts_of
from games.play.store import get_snapshot

# The columns that hold the due moves.
DUES = ("dues", "due_at")


def plan_dues(game: Game, snapshot: Snapshot) -> tuple[clock.DueMove, ...]:
    """Set and return the due moves of a game in this state.

    The snapshot holds the previous due moves. The caller holds the lock on the game row
    and saves DUES.
    """
    before = snapshot.table.dues
    dues = _plan(game, snapshot, game.paused_at or clock.now(), before)
    if dues != before:
        set_dues(game, dues)
    return dues


def set_dues(game: Game, dues: Sequence[clock.DueMove]) -> None:
    """Set the due moves; a paused table makes none of them.

    The caller holds the lock on the game row and saves DUES.
    """
    first = None if game.paused_at else clock.next_due(dues)
    game.dues = [due.to_dict() for due in dues]
    game.due_at = first.at if first else None


def replan(game: Game) -> None:
    """Set the due moves afresh after a player left, was replaced or came back.

    The caller holds the lock on the game row and saves DUES.
    """
    snapshot = get_snapshot(game)
    if snapshot.state is None or game.ended_at is not None:
        return
    seats = seat_facts_of(game.seats.order_by("index"))
    now = replace(snapshot, table=snapshot.table._replace(seats=seats))
    plan_dues(game, now)


def restart_limits(game: Game, snapshot: Snapshot) -> None:
    """Start every limit of the table afresh.

    The caller holds the lock on the game row and saves DUES.
    """
    set_dues(game, _plan(game, snapshot, clock.now(), ()))


def _plan(
    game: Game, snapshot: Snapshot, at: datetime, before: Sequence[clock.DueMove]
) -> tuple[clock.DueMove, ...]:
    if snapshot.state is None:
        return ()
    presences, thoughts = snapshot.table.presences, think(game, snapshot)
    return clock.plan(
        snapshot.state, presences, game.limits, at, before=before, thoughts=thoughts
    )
