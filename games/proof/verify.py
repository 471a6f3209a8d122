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
from games.proof.record import (
    Record,
    begin_record,
    build_outcome,
    parse_record,
    replay_steps,
)
from games.rules.deal import (
    Deal,
    compute_commitment,
    compute_key,
    draw_first_seat,
    find_next_round,
    shuffle_deal,
)
from games.rules.editions import FirstPlayer
from games.rules.illegal import RecordError
from games.rules.moves import Move
from games.rules.state import Phase, State
from games.rules.timeouts import choose_timeout_move, find_waiting_seats

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


def find_differences(
    expected: object, found: object, place: str = ""
) -> Iterator[Check]:
    """Yield a failed check for each place where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            inner = f"{place}, {to_text(key)}" if place else to_text(key)
            values = expected.get(key, _MISSING), found.get(key, _MISSING)
            yield from find_differences(*values, inner)
    elif isinstance(expected, list) and isinstance(found, list):
        for number, pair in enumerate(zip_longest(expected, found), 1):
            yield from find_differences(*pair, f"{place} {number}")
    # True equals 1 in Python, but not in JSON.
    elif _to_json(expected) != _to_json(found):
        texts = to_text(expected), to_text(found)
        if texts[0] == texts[1]:
            # The number 1 and the text "1".
            texts = _to_json(expected), _to_json(found)
        yield Check(place, *texts)


def to_text(value: object) -> str:
    """Return a JSON value as text that is safe to print.

    A string with control or non-ASCII characters is escaped.
    """
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return value
    return "nothing" if value is None else _to_json(value)


def _to_json(value: object) -> str:
    return chain.to_canonical(value).decode()


def report_faults(name: str, good: str, faults: list[Check]) -> list[Check]:
    """Return the faults of a part or, without faults, one check that holds."""
    return faults or [Check(name, good, good)]


def report_fault(name: str, expected: str, found: object) -> Check:
    """Return a failed check, even if the found text imitates the expected one."""
    text = to_text(found)
    return Check(name, expected, f'"{text}"' if text == expected else text)


def filter_faults(checks: list[Check]) -> list[Check]:
    """Return the checks that failed."""
    return [check for check in checks if not check.holds]


ABANDONED = "abandoned"
CLOCK, SCRIPT = "clock", "script"
# The expected value for a record that breaks the grammar.
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
        *_check_chance(fields, record),
        *_check_deals_and_moves(fields, record),
        *_check_authors(fields),
        *_check_times(fields),
        *_chain(fields),
    ]


def _compute_key(content: Mapping[str, Any]) -> bytes:
    seed, given = bytes.fromhex(content["seed"]), content["contributions"]
    return compute_key(seed, content["code"], given)


def _check_chance(content: Mapping[str, Any], record: Record) -> Iterator[Check]:
    seed = bytes.fromhex(content["seed"])
    correct = compute_commitment(seed, content["code"])
    yield Check("commitment", correct, content["commitment"])
    for name in ("contributions", "got_up", "bots"):
        yield Check(name, f"{len(record.seats)} seats", f"{len(content[name])} seats")
    yield Check("rounds dealt by hand", "0", to_text(content["given"]))
    # The host may choose the first seat.
    if content["first_player"] != FirstPlayer.CHOSEN:
        rule, times = content["first_player"], content["got_up"]
        seat = draw_first_seat(_compute_key(content), rule, times)
        yield Check("first seat", to_text(seat), to_text(record.first_seat))


def _check_deals_and_moves(content: Mapping[str, Any], record: Record) -> list[Check]:
    deals: list[Check] = []
    by_clock: list[Check] = []
    state = begin_record(record)
    try:
        for (number, move), step in replay_steps(record):
            entry = cast("Mapping[str, Any]", record.rounds[number - 1])
            state = step.state
            if isinstance(step.cause, Deal):
                deals += _check_deal(content, step.before, entry, number)
            elif entry["moves"][move - 1]["by"] == CLOCK:
                by_clock += _check_clock_move(
                    content, step.before, step.cause, (number, move)
                )
    except RecordError as error:
        if not error.move and state.phase == Phase.BETWEEN:
            entry = cast("Mapping[str, Any]", record.rounds[error.round - 1])
            deals += _check_deal(content, state, entry, error.round)
        place = _place((error.round, error.move))
        return [*deals, *by_clock, Check(place, "legal", error.reason)]
    rounds = f"{len(record.rounds)} as shuffled"
    return [
        *report_faults("deals", rounds, deals),
        Check("moves", "legal", "legal"),
        *by_clock,
        *_check_outcome(content, state),
    ]


def _check_clock_move(
    content: Mapping[str, Any], state: State, move: Move, place: tuple[int, int]
) -> list[Check]:
    """Return the differences between a move by the clock and the required move."""
    if move.seat not in find_waiting_seats(state):
        return [Check(_place(place), "a seat that is waited for", to_text(move.seat))]
    correct = choose_timeout_move(state, move.seat, partial(_compute_key, content))
    return list(find_differences(correct.to_dict(), move.to_dict(), _place(place)))


def _place(place: tuple[int, int]) -> str:
    return f"round {place[0]}, move {place[1]}"


def _check_deal(
    content: Mapping[str, Any], state: State, entry: Mapping[str, Any], number: int
) -> list[Check]:
    """Return the differences between an entry and the round that is due."""
    at, attempt = find_next_round(state)
    correct: dict[str, object] = {"number": at, "attempt": attempt}
    # `_check_chance` reports the rounds that were dealt by hand.
    if number > content["given"]:
        correct["deal"] = shuffle_deal(_compute_key(content), state).to_dict()
    found = {name: entry[name] for name in correct}
    return [*find_differences(correct, found, f"round {number}")]


def _check_outcome(content: Mapping[str, Any], state: State) -> list[Check]:
    expected = build_outcome(state)
    faults = list(find_differences(expected, content["outcome"], "outcome"))
    reason = expected["reason"] or ABANDONED
    return [
        *report_faults("outcome", "as the moves came to", faults),
        Check("reason", to_text(reason), content["reason"]),
    ]


def _chain(content: Mapping[str, Any]) -> list[Check]:
    count = 0
    checks = [Check("set-up", chain.start_hash(content), content["start_hash"])]
    for link in chain.list_links(content):
        count += bool(link.move)
        place = f"{_place((link.round, link.move))}, hash" if link.move else "head"
        checks.append(Check(place, link.correct, to_text(link.found)))
    return report_faults("chain", f"{count} moves", filter_faults(checks))


def _check_authors(content: Mapping[str, Any]) -> list[Check]:
    """Check each move's author: only the clock passes, only a tutorial has a script."""
    faults = [
        report_fault(f"{place}, by", "an author of this move", move["by"])
        for place, move in _list_moves(content)
        if (move["move"] == "pass" and move["by"] != CLOCK)
        or (move["by"] == SCRIPT and not content["tutorial"])
    ]
    return report_faults("authors", "known", faults)


def _check_times(content: Mapping[str, Any]) -> list[Check]:
    """Check that the times of the record grow from its opening to its end."""
    moves = ((f"{place}, time", move["time"]) for place, move in _list_moves(content))
    begun = ((name, content[name]) for name in ("opened_at", "started_at"))
    faults, before = [], ""
    for place, time in (*begun, *moves, ("ended_at", content["ended_at"])):
        # Times of the grammar sort like texts.
        if time < before:
            faults.append(report_fault(place, f"a time from {before} on", time))
        before = max(before, time)
    return report_faults("times", "in order", faults)


def _list_moves(content: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, entry in enumerate(content["rounds"], 1):
        for index, move in enumerate(entry["moves"], 1):
            yield _place((number, index)), move
