"""Makes the moves that are due, once, whichever processes try it (games.clock)."""

from datetime import datetime

from games import clock, snapshots
from games.models import Game, MovedBy
from games.rules.clockwork import move_for, toss_for
from games.services.dues import DUES, set_dues
from games.services.locking import locked_game, mark_changed
from games.services.play import play_scripted
from games.snapshots import Snapshot, get_snapshot


def make_due_moves(code: str) -> tuple[int, datetime | None]:
    """Make what is due at a table; return its number and when something is due next.

    Two at once do no harm: the second one finds that the table has moved on.

    Raises:
        NoSuchTable: no table has this code.
    """
    with locked_game(code) as game:
        if game.due_at is not None and clock.is_ripe(game.due_at, clock.now()):
            _make_all(game, get_snapshot(game))
        return game.number, game.due_at


def _make_all(game: Game, snapshot: Snapshot) -> None:
    while game.due_at is not None and clock.is_ripe(game.due_at, clock.now()):
        due = clock.next_due(snapshot.table.dues)
        if due is None or clock.is_off(due.at, clock.now()):
            _count_anew(game, snapshot)
            return
        snapshot = _make(game, snapshot, due)


def _make(game: Game, snapshot: Snapshot, due: clock.Due) -> Snapshot:
    state = snapshot.state
    if state is None:
        raise RuntimeError("Nothing is due before a game has begun.")

    def toss() -> int:
        # The key is read where it is needed alone: it takes two queries.
        return toss_for(snapshots.key_for(game), state, due.seat)()

    move = move_for(state, due.seat, toss)
    return play_scripted(game, snapshot, move, by=MovedBy.CLOCK)


def _count_anew(game: Game, snapshot: Snapshot) -> None:
    """Give everybody the whole time: nobody has seen this one run out."""
    state, table = snapshot.state, snapshot.table
    dues = state and clock.plan(state, table.presences, table.limits, clock.now())
    set_dues(game, dues or ())
    mark_changed(game, *DUES)
