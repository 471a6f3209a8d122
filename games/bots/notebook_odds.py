"""The conclusions of the automatic notebook, from one observation without memory.

It knows only the number of closed discards, like a player new to the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.bots.deduction import deduce
from games.bots.memory import glance
from games.rules.observe import Observation
from games.rules.suspects import SUSPECTS, Side, Suspect


@dataclass(frozen=True, slots=True)
class Thoughts:
    """The probabilities of each seat's clue and of each suspect being the chief.

    Impossible sides and suspects are missing.
    """

    clues: tuple[Mapping[Side, float], ...]
    suspects: Mapping[Suspect, float]


def think(observation: Observation) -> Thoughts | None:
    """Return the conclusions from the face-up cards, or None if no world is left.

    The card just drawn is ignored until it lies in a line or on an open pile: with a
    closed pile the conclusions from it would disappear with the next card.
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
