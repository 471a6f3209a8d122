"""Verification of the authors and the times of a record's moves (docs/fairness.md)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.checks import Check, fault, faults_or_pass

CLOCK, SCRIPT = "clock", "script"
AUTHORS = ("player", "bot", CLOCK, SCRIPT)
# Times of this form sort like texts.
_TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}\+00:00"
)


def verify_authors(content: Mapping[str, Any]) -> list[Check]:
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


def verify_times(content: Mapping[str, Any]) -> list[Check]:
    """Check that the times of the record grow from its opening to its end."""
    faults, before = [], ""
    for place, time in _times_of(content):
        if isinstance(time, str) and _TIME.fullmatch(time) and time >= before:
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
