"""THE SEAM: every move of a game, by players, bots and the clock, is made here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction

from games.errors import Refused, TableError, refuse_if
from games.models import EnteredAccusation, Game, MovedBy, Player
from games.play import race
from games.play.deals import deal_round
from games.play.log import list_takeovers
from games.play.notices import notify_after_commit, read_notified
from games.play.race import Arrival
from games.play.rows import Timing, move_of_row, write_events, write_move, write_summary
from games.play.schedule import close_table, plan_dues, say_results, set_due_at
from games.play.selectors import TableView, see
from games.play.snapshot import (
    Snapshot,
    keep_last_outcomes,
    read_table,
    update_table,
)
from games.play.transaction import (
    cache,
    extend_memory,
    get_snapshot,
    locked_game,
    mark_changed,
    read_game,
    require_playing,
    round_began,
)
from games.rules.apply import apply_move
from games.rules.events import Event, RoundBegan
from games.rules.illegal import MalformedMove, RulesError
from games.rules.moves import Accuse, Move, Pass, move_from_dict
from games.rules.state import Phase, State
from runtime.metrics import MOVES_BY


@dataclass(frozen=True, slots=True)
class Made:
    """A move was made; this is the player's view after it."""

    view: TableView


@dataclass(frozen=True, slots=True)
class Entered:
    """An accusation is entered: it counts after these seconds.

    It is binding. The view is that of before it.
    """

    view: TableView
    seconds: float


@dataclass(frozen=True, slots=True)
class Repeated:
    """The key was accepted before, so nothing was done; this is the present view."""

    view: TableView


type Outcome = Made | Entered | Repeated


def make_move(
    code: str,
    player: Player | None,
    content: dict[str, Any],
    key: UUID,
    arrival: Arrival | None = None,
) -> Outcome:
    """Make a player's move, or enter an accusation into the race of its round.

    A repeated key makes no second move.

    Raises:
        TableError: no such table, no seat, not in play, malformed, another move's key.
        RulesError: the referee refuses the move; no row was written.
    """
    try:
        with locked_game(code) as game:
            return _make(game, player, content, key, arrival or Arrival.of())
    except (TableError, RulesError, IntegrityError):
        # Repeated keys are rare, so they are looked up only after a failure: either the
        # referee refuses the move or the unique key in the database does.
        if repeated := _find_repeated(code, player, content, key):
            return repeated
        raise


def _make(
    game: Game,
    player: Player | None,
    content: dict[str, Any],
    key: UUID,
    arrival: Arrival,
) -> Made | Entered:
    snapshot, move = _read_move(game, player, content)
    require_playing(game)
    if isinstance(move, Pass):
        raise TableError(Refused.ONLY_THE_CLOCK)
    if snapshot.table.is_off_script(move):
        raise TableError(Refused.OFF_SCRIPT)
    if isinstance(move, Accuse):
        return _accuse(game, snapshot, player, move, key, arrival=arrival)
    if game.race_ends_at is not None or snapshot.table.late:
        refuse_if(game.entered.filter(key=key).exists(), Refused.KEY_REUSED)
    if game.race_ends_at is not None and _ends_phase(snapshot, move):
        snapshot = play_entered(game, snapshot, all_waiting=True)
    return Made(see(_play(game, snapshot, move, key), player))


def _accuse(
    game: Game,
    snapshot: Snapshot,
    player: Player | None,
    move: Accuse,
    key: UUID,
    *,
    arrival: Arrival,
) -> Made | Entered:
    accusation, waiting = race.line_up(game, snapshot, move, key, arrival)
    if race.has_to_wait(game, accusation, waiting):
        race.enter(game, snapshot.round_pk, accusation, waiting)
        set_due_at(game)
        return Entered(see(snapshot, player), accusation.wait)
    timing = partial(accusation.describe_timing, behind=waiting)
    return Made(see(_play(game, snapshot, move, key, timing=timing), player))


def play_entered(
    game: Game, snapshot: Snapshot, *, all_waiting: bool = False
) -> Snapshot:
    """Play the entered accusations whose waiting time is over, or all.

    Returns the last snapshot. An accusation that the referee refuses has come too late,
    and the snapshot says so. The caller holds the lock on the game row.
    """
    if game.race_ends_at is None:
        return snapshot
    ready, waiting = race.take_due(game, all_waiting=all_waiting)
    set_due_at(game)
    late: list[tuple[int | None, str]] = []
    for place, accusation in enumerate(ready, 1):
        timing = partial(accusation.describe_timing, behind=[*ready[place:], *waiting])
        try:
            snapshot = _play(
                game, snapshot, accusation.move, accusation.key, timing=timing
            )
            race.note_outcome(game, accusation, EnteredAccusation.PLAYED)
        except RulesError as refusal:
            race.note_outcome(game, accusation, refusal.why.name)
            late.append((accusation.player_id, refusal.why.name))
    return _note_late(game, snapshot, late) if late else snapshot


def _note_late(
    game: Game, snapshot: Snapshot, late: Sequence[tuple[int | None, str]]
) -> Snapshot:
    """Publish a snapshot that says to these players why theirs came too late."""
    table = snapshot.table._replace(
        number=game.number + 1,
        due_at=game.due_at,
        late=keep_last_outcomes((*snapshot.table.late, *late)),
    )
    after = replace(snapshot, table=table)
    transaction.on_commit(partial(cache.put, after))
    mark_changed(game)
    return after


def _ends_phase(snapshot: Snapshot, move: Move) -> bool:
    """Return whether a move ends the phase in which suspects are accused."""
    state = cast("State", snapshot.state)
    return apply_move(state, move)[0].phase is not state.phase


def _read_move(
    game: Game, player: Player | None, content: dict[str, Any]
) -> tuple[Snapshot, Move]:
    snapshot = get_snapshot(game)
    seat = snapshot.table.find_seat(player.pk) if player else None
    if seat is None:
        raise TableError(Refused.NOT_SEATED)
    try:
        return snapshot, move_from_dict({**content, "seat": seat})
    except MalformedMove as error:
        raise TableError(Refused.MOVE_MALFORMED) from error


def _find_repeated(
    code: str, player: Player | None, content: dict[str, Any], key: UUID
) -> Repeated | Entered | None:
    """Return the present view if this key was accepted for the same move.

    Raises:
        TableError: no such table, no seat, malformed, or the key is another move's.
    """
    game = read_game(code)
    snapshot, move = _read_move(game, player, content)
    view, waits = see(snapshot, player), False
    if entered := game.entered.filter(key=key).first():
        sent_before: Move = Accuse(entered.seat, entered.suspect)
        waits = entered.outcome == EnteredAccusation.WAITING
    elif row := game.moves.filter(key=key).values("seat", "content").first():
        # The row also holds the times of an accusation (games.play.race).
        sent_before = move_of_row(row)
    else:
        return None
    refuse_if(sent_before != move, Refused.KEY_REUSED)
    if not waits:
        return Repeated(view)
    left = [each.wait for each in race.find_waiting(game) if each.key == key]
    return Entered(view, max(left, default=0))


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
    memory = extend_memory(before.memory, state)
    seated, taken = before.table, list_takeovers(())
    if any(isinstance(each, RoundBegan) for each in events):
        handed_over = len(game.former)
        # No stand-in moves for a newcomer, and no viewer sees the round without them.
        if any(changed for _receiver, changed in round_began.send(Game, game=game)):
            now = read_table(game, game.seats.order_by("index"))
            seated = now._replace(dues=seated.dues, log=seated.log)
            taken = list_takeovers(game.former_holders[handed_over:])
    dues = seated.dues
    if dues or seated.has_schedule:
        dues = plan_dues(game, Snapshot(seated, state, memory=memory))
    if game.ended_at is not None:
        close_table(game)
    table = update_table(game, seated, dues, events, by=by)
    table = table._replace(log=table.log + tuple(entry for _moves, entry in taken))
    snapshot = Snapshot(table, state, round_pk, memory)
    transaction.on_commit(partial(cache.put, snapshot))
    mark_changed(game)
    if table.find_fact(read_notified) or table.settings.webhook:
        notify_after_commit(before, snapshot)
    # Pages get the reveal first, so that they can keep a remark until its end.
    if before.table.bots:
        say_results(game, before.table, state, events)
    return snapshot
