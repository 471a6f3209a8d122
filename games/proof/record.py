"""The record of a game as JSON, and its replay (docs/record.md).

Records come from untrusted sources: any fault raises RecordError, whose reason never
repeats the input.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from games.proof.grammar import check_grammar, check_text
from games.rules.deal import Deal
from games.rules.editions import (
    OPTIONS,
    RECORDED_OPTIONS,
    SEATS,
    Edition,
    Investigator,
    Options,
)
from games.rules.illegal import RecordError, RulesError
from games.rules.moves import Move, move_from_dict
from games.rules.replay import ReplayStep, replay
from games.rules.results import RoundResult
from games.rules.scoring import count_golds, sum_points
from games.rules.state import State, begin_state

FORMAT = "checkpoint-charlie/1"
# Integers with more digits are no part of a record. They are not converted, because
# the conversion takes quadratic time and Python refuses it beyond a limit.
_MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Record:
    """A game's validated set-up, and its rounds as raw JSON values.

    `replay` parses one round after the other, so that it reports the first fault in
    the order of play. Holds secrets until the game is over.
    """

    options: Options
    seats: tuple[Investigator, ...]
    first_seat: int
    rounds: tuple[object, ...] = ()


def load_record(text: bytes) -> Record:
    """Return the record in a JSON text, encoded in UTF-8.

    Raises:
        RecordError: the text is not JSON or not a record (round 0, move 0), or a record
            with a proof breaks the grammar.
    """
    content = load_content(text)
    if isinstance(content, dict) and "head_hash" in content:
        check_grammar(load_proven(text))
    return parse_record(content)


def load_proven(text: bytes) -> object:
    """Return the value of a JSON text that the grammar allows (games.proof.grammar).

    Raises:
        RecordError: the text is not JSON, or breaks a limit (round 0, move 0).
    """
    check_text(text)
    return load_content(text)


def load_content(text: bytes) -> object:
    """Return the value of a JSON text, encoded in UTF-8.

    Raises:
        RecordError: the text is not JSON (round 0, move 0).
    """
    try:
        content: object = json.loads(
            text.decode(), parse_int=_parse_integer, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError):
        raise _broken_head("not JSON") from None
    return content


def _parse_integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float("inf")


def _refuse_constant(_name: str) -> object:
    # Python accepts NaN and Infinity, which are not JSON.
    raise ValueError


def parse_record(content: object) -> Record:
    """Return the record in a JSON value, ignoring unknown keys.

    Raises:
        RecordError: the value is not a record (round 0, move 0).
    """
    if not isinstance(content, dict):
        raise _broken_head("not an object")
    if content.get("format") != FORMAT:
        raise _broken_head("not a record of this format")
    _member(Edition, content.get("edition"), "unknown edition")
    options = _parse_options(content.get("options"))
    seats = _parse_seats(content.get("seats"))
    first_seat = content.get("first_seat")
    if type(first_seat) is not int or not 0 <= first_seat < len(seats):
        raise _broken_head("no such first seat")
    rounds = content.get("rounds")
    if not isinstance(rounds, list):
        raise _broken_head("rounds is not a list")
    return Record(options, seats, first_seat, tuple(rounds))


def _parse_options(content: object) -> Options:
    if not isinstance(content, dict):
        raise _broken_head("options is not an object")
    return Options(**{name: _parse_option(content, name) for name in RECORDED_OPTIONS})


def _parse_option(options: Mapping[str, object], name: str) -> Any:
    kind, value = OPTIONS[name], options.get(name)
    if issubclass(kind, StrEnum):
        return _member(kind, value, f"no such option: {name}")
    if not isinstance(value, bool):
        raise _broken_head(f"no such option: {name}")
    return value


def _parse_seats(content: object) -> tuple[Investigator, ...]:
    reason = "seats are not three to five different investigators"
    if not isinstance(content, list) or len(content) not in SEATS:
        raise _broken_head(reason)
    seats = tuple(_member(Investigator, seat, reason) for seat in content)
    if len(set(seats)) < len(seats):
        raise _broken_head(reason)
    return seats


def _member[E: StrEnum](enum: type[E], value: object, reason: str) -> E:
    for member in enum:
        if isinstance(value, str) and value == member:
            return member
    raise _broken_head(reason)


def _broken_head(reason: str) -> RecordError:
    return RecordError(0, 0, reason)


def begin_record(record: Record) -> State:
    """Return the state of a record's game before its first deal."""
    return begin_state(record.seats, record.options, record.first_seat)


def replay_record(record: Record) -> State:
    """Return the state after all moves of a record.

    Raises:
        RecordError: a round or a move is malformed or illegal; names the first one.
    """
    state = begin_record(record)
    for _place, step in replay_steps(record):
        state = step.state
    return state


def replay_steps(record: Record) -> Iterator[tuple[tuple[int, int], ReplayStep]]:
    """Yield each step of a record with its round and its move, 0 for the deal.

    Raises:
        RecordError: as for `replay_record`.
    """
    state = begin_record(record)
    for number, entry in enumerate(record.rounds, 1):
        if not isinstance(entry, dict) or not isinstance(entry.get("moves"), list):
            raise RecordError(number, 0, "not a round")
        move = 0
        try:
            for step in replay(state, _read_inputs(entry)):
                yield (number, move), step
                state, move = step.state, move + 1
        except RulesError as error:
            raise RecordError(number, move, error.why) from None


def _read_inputs(entry: Mapping[str, Any]) -> Iterator[Deal | Move]:
    yield Deal.from_dict(entry.get("deal"))
    yield from map(move_from_dict, entry["moves"])


def build_outcome(state: State) -> dict[str, object]:
    """Return the outcome of a game so far, in the format of docs/record.md.

    Holds secrets until the game is over.
    """
    return {
        "phase": state.phase.value,
        "reason": None if state.termination is None else state.termination.value,
        "winners": list(state.winners),
        "scores": [
            {
                "seat": seat,
                "points": sum_points(state, seat),
                "golds": count_golds(state, seat),
            }
            for seat in range(len(state.seats))
        ],
        "rounds": [_build_round_outcome(result) for result in state.results],
    }


def _build_round_outcome(result: RoundResult) -> dict[str, object]:
    return {
        "number": result.number,
        "attempt": result.attempt,
        "first_seat": result.first_seat,
        "exposed": list(result.exposed),
        "clues": [side.value for side in result.clues],
        "chief": result.chief,
        "chief_in_deck": result.chief_in_deck,
        "mistaken": list(result.mistaken),
        "accusations": list(map(asdict, result.accusations)),
        "awards": [
            {
                "seat": a.seat,
                "colour": a.colour.value,
                "face": a.face,
                "token": a.token,
            }
            for a in result.awards
        ],
        "trades": list(map(asdict, result.trades)),
    }
