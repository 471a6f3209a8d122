"""Plans and writes due moves, in the transaction of the change that moves them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from games.live import clock
from games.models.game import Game
from games.play.bot_moves import Thoughts, think
from games.play.snapshot import Snapshot, seat_facts_of
from games.play.store import get_snapshot
from games.rules.editions import Limits
from games.rules.state import State
from games.rules.timeouts import step_of, waiting_for

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
    """Return the due moves of a state, given the presence of each seat.

    A due move in `before` with the same seat, cause and step keeps its time; others
    count from `at`. A limit runs on while a stand-in plays for a seat: a returning
    player has the rest of it.
    """
    if snapshot.state is None:
        return ()
    kept = {(due.seat, due.cause, due.step): due for due in before}
    dues = []
    waits = _waits(
        snapshot.state, snapshot.table.presences, game.limits, think(game, snapshot)
    )
    for seat, cause, seconds, step in waits:
        fresh = clock.DueMove(seat, at + clock.span(seconds), cause, step)
        dues.append(kept.get((seat, cause, step), fresh))
    return tuple(dues)


def _waits(
    state: State, presences: Sequence[str], limits: str, thoughts: Thoughts
) -> Iterator[tuple[int, clock.Cause, float, str]]:
    """Yield each seat with a due move, its cause, its seconds from now and its step."""
    step = step_of(state)
    for seat in waiting_for(state):
        is_left = clock.is_played_for(presences[seat])
        if is_left and seat not in thoughts:
            yield seat, clock.Cause.STAND_IN, clock.STAND_IN_PAUSE, step
        if limits != Limits.OFF and (is_left or seat not in thoughts):
            name = clock.PLACING if state.placing else state.phase
            yield seat, clock.Cause.LIMIT, clock.LIMITS[limits][name], step
    # A bot may accuse although the game does not wait for its seat.
    for seat, waits in thoughts.items():
        for wait in waits:
            yield seat, clock.Cause.BOT, wait.seconds, wait.step
