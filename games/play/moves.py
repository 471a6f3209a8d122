"""THE SEAM: every move of a game, by players, bots and the clock, is made here."""

from contextlib import suppress
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction

from games.errors import Refused, TableError
from games.models.game import Game
from games.models.move import MovedBy
from games.models.player import Player
from games.play import race
from games.play.deals import deal_round
from games.play.notices import notify_after_commit
from games.play.race import Arrival, Held
from games.play.rows import (
    Timing,
    move_of_row,
    write_events,
    write_move,
    write_summary,
)
from games.play.schedule import (
    AT_REST,
    DUES,
    close_table,
    plan_dues,
    save_held,
    say_results,
)
from games.play.selectors import Change, see
from games.play.snapshot import Snapshot, Table, table_after
from games.play.transaction import (
    cache,
    extend_memory,
    get_snapshot,
    locked_game,
    mark_changed,
    require_playing,
)
from games.rules.apply import apply_move
from games.rules.errors import MalformedMove, RulesError
from games.rules.events import Event
from games.rules.moves import Accuse, Move, Pass, move_from_dict
from games.rules.state import Phase, State
from runtime.metrics import MOVES_BY

_SUMMARY = (
    "phase",
    "reason",
    "round_number",
    "move_count",
    "moved_at",
    "ended_at",
    "head_hash",
)
_START = ("first_seat", "started_at", "rules_version", "start_hash")


def make_move(
    code: str,
    player: Player | None,
    content: dict[str, Any],
    key: UUID,
    arrival: Arrival | None = None,
) -> Change:
    """Make a player's move; return the player's views before and after it.

    A repeated key makes no second move; the answer is the present view.

    Raises:
        Held: the accusation is entered, and counts after some milliseconds.
        TableError: no such table, no seat, not in play, malformed, another move's key.
        RulesError: the referee refuses the move; no row was written.
    """
    try:
        with locked_game(code) as game:
            # Ripe accusations are a change of their own, so that they count whatever
            # becomes of this move.
            change = (
                None
                if play_held(game)
                else _make_in_turn(game, player, content, key, arrival)
            )
    except (TableError, RulesError, IntegrityError):
        # Repeated keys are rare, so they are looked up only after a failure: either the
        # referee refuses the move or the unique key in the database does.
        if found := _find_repeated(code, player, content, key):
            return Change(None, see(found, player))
        raise
    if isinstance(change, Held):
        raise change
    return change or make_move(code, player, content, key, arrival)


def play_held(game: Game, *, before_end: bool = False) -> bool:
    """Play the held accusations that are ripe, or all; return whether there were any.

    One that the referee refuses is gone. The caller holds the lock on the game row.
    """
    ready = race.take(game, all_held=before_end) if game.held else []
    if not ready:
        return False
    save_held(game)
    snapshot, runners = get_snapshot(game), ready + race.queue_of(game)
    for place, runner in enumerate(ready, 1):
        timing = partial(runner.timing, behind=runners[place:])
        with suppress(RulesError):
            snapshot = _play(
                game, snapshot, runner.move, UUID(runner.key), timing=timing
            )
    return True


def _make_in_turn(
    game: Game,
    player: Player | None,
    content: dict[str, Any],
    key: UUID,
    arrival: Arrival | None,
) -> Change | Held | None:
    """Make a move, or enter an accusation; None if held ones had to count first."""
    snapshot, move = _read_move(game, player, content)
    require_playing(game)
    if isinstance(move, Pass):
        raise TableError(Refused.ONLY_THE_CLOCK)
    if snapshot.table.is_off_script(move):
        raise TableError(Refused.OFF_SCRIPT)
    if game.held and (held := race.find_held(game, move, key)):
        return Held(held.wait)
    if isinstance(move, Accuse):
        entered = race.enter(game, snapshot, move, key, arrival or Arrival.of())
        if isinstance(entered, Held):
            save_held(game)
            return entered
        timing = partial(entered.timing, behind=race.queue_of(game))
        played = _play(game, snapshot, move, key, timing=timing)
    elif game.held and _ends_phase(snapshot, move) and play_held(game, before_end=True):
        return None
    else:
        played = _play(game, snapshot, move, key)
    return Change(see(snapshot, player), see(played, player))


def _ends_phase(snapshot: Snapshot, move: Move) -> bool:
    """Return whether a move ends the phase in which suspects are accused."""
    state = cast("State", snapshot.state)
    return apply_move(state, move)[0].phase is not state.phase


def _read_move(
    game: Game, player: Player | None, content: dict[str, Any]
) -> tuple[Snapshot, Move]:
    snapshot = get_snapshot(game)
    seat = snapshot.table.seat_of(player.pk) if player else None
    if seat is None:
        raise TableError(Refused.NOT_SEATED)
    try:
        return snapshot, move_from_dict({**content, "seat": seat})
    except MalformedMove as error:
        raise TableError(Refused.MOVE_MALFORMED) from error


def _find_repeated(
    code: str, player: Player | None, content: dict[str, Any], key: UUID
) -> Snapshot | None:
    """Return the present snapshot if this key was accepted for the same move.

    Raises:
        TableError: no such table, no seat, malformed, or the key is another move's.
    """
    with locked_game(code) as game:
        snapshot, move = _read_move(game, player, content)
        kept = game.moves.filter(key=key).values("seat", "content").first()
        # The row also holds the times of an accusation (games.play.race).
        if kept is not None and move_of_row(kept) != move:
            raise TableError(Refused.KEY_REUSED)
        return snapshot if kept else None


def play_scripted(game: Game, snapshot: Snapshot, move: Move, by: MovedBy) -> Snapshot:
    """Make a move of the clock, a bot or the tutorial; return the snapshot after it.

    The caller holds the lock on the game row and has checked that the move is due.

    Raises:
        RulesError: the referee refuses the move.
    """
    return _play(game, snapshot, move, by=by)


def _play(
    game: Game,
    snapshot: Snapshot,
    move: Move,
    key: UUID | None = None,
    by: MovedBy = MovedBy.PLAYER,
    *,
    timing: Timing = lambda _made_at: {},
) -> Snapshot:
    state, events = apply_move(cast("State", snapshot.state), move)
    write_move(game, move, key, by, timing)
    if state.phase == Phase.BETWEEN:
        # The next round is dealt in the same transaction.
        deal = deal_round(game, state)
        state, events = deal.state, events + deal.events
    transaction.on_commit(MOVES_BY[by.value].inc)
    return write_change(game, snapshot, state, events, by)


def write_change(
    game: Game,
    before: Snapshot,
    state: State,
    events: tuple[Event, ...],
    by: MovedBy = MovedBy.PLAYER,
) -> Snapshot:
    """Write the rows of these events; return and, after the commit, cache the snapshot.

    The caller holds the lock on the game row.
    """
    round_pk = write_events(game, before.round_pk, before.state, events)
    write_summary(game, state)
    if game.held and round_pk != before.round_pk:
        # Their round is over.
        game.held = []
        save_held(game)
    memory = extend_memory(before.memory, state)
    dues = before.table.dues
    if dues or before.table.has_schedule:
        dues = plan_dues(game, Snapshot(before.table, state, memory=memory))
    if game.ended_at is not None:
        close_table(game)
    table = table_after(game, before.table, dues, events, by=by, round_pk=round_pk)
    snapshot = Snapshot(table, state, round_pk, memory)
    transaction.on_commit(partial(cache.put, snapshot))
    mark_changed(game, *_columns_of(game, before.table, table))
    if table.notified or table.settings.webhook:
        notify_after_commit(before, snapshot)
    # Pages get the reveal first, so that they can keep a remark until its end.
    if before.table.bots:
        say_results(game, before.table, state, events)
    return snapshot


def _columns_of(game: Game, before: Table, after: Table) -> tuple[str, ...]:
    """Return the columns of a game that a change may have set."""
    started = () if game.move_count else _START
    if game.ended_at is not None:
        return (*_SUMMARY, *started, *AT_REST)
    return (*_SUMMARY, *started, *(() if after.dues == before.dues else DUES))
