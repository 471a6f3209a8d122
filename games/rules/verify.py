"""Verification of the record of a closed game (docs/fairness.md).

Checks the seed against the commitment, the deals against the seed and the players'
contributions, the moves against the rules, their authors and times, and each hash of
the chain. A fault is a failed check with its place; no input raises an error.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from games.rules import chain, commitment
from games.rules.deal import Deal, draw_first_seat, next_round, shuffle_deal
from games.rules.editions import Discards, FirstPlayer
from games.rules.errors import RecordError
from games.rules.moves import Move
from games.rules.record import Record, begin_record, outcome, parse_record, steps_of
from games.rules.state import State
from games.rules.timeouts import move_for, toss_for, waiting_for

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
        keys = {**expected, **found}
        pairs = [
            (
                f"{place}, {to_text(key)}" if place else to_text(key),
                expected.get(key, _MISSING),
                found.get(key, _MISSING),
            )
            for key in keys
        ]
    elif isinstance(expected, list) and isinstance(found, list):
        pairs = [
            (
                f"{place} {index + 1}",
                expected[index] if index < len(expected) else None,
                found[index] if index < len(found) else None,
            )
            for index in range(max(len(expected), len(found)))
        ]
    else:
        # True equals 1 in Python, but not in JSON.
        due, kept = _json(expected), _json(found)
        if due != kept:
            told = to_text(expected), to_text(found)
            yield Check(place, *(told if told[0] != told[1] else (due, kept)))
        return
    for inner, one, other in pairs:
        yield from differences(one, other, inner)


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
# A time of day, with microseconds, so that texts sort like times.
_TIME = re.compile(r"\d\d:\d\d:\d\d\.\d{6}")


def verify(content: object) -> list[Check]:
    """Return the checks of a record: one for each part that holds, one for each fault.

    `content` is the JSON value. The seed and the hashes, which docs/record.md makes
    optional, are required here.
    """
    try:
        record = parse_record(content)
        fields = cast("dict[str, Any]", content)
        return [
            *_versions(fields),
            *_chance(fields, record),
            *_deals_and_moves(fields, record),
            *_authors(fields),
            *_times(fields),
            *_chain(fields),
        ]
    except RecordError as error:
        return [Check("record", "a record", error.reason)]
    except RecursionError:
        return [Check("record", "a record", "nested too deeply")]


def _versions(content: Mapping[str, Any]) -> Iterator[Check]:
    yield Check("version", to_text(chain.VERSION), to_text(content.get("version")))
    yield Check("rules", to_text(chain.RULES_VERSION), to_text(content.get("rules")))


def _key(content: Mapping[str, Any]) -> bytes | None:
    """Return the key of the deals, or None if seed or contributions are malformed."""
    seed, given = _seed(content), content.get("contributions")
    if seed is None or not isinstance(given, list):
        return None
    if not all(_is_contribution(each) for each in given):
        return None
    return commitment.key_of(seed, to_text(content.get("code")), given)


def _seed(content: Mapping[str, Any]) -> bytes | None:
    seed = content.get("seed")
    try:
        kept = bytes.fromhex(seed) if isinstance(seed, str) else b""
    except ValueError:
        return None
    return kept if len(kept) == commitment.SEED_BYTES and kept.hex() == seed else None


def _chance(content: Mapping[str, Any], record: Record) -> Iterator[Check]:
    seed, code = _seed(content), to_text(content.get("code"))
    if seed is None:
        yield fault("seed", "64 hexadecimal digits", content.get("seed"))
    else:
        committed = commitment.commitment_of(seed, code)
        yield Check("commitment", committed, to_text(content.get("commitment")))
    yield from _contributions(content.get("contributions"), len(record.seats))
    yield Check("rounds dealt by hand", "0", to_text(content.get("given")))
    for name, kind in (("discards", Discards), ("first_player", FirstPlayer)):
        if content.get(name) not in list(kind):
            yield fault(name, "a known option", content.get(name))
    yield from _first_seat(content, record)


def _first_seat(content: Mapping[str, Any], record: Record) -> list[Check]:
    """Check the first seat, unless the host chose it."""
    got_up, key = content.get("got_up"), _key(content)
    is_list = isinstance(got_up, list) and len(got_up) == len(record.seats)
    if not is_list or not all(map(_is_time_of_day, cast("list[object]", got_up))):
        return [fault("got_up", "a time or none of each seat", got_up)]
    chosen = content.get("first_player")
    if key is None or chosen not in (FirstPlayer.LOT, FirstPlayer.EARLIEST):
        return []
    due = draw_first_seat(key, chosen, cast("list[str | None]", got_up))
    return [Check("first seat", to_text(due), to_text(record.first_seat))]


def _is_time_of_day(value: object) -> bool:
    return value is None or (isinstance(value, str) and bool(_TIME.fullmatch(value)))


def _contributions(given: object, seats: int) -> list[Check]:
    name, good = "contributions", f"{seats} of 32 hexadecimal digits or none"
    if not isinstance(given, list) or len(given) != seats:
        return [fault(name, good, given)]
    faults = [
        fault(f"contribution of seat {seat}", "32 hexadecimal digits", each)
        for seat, each in enumerate(given)
        if not _is_contribution(each)
    ]
    return faults_or_pass(name, good, faults)


def _is_contribution(given: object) -> bool:
    return isinstance(given, str) and commitment.read_contribution(given) == given


def _deals_and_moves(content: Mapping[str, Any], record: Record) -> list[Check]:
    deals: list[Check] = []
    by_clock: list[Check] = []
    state = begin_record(record)
    try:
        for (number, move), step in steps_of(record):
            # `steps_of` has checked that the entry is an object with moves.
            entry = cast("Mapping[str, Any]", record.rounds[number - 1])
            state = step.state
            if isinstance(step.cause, Deal):
                deals += _deal(content, step.before, entry, number)
            elif entry["moves"][move - 1].get("by") == CLOCK:
                by_clock += _by_clock(content, step.before, step.cause, (number, move))
    except RecordError as error:
        place = _place((error.round, error.move))
        return [*deals, Check(place, "legal", error.reason)]
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
    key = _key(content)
    if key is None:
        return []
    if move.seat not in waiting_for(state):
        return [Check(_place(place), "a seat that is waited for", to_text(move.seat))]
    due = move_for(state, move.seat, toss_for(key, state, move.seat))
    return list(differences(due.to_dict(), move.to_dict(), _place(place)))


def _place(place: tuple[int, int]) -> str:
    return f"round {place[0]}, move {place[1]}"


def _deal(
    content: Mapping[str, Any], state: State, entry: Mapping[str, Any], number: int
) -> list[Check]:
    """Return the differences between an entry and the round that is due."""
    key, given, place = _key(content), content.get("given"), f"round {number}"
    labels = dict(zip(("number", "attempt"), next_round(state), strict=True))
    found = {name: entry.get(name) for name in labels}
    faults = list(differences(labels, found, place))
    if type(given) is int and number <= given:
        # `_chance` reports the rounds that were dealt by hand.
        return faults
    if key is None:
        return [*faults, Check(f"{place}, deal", "a seed to check it with", "none")]
    due = shuffle_deal(key, state).to_dict()
    return [*faults, *differences(due, entry.get("deal"), f"{place}, deal")]


def _outcome(content: Mapping[str, Any], state: State) -> list[Check]:
    expected = outcome(state)
    faults = list(differences(expected, content.get("outcome"), "outcome"))
    reason = expected["reason"] or ABANDONED
    return [
        *faults_or_pass("outcome", "as the moves came to", faults),
        Check("reason", to_text(reason), to_text(content.get("reason"))),
    ]


def _chain(content: Mapping[str, Any]) -> list[Check]:
    start, count = to_text(content.get("start_hash")), 0
    checks = [Check("set-up", chain.start_hash(content), start)]
    for link in chain.links_of(content):
        count += bool(link.move)
        place = f"{_place((link.round, link.move))}, hash" if link.move else "head"
        checks.append(Check(place, link.due, to_text(link.found)))
    return faults_or_pass("chain", f"{count} moves", only_faults(checks))


CLOCK, SCRIPT = "clock", "script"
AUTHORS = ("player", "bot", CLOCK, SCRIPT)
# Times of this form sort like texts.
_MOMENT = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}\+00:00"
)


def _authors(content: Mapping[str, Any]) -> list[Check]:
    """Check who made each move: only the clock passes, only a tutorial has a script."""
    is_tutorial = content.get("tutorial")
    faults = [
        fault(f"{place}, by", "an author of this move", move.get("by"))
        for place, move in _moves_of(content)
        if not _may_be_by(move, is_tutorial is True)
    ]
    if not isinstance(is_tutorial, bool):
        faults.append(fault("tutorial", "true or false", is_tutorial))
    return faults_or_pass("authors", "known", faults)


def _may_be_by(move: Mapping[str, Any], is_tutorial: bool) -> bool:
    by = move.get("by")
    if move.get("move") == "pass":
        return by == CLOCK
    return by in AUTHORS and (by != SCRIPT or is_tutorial)


def _times(content: Mapping[str, Any]) -> list[Check]:
    """Check that the times of the record grow from its opening to its end."""
    faults, before = [], ""
    for place, time in _times_of(content):
        if isinstance(time, str) and _MOMENT.fullmatch(time) and time >= before:
            before = time
        else:
            expected = f"a time from {before or 'the opening'} on"
            faults.append(fault(place, expected, time))
    return faults_or_pass("times", "in order", faults)


def _times_of(content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    yield "opened_at", content.get("opened_at")
    yield "started_at", content.get("started_at")
    for place, move in _moves_of(content):
        yield f"{place}, time", move.get("time")
    yield "ended_at", content.get("ended_at")


def _moves_of(content: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, entry in enumerate(content["rounds"], 1):
        moves = entry.get("moves") if isinstance(entry, dict) else None
        for index, move in enumerate(moves if isinstance(moves, list) else (), 1):
            fields = move if isinstance(move, dict) else {}
            yield f"round {number}, move {index}", fields
