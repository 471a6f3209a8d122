"""Checks that a record of a closed game is what its seed, players and moves came to.

It trusts nobody: seed against commitment, deals against seed and contributions, moves
against the rules, and every hash of the chain (docs/fairness.md). A fault is named at
its place; whatever somebody sends, no error leaves here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from games.rules import chain, commitment
from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal, draw_lot, next_round, shuffle_deal
from games.rules.editions import FirstPlayer
from games.rules.errors import RecordError, RulesError
from games.rules.moves import move_from_dict
from games.rules.record import Record, outcome, parse_record
from games.rules.state import State, new_game
from games.rules.timeouts import move_for, toss_for, waiting_for

ABANDONED = "abandoned"
CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, with what it should be and what it is."""

    name: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        """Tell whether what was found is what was expected."""
        return self.expected == self.found


def verify(content: object) -> list[Check]:
    """Return the checks of a record as JSON objects: each part once, each fault apart.

    A record without seed or hashes has faults; docs/record.md needs neither.
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
    """Yield a check for each place in which two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = {**expected, **found}
        pairs = [
            (
                f"{place}, {words(key)}" if place else words(key),
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
        # True equals 1 to Python, but not in JSON.
        due, kept = _json(expected), _json(found)
        if due != kept:
            told = words(expected), words(found)
            yield Check(place, *(told if told[0] != told[1] else (due, kept)))
        return
    for inner, one, other in pairs:
        yield from differences(one, other, inner)


def words(value: object) -> str:
    """Return a JSON value as text, a text as it is.

    Unless it could do something to the terminal that shows it, or cannot be encoded.
    """
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return value
    return "nothing" if value is None else _json(value)


def _json(value: object) -> str:
    return chain.canonical(value).decode()


def settled(name: str, good: str, faults: list[Check]) -> list[Check]:
    """Return the faults of a part, or the one check that it holds."""
    return faults or [Check(name, good, good)]


def _versions(content: Mapping[str, Any]) -> Iterator[Check]:
    yield Check("version", words(commitment.VERSION), words(content.get("version")))
    yield Check("rules", words(chain.RULES_VERSION), words(content.get("rules")))


def _key(content: Mapping[str, Any]) -> bytes | None:
    """Return the key of the deals, None where seed or contributions are malformed."""
    seed, given = _seed(content), content.get("contributions")
    if seed is None or not isinstance(given, list):
        return None
    if not all(_is_contribution(each) for each in given):
        return None
    return commitment.key_of(seed, words(content.get("code")), given)


def _seed(content: Mapping[str, Any]) -> bytes | None:
    seed = content.get("seed")
    try:
        kept = bytes.fromhex(seed) if isinstance(seed, str) else b""
    except ValueError:
        return None
    return kept if len(kept) == commitment.SEED_BYTES and kept.hex() == seed else None


def _chance(content: Mapping[str, Any], record: Record) -> Iterator[Check]:
    seed, code = _seed(content), words(content.get("code"))
    if seed is None:
        yield Check("seed", "64 hexadecimal digits", words(content.get("seed")))
    else:
        committed = commitment.commitment_of(seed, code)
        yield Check("commitment", committed, words(content.get("commitment")))
    yield from _contributions(content.get("contributions"), len(record.seats))
    yield Check("rounds dealt by hand", "0", words(content.get("given")))
    key = _key(content)
    if key is not None and content.get("first_player") == FirstPlayer.LOT:
        lot = draw_lot(key, len(record.seats), "first seat")
        yield Check("lot of the first seat", words(lot), words(record.first_seat))


def _contributions(given: object, seats: int) -> list[Check]:
    name, good = "contributions", f"{seats} of 32 hexadecimal digits or none"
    if not isinstance(given, list) or len(given) != seats:
        return [Check(name, good, words(given))]
    faults = [
        Check(f"contribution of seat {seat}", "32 hexadecimal digits", words(each))
        for seat, each in enumerate(given)
        if not _is_contribution(each)
    ]
    return settled(name, good, faults)


def _is_contribution(given: object) -> bool:
    return isinstance(given, str) and commitment.read_contribution(given) == given


def _deals_and_moves(content: Mapping[str, Any], record: Record) -> list[Check]:
    deals: list[Check] = []
    by_clock: list[Check] = []
    state, place = _begin(record), (0, 0)
    try:
        for number, entry in enumerate(record.rounds, 1):
            place = (number, 0)
            if not isinstance(entry, dict) or not isinstance(entry.get("moves"), list):
                raise RecordError(number, 0, "not a round")
            deals += _deal(content, state, entry, number)
            state, _ = begin_round(state, Deal.from_dict(entry.get("deal")))
            for move, fields in enumerate(entry["moves"], 1):
                place = (number, move)
                by_clock += _by_clock(content, state, fields, place)
                state, _ = apply_move(state, move_from_dict(fields))
    except (RulesError, RecordError) as error:
        return [*deals, Check(_place(place), "legal", error.reason)]
    rounds = f"{len(record.rounds)} as shuffled"
    return [
        *settled("deals", rounds, deals),
        Check("moves", "legal", "legal"),
        *by_clock,
        *_outcome(content, state),
    ]


def _by_clock(
    content: Mapping[str, Any], state: State, fields: object, place: tuple[int, int]
) -> list[Check]:
    """Return where the clock has played something else than it must."""
    key = _key(content)
    if not isinstance(fields, dict) or fields.get("by") != CLOCK or key is None:
        return []
    move = move_from_dict(fields)
    if move.seat not in waiting_for(state):
        return [Check(_place(place), "a seat that is waited for", words(move.seat))]
    due = move_for(state, move.seat, toss_for(key, state, move.seat))
    return list(differences(due.to_dict(), move.to_dict(), _place(place)))


def _place(place: tuple[int, int]) -> str:
    return f"round {place[0]}, move {place[1]}"


def _begin(record: Record) -> State:
    return new_game(record.seats, record.options, record.first_seat)


def _deal(
    content: Mapping[str, Any], state: State, entry: Mapping[str, Any], number: int
) -> list[Check]:
    """Return where the deal of an entry is not the one that its key gives."""
    key, given = _key(content), content.get("given")
    if type(given) is int and number <= given:
        # Said already: these rounds were dealt by hand.
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
        *settled("outcome", "as the moves came to", faults),
        Check("reason", words(reason), words(content.get("reason"))),
    ]


def _chain(content: Mapping[str, Any], record: Record) -> list[Check]:
    previous = words(content.get("start_hash"))
    faults, count = [Check("set-up", chain.start_hash(content), previous)], 0
    for number, entry in enumerate(record.rounds, 1):
        moves = entry.get("moves") if isinstance(entry, dict) else None
        for index, move in enumerate(moves if isinstance(moves, list) else (), 1):
            count += 1
            fields = move if isinstance(move, dict) else {}
            found = words(fields.get("hash"))
            due = chain.move_hash(previous, content.get("code"), count, fields)
            faults.append(Check(f"round {number}, move {index}, hash", due, found))
            previous = found
    head = chain.head_hash(
        previous, count, content.get("reason"), content.get("ended_at")
    )
    faults.append(Check("head", head, words(content.get("head_hash"))))
    wrong = [check for check in faults if not check.holds]
    return settled("chain", f"{count} moves", wrong)
