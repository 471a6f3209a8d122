"""Exact probabilities of each suspect being the chief, for one viewer.

The order of the deck is independent of the clues. Each sorted card therefore only rules
out worlds, and the remaining worlds keep their relative weights (docs/deduction.md).

The automatic notebook concludes from one observation without memory. It knows only the
number of closed discards, like a player new to the table.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.deduction.memory import Memory, glance
from games.deduction.opponents import Factors, OpponentModel, compute_clue_likelihoods
from games.deduction.piles import ForgottenPiles, find_forgotten
from games.deduction.worlds import (
    ALL,
    PLACES,
    SIDES_OF,
    Worlds,
    count_chiefs,
    list_worlds,
    select_holding,
)
from games.rules.observe import Observation
from games.rules.results import RoundView
from games.rules.state import Phase
from games.rules.suspects import SUSPECTS, Side, Suspect, sides_of

# The factors of the sides at each place, or None if all sides weigh the same.
type _Weights = tuple[Factors | None, ...]
# The chief, the traits at the places, and the weight of a world.
type _Weighed = tuple[int, tuple[int, ...], float]

_UNWEIGHTED: _Weights = (None,) * PLACES


# No slots, so that the weights and the chances are cached.
@dataclass(frozen=True)
class Belief:
    """The worlds that one viewer considers possible, and their weights.

    `piles` are the forgotten discards, if their number is evidence.
    """

    worlds: Worlds
    weights: _Weights = _UNWEIGHTED
    piles: ForgottenPiles | None = None

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Return each suspect's probability of being the chief, in SUSPECTS order.

        All are 0 if no world is left, because a card was placed wrongly (section 9).
        """
        counts: tuple[float, ...] = count_chiefs(self.worlds)
        if self.piles or self.weights != _UNWEIGHTED:
            counts = self._weigh()
        whole = sum(counts)
        return tuple([count / whole for count in counts]) if whole else counts

    def _weigh(self) -> tuple[float, ...]:
        totals: list[float] = [0] * len(SUSPECTS)
        for chief, _, weight in self._weighed:
            totals[chief] += weight
        return tuple(totals)

    @cached_property
    def _weighed(self) -> tuple[_Weighed, ...]:
        """Return the possible worlds; weights without factors are exact integers."""
        found = (
            (chief, order, self._weigh_order(chief, order))
            for chief, order in list_worlds(self.worlds)
        )
        return tuple([world for world in found if world[-1]])

    def _weigh_order(self, chief: int, order: tuple[int, ...]) -> float:
        weight: float = self.piles.weigh(chief, order) if self.piles else 1
        if self.weights == _UNWEIGHTED:
            return weight
        code = SUSPECTS[chief]
        for trait, factors in zip(order, self.weights, strict=True):
            if factors:
                weight *= factors[2 * trait + (code[trait] == "0")]
        return weight

    @property
    def is_void(self) -> bool:
        """Return whether no world is left, because a card was placed wrongly."""
        return not any(self.chances)

    @property
    def certain(self) -> Suspect | None:
        """Return the chief if only one suspect is possible."""
        left = [index for index, chance in enumerate(self.chances) if chance]
        return SUSPECTS[left[0]] if len(left) == 1 else None

    def compute_clue_chances(self) -> tuple[dict[Side, float], ...]:
        """Return for each place the probabilities of its possible sides."""
        totals: list[list[float]] = [
            [0] * (len(SUSPECTS) * PLACES) for _ in range(PLACES)
        ]
        for chief, order, weight in self._weighed:
            for at, trait in zip(totals, order, strict=True):
                at[PLACES * chief + trait] += weight
        return tuple(map(_compute_side_chances, totals))


def _compute_side_chances(totals: Sequence[float]) -> dict[Side, float]:
    weights: dict[Side, float] = defaultdict(int)
    for index, weight in enumerate(totals):
        if weight:
            weights[SIDES_OF[index // PLACES][index % PLACES]] += weight
    whole = sum(weights.values())
    return {side: weight / whole for side, weight in weights.items()}


def deduce(
    observation: Observation,
    memory: Memory,
    *,
    opponents: OpponentModel | None = None,
    weighs_piles: bool = False,
) -> Belief:
    """Return the belief that follows from a memory and the viewer's own clue.

    A model of the opponents makes their accusations and their silence evidence. For a
    viewer without a memory pass `glance(observation)`; `weighs_piles` then makes the
    sizes of the discard piles evidence.
    """
    seat = observation.viewer
    worlds = memory.worlds & _find_viewer_worlds(observation)
    weights = list(_UNWEIGHTED)
    if opponents and memory.moment:
        seats = len(observation.seats)
        likelihoods = compute_clue_likelihoods(memory.moment, opponents, seats)
        for other, factors in enumerate(likelihoods):
            if other != seat:
                weights[other] = factors
    piles = find_forgotten(observation, memory) if weighs_piles else None
    return Belief(worlds, tuple(weights), piles)


def _find_viewer_worlds(observation: Observation) -> Worlds:
    """Return the worlds with the viewer's own clue, or token before it is chosen."""
    seat, mine = observation.viewer, observation.my_clue
    if seat >= 0 and mine is not None:
        return select_holding(seat, mine)
    if observation.my_trait is not None:
        one, zero = sides_of(observation.my_trait)
        return select_holding(seat, one) | select_holding(seat, zero)
    return ALL


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
        return _build_revealed(observation, observation.result)
    if observation.phase is Phase.BETWEEN:
        return None
    belief = deduce(observation, memory, weighs_piles=weighs_piles)
    if belief.is_void:
        return None
    suspects = dict(zip(SUSPECTS, belief.chances, strict=True))
    return Thoughts(
        belief.compute_clue_chances()[: len(observation.seats)],
        {suspect: chance for suspect, chance in suspects.items() if chance},
    )


def _build_revealed(observation: Observation, result: RoundView) -> Thoughts:
    clues = [view.clue for view in observation.seats]
    return Thoughts(
        tuple({clue: 1.0} if clue else {} for clue in clues), {result.chief: 1.0}
    )
