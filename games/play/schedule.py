"""Plans the due moves of clocks and bots, in the transaction of a table's change.

A bot sees the observation of its seat. Its remarks appear in a bubble and are not kept.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction

from games.deduction.bots.characters import CHARACTERS
from games.deduction.bots.pauses import Wait
from games.deduction.bots.policy import Intent, Phrase, decide, line_at_result
from games.deduction.memory import Memory
from games.models import Game
from games.play import clock, race
from games.play.chaining import write_closing
from games.play.deals import get_key_for
from games.play.publish import publish_reaction
from games.play.snapshot import Snapshot, Table, TableSeat, build_seat_facts
from games.play.transaction import (
    game_closed,
    get_memory,
    mark_last_game_changed,
    read_snapshot,
)
from games.rules.editions import Limits, Reactions
from games.rules.events import CluesRevealed, Event
from games.rules.moves import Accuse
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State
from games.rules.timeouts import find_waiting_seats, name_step

# The waits of the bot of each seat; none if it does not want to move.
type Thoughts = Mapping[int, tuple[Wait, ...]]
_LABEL = b"checkpoint-charlie bots"
# A stand-in's move costs an idle player the round's clue or accusation.
_LAST_CHANCES = (Phase.SIDES, Phase.LAST_CALL)


def plan_dues(game: Game, snapshot: Snapshot) -> tuple[clock.DueMove, ...]:
    """Set and return the due moves of a game in this state.

    The snapshot holds the previous due moves. The caller holds the lock on the game
    row.
    """
    before = snapshot.table.dues
    dues = _plan(game, snapshot, game.paused_at or clock.now(), before)
    if dues != before:
        set_dues(game, dues)
    return dues


def set_dues(game: Game, dues: Sequence[clock.DueMove]) -> None:
    """Set the due moves. The caller holds the lock on the game row."""
    game.dues = [due.to_dict() for due in dues]
    set_due_at(game)


def set_due_at(game: Game) -> None:
    """Set the time of the first entered accusation, or else of the first due move.

    A paused table makes no due move. The caller holds the lock on the game row.
    """
    dues = () if game.paused_at else game.dues
    times = [datetime.fromisoformat(due["at"]) for due in dues]
    game.due_at = game.race_ends_at or min(times, default=None)


def replan(game: Game) -> None:
    """Set the due moves afresh after a player left, was replaced or came back.

    The caller holds the lock on the game row.
    """
    snapshot = read_snapshot(game)
    if snapshot.state is None or game.ended_at is not None:
        return
    seats = build_seat_facts(game.seats.order_by("index"))
    now = replace(snapshot, table=snapshot.table._replace(seats=seats))
    plan_dues(game, now)


def restart_limits(game: Game, snapshot: Snapshot) -> None:
    """Start every limit of the table afresh. The caller holds the lock on the row."""
    set_dues(game, _plan(game, snapshot, clock.now(), ()))


def restart_missed_limits(game: Game, snapshot: Snapshot) -> None:
    """Restart the limits that no player could keep; other due moves keep their times.

    The caller holds the lock on the game row.
    """
    others = [due for due in snapshot.table.dues if not clock.is_missed(due)]
    set_dues(game, _plan(game, snapshot, clock.now(), others))


def close_table(game: Game) -> None:
    """Drop the due moves of a table that has just ended, and close its record.

    The pages of the game before it tell of the end. A table closed in the lobby has no
    record. The caller holds the lock on the game row.
    """
    race.refuse_all(game)
    game_closed.send(Game, game=game)
    game.dues, game.due_at, game.paused_at = [], None, None
    if game.start_hash:
        write_closing(game, list(game.seats.order_by("index")))
    mark_last_game_changed(game)


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
    planned = {(due.seat, due.cause, due.step): due for due in before}
    dues = []
    waits = _list_waits(
        snapshot.state,
        snapshot.table.seats,
        game.limits,
        think_for_bots(game, snapshot),
    )
    for seat, cause, seconds, step in waits:
        fresh = clock.DueMove(seat, at + clock.span(seconds), cause, step)
        dues.append(planned.get((seat, cause, step), fresh))
    return tuple(dues)


def _list_waits(
    state: State, seats: Sequence[TableSeat], limits: str, thoughts: Thoughts
) -> Iterator[tuple[int, clock.Cause, float, str]]:
    """Yield each seat with a due move, its cause, its seconds from now and its step."""
    step = name_step(state)
    for seat in find_waiting_seats(state):
        is_left = seats[seat].is_played_for
        if is_left and seat not in thoughts:
            has_chance = state.phase in _LAST_CHANCES and seats[seat].is_here
            pause = clock.STAND_IN_PAUSE + (clock.IDLE_PAUSE if has_chance else 0)
            yield seat, clock.Cause.STAND_IN, pause, step
        if limits != Limits.OFF and (is_left or seat not in thoughts):
            name = clock.PLACING if state.placing else state.phase
            yield seat, clock.Cause.LIMIT, clock.LIMITS[limits][name], step
    # A bot may accuse although the game does not wait for its seat.
    for seat, waits in thoughts.items():
        for wait in waits:
            yield seat, clock.Cause.BOT, wait.seconds, wait.step


def think_for_bots(game: Game, snapshot: Snapshot) -> Thoughts:
    """Return the waits of each bot before its next move; none without a move."""
    bots, state = snapshot.table.bots, snapshot.state
    if not bots or state is None:
        return {}
    memory, key = get_memory(game, snapshot), _read_key(game)
    thoughts: dict[int, tuple[Wait, ...]] = dict.fromkeys(bots, ())
    for seat in bots:
        if _may_move(state, seat):
            intent = _decide(state, seat, bots[seat], memory, key)
            thoughts[seat] = _hurry(intent, snapshot.table) if intent else ()
    return thoughts


def _hurry(intent: Intent, table: Table) -> tuple[Wait, ...]:
    """Return the waits of an intent, halved if one person alone waits for them.

    An accusation keeps its time, because the person has to have a chance in the race.
    """
    people = [seat for seat in table.seats if seat.is_here and not seat.bot]
    if len(people) != 1 or isinstance(intent.move, Accuse):
        return intent.waits
    return tuple([replace(each, seconds=each.seconds / 2) for each in intent.waits])


def find_intent(game: Game, snapshot: Snapshot, seat: int) -> Intent | None:
    """Return the next move of a seat's bot, or None if the bot would rather wait."""
    state, bots = snapshot.state, snapshot.table.bots
    if state is None or seat not in bots:
        return None
    memory = get_memory(game, snapshot)
    return _decide(state, seat, bots[seat], memory, _read_key(game))


def _decide(
    state: State, seat: int, name: str, memory: Memory | None, key: bytes
) -> Intent | None:
    if memory is None:
        raise RuntimeError("A game with bots has begun without a memory.")
    return decide(observe(state, seat), memory, CHARACTERS[name], key)


def _may_move(state: State, seat: int) -> bool:
    """Return whether a seat may have a move; cheaper than asking the bot to decide."""
    if state.phase != Phase.SUSPECTS:
        return seat not in state.done
    return state.turn == seat or all(made.seat != seat for made in state.accusations)


def _read_key(game: Game) -> bytes:
    """Return the key of the bots' random choices. A secret."""
    return hmac.digest(get_key_for(game), _LABEL, hashlib.sha256)


def say(game: Game, seat: int, line: Phrase | None) -> None:
    """Publish a bot's remark after the commit, unless reactions are off."""
    if line is not None and game.reactions == Reactions.ON:
        tell = partial(publish_reaction, game.pk, seat, line.value)
        transaction.on_commit(tell, robust=True)


def say_results(
    game: Game, table: Table, state: State, events: Sequence[Event]
) -> None:
    """Let each bot of a table comment when the clues are revealed."""
    if any(isinstance(event, CluesRevealed) for event in events):
        for seat in table.bots:
            say(game, seat, line_at_result(observe(state, SPECTATOR), seat))
