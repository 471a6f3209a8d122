"""Verification of the record of a closed game (docs/fairness.md).

Checks the seed against the commitment, the deals against the seed and the players'
contributions, the moves against the rules, and each hash of the chain. A fault is a
failed check with its place; no input raises an error.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from games.rules import chain, commitment
from games.rules.deal import Deal, draw_lot, next_round, shuffle_deal
from games.rules.editions import FirstPlayer
from games.rules.errors import RecordError
from games.rules.moves import Move
from games.rules.record import Record, begin_record, outcome, parse_record, steps_of
from games.rules.state import State
from games.rules.timeouts import move_for, toss_for, waiting_for

ABANDONED = "abandoned"
CLOCK = "clock"


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


def verify(content: object) -> list[Check]:
    """Return the checks of a record: one for each part that holds, one for each fault.

    `content` is the JSON value. The seed and the hashes, which docs/record.md makes
    optional, are required here.
    """
    try:
        record = parse_record(content)
        return _checks(cast("dict[str, Any]", content), record)
    except RecordError as error:
        return [Check("record", "a record", error.reason)]
    except RecursionError:
        return [Check("record", "a record", "nested too deeply")]


def _checks(content: Mapping[str, Any], record: Record) -> list[Check]:
    return [
        *_versions(content),
        *_chance(content, record),
        *_deals_and_moves(content, record),
        *_chain(content, record),
    ]


def differences(expected: object, found: object, place: str = "") -> Iterator[Check]:
    """Yield a failed check for each place where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = {**expected, **found}
        pairs = [
            (
                f"{place}, {to_text(key)}" if place else to_text(key),
                expected.get(key),
                found.get(key),
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


def _versions(content: Mapping[str, Any]) -> Iterator[Check]:
    yield Check("version", to_text(commitment.VERSION), to_text(content.get("version")))
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
        yield Check("seed", "64 hexadecimal digits", to_text(content.get("seed")))
    else:
        committed = commitment.commitment_of(seed, code)
        yield Check("commitment", committed, to_text(content.get("commitment")))
    yield from _contributions(content.get("contributions"), len(record.seats))
    yield Check("rounds dealt by hand", "0", to_text(content.get("given")))
    key = _key(content)
    if key is not None and content.get("first_player") == FirstPlayer.LOT:
        lot = draw_lot(key, len(record.seats), "first seat")
        yield Check("lot of the first seat", to_text(lot), to_text(record.first_seat))


def _contributions(given: object, seats: int) -> list[Check]:
    name, good = "contributions", f"{seats} of 32 hexadecimal digits or none"
    if not isinstance(given, list) or len(given) != seats:
        return [Check(name, good, to_text(given))]
    faults = [
        Check(f"contribution of seat {seat}", "32 hexadecimal digits", to_text(each))
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
    """Return the differences between the deal of an entry and the key's deal."""
    key, given = _key(content), content.get("given")
    if type(given) is int and number <= given:
        # `_chance` reports the rounds that were dealt by hand.
        return []
    if key is None:
        return [Check(f"round {number}, deal", "a seed to check it with", "none")]
    named = next_round(state)
    expected = {
        "number": named[0],
        "attempt": named[1],
        "deal": shuffle_deal(key, state).to_dict(),
    }
    found = {name: entry.get(name) for name in expected}
    return list(differences(expected, found, f"round {number}"))


def _outcome(content: Mapping[str, Any], state: State) -> list[Check]:
    expected = outcome(state)
    faults = list(differences(expected, content.get("outcome"), "outcome"))
    reason = expected["reason"] or ABANDONED
    return [
        *faults_or_pass("outcome", "as the moves came to", faults),
        Check("reason", to_text(reason), to_text(content.get("reason"))),
    ]


def _chain(content: Mapping[str, Any], record: Record) -> list[Check]:
    previous = to_text(content.get("start_hash"))
    faults, count = [Check("set-up", chain.start_hash(content), previous)], 0
    for number, entry in enumerate(record.rounds, 1):
        moves = entry.get("moves") if isinstance(entry, dict) else None
        for index, move in enumerate(moves if isinstance(moves, list) else (), 1):
            count += 1
            fields = move if isinstance(move, dict) else {}
            found = to_text(fields.get("hash"))
            due = chain.move_hash(previous, content.get("code"), count, fields)
            faults.append(Check(f"round {number}, move {index}, hash", due, found))
            previous = found
    head = chain.head_hash(
        previous, count, content.get("reason"), content.get("ended_at")
    )
    faults.append(Check("head", head, to_text(content.get("head_hash"))))
    wrong = [check for check in faults if not check.holds]
    return faults_or_pass("chain", f"{count} moves", wrong)
