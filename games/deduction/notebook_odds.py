"""The conclusions of the automatic notebook, from one observation without memory.

It knows only the number of closed discards, like a player new to the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.deduction.chances import deduce
from games.deduction.memory import Memory, glance
from games.rules.observe import Observation
from games.rules.results import RoundView
from games.rules.state import Phase
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

    A closed discard is ignored although it is shown until the next card: the
    conclusions from it would disappear then. A card that waits to be placed is on no
    pile.
    """
    if not observation.placing:
        observation = observation._replace(drawn=None)
    return conclude(observation, glance(observation), weighs_piles=True)


def conclude(
    observation: Observation, memory: Memory, *, weighs_piles: bool = False
) -> Thoughts | None:
    """Return the conclusions from a memory, or None if no world is left.

    There are none before the first deal either.
    """
    if observation.result is not None:
        return _revealed(observation, observation.result)
    if observation.phase is Phase.BETWEEN:
        return None
    belief = deduce(observation, memory, weighs_piles=weighs_piles)
    if belief.is_void:
        return None
    suspects = dict(zip(SUSPECTS, belief.chances, strict=True))
    return Thoughts(
        belief.clue_chances()[: len(observation.seats)],
        {suspect: chance for suspect, chance in suspects.items() if chance},
    )


def _revealed(observation: Observation, result: RoundView) -> Thoughts:
    clues = [view.clue for view in observation.seats]
    return Thoughts(
        tuple({clue: 1.0} if clue else {} for clue in clues), {result.chief: 1.0}
    )
