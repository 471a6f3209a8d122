"""The tutorial's sentence, and the button that lets the others move."""

from dataclasses import dataclass

from games.presenters.nodes import Node, leaf
from games.snapshots import Table
from games.tutorial import STEPS, step_at


@dataclass(frozen=True, slots=True)
class Tutorial:
    """Where a tutorial is: steps count from 1."""

    code: str
    step: int
    steps: int
    is_visitors: bool
    is_last: bool

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
        ),
    )
