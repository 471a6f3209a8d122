"""Answers questions about the chances in a record (docs/deduction.md).

Questions come from untrusted sources. Holds secrets: only for records.
"""

from collections.abc import Mapping
from enum import StrEnum

from games.deduction.chances import Thoughts, conclude, think
from games.deduction.memory import recall
from games.proof.record import Record, begin_record, parse_record, replay_steps
from games.rules.illegal import RecordError
from games.rules.observe import SPECTATOR, Viewer, observe
from games.rules.state import State


class View(StrEnum):
    """The knowledge of a viewer: a perfect memory, or the notebook with odds."""

    REPLAY = "replay"
    NOTEBOOK = "notebook"


class QuestionError(ValueError):
    """A malformed question; the text never repeats its input."""


def answer_question(question: object) -> dict[str, object]:
    """Return the chances that a question asks for, as a JSON value.

    Raises:
        QuestionError: the question is malformed, or its record breaks a rule.
    """
    if not isinstance(question, dict):
        raise QuestionError("not an object")
    try:
        record = parse_record(question.get("record"))
        viewer, view = _read_viewer(question, record), _read_view(question)
        states = _replay_round(record, question.get("moves"))
    except RecordError as error:
        raise QuestionError(str(error)) from None
    return _to_json(_think_as(states, viewer, view), viewer)


def _read_viewer(question: Mapping[str, object], record: Record) -> Viewer:
    seat = question.get("seat")
    if type(seat) is not int or not SPECTATOR <= seat < len(record.seats):
        raise QuestionError("no such seat")
    return seat


def _read_view(question: Mapping[str, object]) -> View:
    for view in View:
        if question.get("view") == view:
            return view
    raise QuestionError("view is neither replay nor notebook")


def _replay_round(record: Record, moves: object) -> list[State]:
    """Return the states of the round that is played after some moves, from its deal on.

    The whole record is replayed, so that its first fault is found in any case.
    """
    if type(moves) is not int or moves < 0:
        raise QuestionError("moves is not a number")
    states, made = [begin_record(record)], 0
    for _place, step in replay_steps(record):
        made += step.deal is None
        if made <= moves:
            states = [step.state] if step.deal else [*states, step.state]
    if made < moves:
        raise QuestionError("the record has fewer moves")
    return states


def _think_as(states: list[State], viewer: Viewer, view: View) -> Thoughts | None:
    if view is View.NOTEBOOK:
        return think(observe(states[-1], viewer))
    observations = [observe(state, viewer) for state in states]
    return conclude(observations[-1], recall(observations)[-1])


def _to_json(thoughts: Thoughts | None, viewer: Viewer) -> dict[str, object]:
    """Return the conclusions without the viewer's own clue."""
    if thoughts is None:
        return {"suspects": {}, "clues": {}}
    clues = enumerate(thoughts.clues)
    return {
        "suspects": dict(thoughts.suspects),
        "clues": {str(seat): dict(at) for seat, at in clues if seat != viewer},
    }
