"""Verification of the record of a closed game (docs/fairness.md).

Checks the seed against the commitment, the deals against the seed and the players'
contributions, the moves against the rules, their authors and times, and each hash of
the chain. A fault is a failed check with its place; no input raises an error.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any, cast

from games.proof import chain
from games.proof.grammar import check_grammar
from games.proof.record import Record, begin_record, outcome, parse_record, steps_of
from games.rules.deal import (
    Deal,
    commitment_of,
    draw_first_seat,
    key_of,
    next_round,
    shuffle_deal,
)
from games.rules.editions import FirstPlayer
from games.rules.illegal import RecordError
from games.rules.moves import Move
from games.rules.state import Phase, State
from games.rules.timeouts import move_for, waiting_for

# Stands for a key that an object lacks, which is not the same as null.
_MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison of an expected value with the one in the record."""

    name: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        """Return whether the record has the expected value."""
        return self.expected == self.found


def differences(expected: object, found: object, place: str = "") -> Iterator[Check]:
    """Yield a failed check for each place where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            inner = f"{place}, {to_text(key)}" if place else to_text(key)
            values = expected.get(key, _MISSING), found.get(key, _MISSING)
            yield from differences(*values, inner)
    elif isinstance(expected, list) and isinstance(found, list):
        for number, pair in enumerate(zip_longest(expected, found), 1):
            yield from differences(*pair, f"{place} {number}")
    # True equals 1 in Python, but not in JSON.
    elif (due := _json(expected)) != (kept := _json(found)):
        told = to_text(expected), to_text(found)
        yield Check(place, *(told if told[0] != told[1] else (due, kept)))


def to_text(value: object) -> str:
    """Return a JSON value as text that is safe to print.

    A string with control or non-ASCII characters is escaped.
    """
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return value
    return "nothing" if value is None else _json(value)


def _json(value: object) -> str:
    return chain.canonical(value).decode()


def faults_or_pass(name: str, good: str, faults: list[Check]) -> list[Check]:
    """Return the faults of a part or, without faults, one check that holds."""
    return faults or [Check(name, good, good)]


def fault(name: str, expected: str, found: object) -> Check:
    """Return a failed check, even if the found text imitates the expected one."""
    text = to_text(found)
    return Check(name, expected, f'"{text}"' if text == expected else text)


def only_faults(checks: list[Check]) -> list[Check]:
    """Return the checks that failed."""
    return [check for check in checks if not check.holds]


ABANDONED = "abandoned"
CLOCK, SCRIPT = "clock", "script"
# What is expected of a record that breaks the grammar.
GRAMMAR = "a value of the grammar"


def verify(content: object) -> list[Check]:
    """Return the checks of a record: one for each part that holds, one for each fault.

    `content` is the JSON value. A value that breaks the grammar has one fault.
    """
    try:
        check_grammar(content)
        record = parse_record(content)
    except RecordError as error:
        return [Check(_place((error.round, error.move)), GRAMMAR, error.reason)]
    except RecursionError:
        return [Check(_place((0, 0)), GRAMMAR, "nested too deeply")]
    fields = cast("dict[str, Any]", content)
    return [
        *_chance(fields, record),
        *_deals_and_moves(fields, record),
        *_authors(fields),
        *_times(fields),
        *_chain(fields),
    ]


def _key(content: Mapping[str, Any]) -> bytes:
    seed, given = bytes.fromhex(content["seed"]), content["contributions"]
    return key_of(seed, content["code"], given)


def _chance(content: Mapping[str, Any], record: Record) -> Iterator[Check]:
    seed = bytes.fromhex(content["seed"])
    due = commitment_of(seed, content["code"])
    yield Check("commitment", due, content["commitment"])
    for name in ("contributions", "got_up", "bots"):
        yield Check(name, f"{len(record.seats)} seats", f"{len(content[name])} seats")
    yield Check("rounds dealt by hand", "0", to_text(content["given"]))
    # The host may choose the first seat.
    if content["first_player"] != FirstPlayer.CHOSEN:
        way, times = content["first_player"], content["got_up"]
        seat = draw_first_seat(_key(content), way, times)
        yield Check("first seat", to_text(seat), to_text(record.first_seat))


def _deals_and_moves(content: Mapping[str, Any], record: Record) -> list[Check]:
    deals: list[Check] = []
    by_clock: list[Check] = []
    state = begin_record(record)
    try:
        for (number, move), step in steps_of(record):
            entry = cast("Mapping[str, Any]", record.rounds[number - 1])
            state = step.state
            if isinstance(step.cause, Deal):
                deals += _deal(content, step.before, entry, number)
            elif entry["moves"][move - 1]["by"] == CLOCK:
                by_clock += _by_clock(content, step.before, step.cause, (number, move))
    except RecordError as error:
        if not error.move and state.phase == Phase.BETWEEN:
            entry = cast("Mapping[str, Any]", record.rounds[error.round - 1])
            deals += _deal(content, state, entry, error.round)
        place = _place((error.round, error.move))
        return [*deals, *by_clock, Check(place, "legal", error.reason)]
    rounds = f"{len(record.rounds)} as shuffled"
    return [
        *faults_or_pass("deals", rounds, deals),
        Check("moves", "legal", "legal"),
        *by_clock,
        *_outcome(content, state),
    ]


def _by_clock(
    content: Mapping[str, Any], state: State, move: Move, place: tuple[int, int]
) -> list[Check]:
    """Return the differences between a move by the clock and the required move."""
    if move.seat not in waiting_for(state):
        return [Check(_place(place), "a seat that is waited for", to_text(move.seat))]
    due = move_for(state, move.seat, partial(_key, content))
    return list(differences(due.to_dict(), move.to_dict(), _place(place)))


def _place(place: tuple[int, int]) -> str:
    return f"round {place[0]}, move {place[1]}"


def _deal(
    content: Mapping[str, Any], state: State, entry: Mapping[str, Any], number: int
) -> list[Check]:
    """Return the differences between an entry and the round that is due."""
    at, again = next_round(state)
    due: dict[str, object] = {"number": at, "attempt": again}
    # `_chance` reports the rounds that were dealt by hand.
    if number > content["given"]:
        due["deal"] = shuffle_deal(_key(content), state).to_dict()
    found = {name: entry[name] for name in due}
    return [*differences(due, found, f"round {number}")]


def _outcome(content: Mapping[str, Any], state: State) -> list[Check]:
    expected = outcome(state)
    faults = list(differences(expected, content["outcome"], "outcome"))
    reason = expected["reason"] or ABANDONED
    return [
        *faults_or_pass("outcome", "as the moves came to", faults),
        Check("reason", to_text(reason), content["reason"]),
    ]


def _chain(content: Mapping[str, Any]) -> list[Check]:
    count = 0
    checks = [Check("set-up", chain.start_hash(content), content["start_hash"])]
    for link in chain.links_of(content):
        count += bool(link.move)
        place = f"{_place((link.round, link.move))}, hash" if link.move else "head"
        checks.append(Check(place, link.due, to_text(link.found)))
    return faults_or_pass("chain", f"{count} moves", only_faults(checks))


def _authors(content: Mapping[str, Any]) -> list[Check]:
    """Check who made each move: only the clock passes, only a tutorial has a script."""
    faults = [
        fault(f"{place}, by", "an author of this move", move["by"])
        for place, move in _moves_of(content)
        if (move["move"] == "pass" and move["by"] != CLOCK)
        or (move["by"] == SCRIPT and not content["tutorial"])
    ]
    return faults_or_pass("authors", "known", faults)


def _times(content: Mapping[str, Any]) -> list[Check]:
    """Check that the times of the record grow from its opening to its end."""
    moves = ((f"{place}, time", move["time"]) for place, move in _moves_of(content))
    begun = ((name, content[name]) for name in ("opened_at", "started_at"))
    faults, before = [], ""
    for place, time in (*begun, *moves, ("ended_at", content["ended_at"])):
        # Times of the grammar sort like texts.
        if time < before:
            faults.append(fault(place, f"a time from {before} on", time))
        before = max(before, time)
    return faults_or_pass("times", "in order", faults)


def _moves_of(content: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, entry in enumerate(content["rounds"], 1):
        for index, move in enumerate(entry["moves"], 1):
            yield _place((number, index)), move
