"""Presents the tutorial: its sentence, and the button that moves the other players."""

from typing import NamedTuple

from games.play.snapshot import Table
from games.play.tutorial_script import STEPS, TutorialStep, step_at
from runtime.html.piece import Node, leaf


class Tutorial(NamedTuple):
    """The position in a tutorial; steps count from 1."""

    code: str
    step: int
    steps: int
    is_visitors: bool
    is_last: bool
    target: str
    suspect: str
    sides: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Return the explanation or instruction in the active language."""
        return str(STEPS[self.step - 1].sentence)


def present_tutorial(table: Table) -> Node:
    """Return the panel of a tutorial."""
    index = step_at(table.move_count)
    question = STEPS[index].question
    return leaf(
        "tutorial",
        Tutorial(
            code=table.code,
            step=index + 1,
            steps=len(STEPS),
            is_visitors=STEPS[index].is_visitors,
            is_last=index + 1 == len(STEPS),
            target=_target_of(STEPS[index]),
            suspect=question.suspect if question else "",
            sides=question.sides if question else (),
        ),
    )


def _target_of(step: TutorialStep) -> str:
    """Return the visitor's next tap: a side, a suspect or the draw; or empty."""
    if not step.is_visitors:
        return ""
    content = step.moves[0].to_dict()
    return str(content.get("side") or content.get("suspect") or content["move"])
