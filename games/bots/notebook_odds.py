"""What a notebook that thinks may write: from one observation, with no memory.

Of closed discards it knows how many there are and no more, as anybody who has just come
to the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.bots.deduction import deduce
from games.bots.memory import glance
from games.rules.observe import Observation
from games.rules.suspects import SUSPECTS, Side, Suspect


@dataclass(frozen=True, slots=True)
class Thoughts:
    """How likely each side is each seat's clue, and each suspect the chief.

    What is not there is impossible.
    """

    clues: tuple[Mapping[Side, float], ...]
    suspects: Mapping[Suspect, float]


def think(observation: Observation) -> Thoughts | None:
    """Return what follows from what lies open now; None if nothing fits any more.

    The card just drawn is left out where it does not stay open: what follows from it
    would be gone again with the next.
    """
    lying = replace(observation, drawn=None)
    belief = deduce(lying, glance(lying), weighs_piles=True)
    if belief.is_void:
        return None
    suspects = dict(zip(SUSPECTS, belief.chances, strict=True))
    return Thoughts(
        belief.clue_chances()[: len(observation.seats)],
        {suspect: chance for suspect, chance in suspects.items() if chance},
    )
