"""Makes the due moves of a table, once, even if several processes try.

games.play.schedule plans them.
"""

from dataclasses import replace
from datetime import datetime
from functools import partial

from games.models import Game, MovedBy
from games.play import clock, deals
from games.play.schedule import (
    find_intent,
    restart_limits,
    restart_missed_limits,
    say,
)
from games.play.seam import play_entered, play_scripted
from games.play.snapshot import Snapshot
from games.play.transaction import get_snapshot, locked_game, mark_changed
from games.rules.timeouts import choose_timeout_move
from runtime.metrics import DUE_DELAY


def make_due_moves(code: str) -> tuple[int, datetime | None]:
    """Make the due moves of a table; return its number and the time of the next one.

    The start of a game is due as well, but no move (games.table.lobby.starting).
    Two concurrent calls are safe: the second one finds the moves made.

    Raises:
        NoSuchTable: no table has this code.
    """
    with locked_game(code) as game:
        if game.started_at is not None:
            snapshot = play_entered(game, get_snapshot(game))
            # The clock overtakes no accusation; the timer soon calls again.
            if game.race_ends_at is None:
                _make_all(game, snapshot)
        return game.number, game.due_at


def _make_all(game: Game, snapshot: Snapshot) -> None:
    while clock.has_come(game.due_at):
        due = clock.find_next_due(snapshot.table.dues)
        made = None
        if due is not None and clock.is_missed(due):
            restart_missed_limits(game, snapshot)
            mark_changed(game)
            return
        if due is not None and not clock.is_off(due.at):
            made = _make(game, snapshot, due)
        if made is None:
            # The due move is long overdue or gone, so every limit starts afresh.
            restart_limits(game, snapshot)
            mark_changed(game)
            return
        snapshot = made


def _make(game: Game, snapshot: Snapshot, due: clock.DueMove) -> Snapshot | None:
    """Make a due move; return the next snapshot, or None if a bot has no move now."""
    DUE_DELAY.observe((clock.now() - due.at).total_seconds())
    if due.cause == clock.Cause.BOT:
        return _make_for_bot(game, snapshot, due)
    state = snapshot.state
    if state is None:
        raise RuntimeError("Nothing is due before a game has begun.")
    # The key takes two queries.
    move = choose_timeout_move(state, due.seat, partial(deals.get_key_for, game))
    return play_scripted(game, snapshot, move, by=MovedBy.CLOCK)


def _make_for_bot(
    game: Game, snapshot: Snapshot, due: clock.DueMove
) -> Snapshot | None:
    intent = find_intent(game, snapshot, due.seat)
    if intent is None:
        return None
    # An empty step makes the clock plan the bot's next thought afresh.
    spent = replace(due, step="")
    dues = tuple(spent if each == due else each for each in snapshot.table.dues)
    thought = replace(snapshot, table=snapshot.table._replace(dues=dues))
    say(game, due.seat, intent.line)
    return play_scripted(game, thought, intent.move, by=MovedBy.BOT)
