"""Presents the tutorial: its sentence, and the button that moves the other players."""

from typing import NamedTuple

from games.play.snapshot import Table
from games.play.tutorial_script import STEPS, TutorialStep, step_at


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


def find_step(table: Table) -> Tutorial:
    """Return the position of a tutorial."""
    index = step_at(table.move_count)
    step = STEPS[index]
    question = step.question
    return Tutorial(
        code=table.code,
        step=index + 1,
        steps=len(STEPS),
        is_visitors=step.is_visitors,
        is_last=index + 1 == len(STEPS),
        target=_find_target(step),
        suspect=question.suspect if question else "",
        sides=question.sides if question else (),
    )


def _find_target(step: TutorialStep) -> str:
    """Return the visitor's next tap: a side, a suspect or the draw; or empty."""
    if not step.is_visitors:
        return ""
    content = step.moves[0].to_dict()
    return str(content.get("side") or content.get("suspect") or content["move"])
