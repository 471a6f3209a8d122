"""Writes what is due at a table, beside whatever else has changed there."""

from collections.abc import Sequence

from games import clock
from games.models import Game
from games.rules.state import State
from games.snapshots import Table, get_snapshot

# What has to be saved of a game when something else is due.
DUES = ("dues", "due_at")


def plan_dues(game: Game, before: Table, state: State) -> tuple[clock.Due, ...]:
    """Set what is due for a game in this state, and return it.

    The caller holds the lock on the game row and saves DUES.
    """
    at = game.paused_at or clock.now()
    dues = clock.plan(state, before.presences, game.limits, at, before.dues)
    if dues != before.dues:
        set_dues(game, dues)
    return dues


def set_dues(game: Game, dues: Sequence[clock.Due]) -> None:
    """Set what is due; while the table pauses none of it comes.

    The caller holds the lock on the game row and saves DUES.
    """
    first = None if game.paused_at else clock.next_due(dues)
    game.dues = [due.to_dict() for due in dues]
    game.due_at = first.at if first else None


def replan(game: Game) -> None:
    """Set what is due in the state of now, after somebody went or came back.

    The caller holds the lock on the game row and saves DUES.
    """
    snapshot = get_snapshot(game)
    if snapshot.state is None or game.ended_at is not None:
        return
    seats = game.seats.order_by("index")
    presences = list(seats.values_list("presence", flat=True))
    at = game.paused_at or clock.now()
    table = snapshot.table
    set_dues(game, clock.plan(snapshot.state, presences, game.limits, at, table.dues))
