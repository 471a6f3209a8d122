"""The tutorial's sentence, and the button that lets the others move."""

from typing import NamedTuple

from games.play.snapshot import Table
from games.play.tutorial_script import STEPS, TutorialStep, step_at
from games.table.present.nodes import Node, leaf


class Tutorial(NamedTuple):
    """Where a tutorial is: steps count from 1."""

    code: str
    step: int
    steps: int
    is_visitors: bool
    is_last: bool
    target: str

    @property
    def sentence(self) -> str:
        """Return what happens or what to do, in the language that is active."""
        return str(STEPS[self.step - 1].sentence)


def present_tutorial(table: Table) -> Node:
    """Return the tutorial's panel; empty at a table that is none."""
    if not table.is_tutorial:
        return leaf("tutorial")
    index = step_at(table.move_count)
    return leaf(
        "tutorial",
        Tutorial(
            code=table.code,
            step=index + 1,
            steps=len(STEPS),
            is_visitors=STEPS[index].is_visitors,
            is_last=index + 1 == len(STEPS),
            target=_target_of(STEPS[index]),
        ),
    )


def _target_of(step: TutorialStep) -> str:
    """Return what the visitor should tap: a side, a suspect, the draw; or nothing."""
    if not step.is_visitors:
        return ""
    content = step.moves[0].to_dict()
    return str(content.get("side") or content.get("suspect") or content["move"])
