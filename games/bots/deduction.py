"""Exact probabilities of each suspect being the chief, for one viewer.

The order of the deck is independent of the clues. Each sorted card therefore only rules
out worlds, and the remaining worlds keep their relative weights (docs/deduction.md).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

from games.bots.memory import Memory
from games.bots.opponents import SIDES, Factors, OpponentModel, clue_likelihoods
from games.bots.worlds import (
    INDEX,
    PLACES,
    TRAITS,
    Worlds,
    count_chiefs,
    each_world,
    holding,
    sides_in,
)
from games.rules.clues import matches, sides_of
from games.rules.observe import Observation
from games.rules.suspects import SUSPECTS, Side, Suspect

# The weight with which owners choose each side, relative to the other side of the same
# token. A missing side weighs 0.5.
type SidePrior = Mapping[Side, float]
# The factors of the sides at each place, or None if all sides weigh the same.
type _Weights = tuple[Factors | None, ...]

_UNWEIGHTED: _Weights = (None,) * PLACES


# No slots, so that the chances are cached.
@dataclass(frozen=True)
class Belief:
    """The worlds that one viewer considers possible, and their weights."""

    worlds: Worlds
    weights: _Weights = _UNWEIGHTED

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Return each suspect's probability of being the chief, in SUSPECTS order.

        All are 0 if no world is left, because a card was placed wrongly (section 9).
        """
        counts: tuple[float, ...] = count_chiefs(self.worlds)
        if self.weights != _UNWEIGHTED:
            counts = self._weigh()
        whole = sum(counts)
        return tuple([count / whole for count in counts]) if whole else counts

    def _weigh(self) -> tuple[float, ...]:
        totals = [0.0] * len(SUSPECTS)
        for chief, order in each_world(self.worlds):
            totals[chief] += self._weight_of(chief, order)
        return tuple(totals)

    def _weight_of(self, chief: int, order: tuple[int, ...]) -> float:
        weight = 1.0
        code = SUSPECTS[chief]
        for trait, factors in zip(order, self.weights, strict=True):
            if factors:
                weight *= factors[2 * trait + (code[trait] == "0")]
        return weight

    @property
    def is_void(self) -> bool:
        """Return whether no world is left, because a card was placed wrongly."""
        return not self.worlds

    @property
    def certain(self) -> Suspect | None:
        """Return the chief if only one suspect is possible."""
        left = [index for index, chance in enumerate(self.chances) if chance]
        return SUSPECTS[left[0]] if len(left) == 1 else None

    def chance(self, suspect: Suspect) -> float:
        """Return the probability that a suspect is the chief."""
        return self.chances[INDEX[suspect]]

    def assignments(self) -> Iterator[tuple[tuple[Side, ...], float]]:
        """Yield the sides at all places of each world, with its probability."""
        found = [
            (sides_in(chief, order), self._weight_of(chief, order))
            for chief, order in each_world(self.worlds)
        ]
        whole = sum(weight for _, weight in found)
        for sides, weight in found:
            yield sides, weight / whole

    def clue_chances(self) -> tuple[dict[Side, float], ...]:
        """Return for each place the probabilities of its possible sides."""
        chances: list[dict[Side, float]] = [defaultdict(float) for _ in range(PLACES)]
        for sides, chance in self.assignments():
            if chance:
                for at, side in zip(chances, sides, strict=True):
                    at[side] += chance
        return tuple(dict(at) for at in chances)


def deduce(
    observation: Observation,
    memory: Memory,
    *,
    prior: SidePrior | None = None,
    opponents: OpponentModel | None = None,
    weighs_piles: bool = False,
) -> Belief:
    """Return the belief that follows from a memory and the viewer's own clue.

    A prior weighs the sides that owners choose. A model of the opponents makes their
    accusations and their silence evidence. For a viewer without a memory pass
    `glance(observation)`; `weighs_piles` then makes the sizes of the discard piles
    evidence.
    """
    seat, mine = observation.viewer, observation.my_clue
    worlds = memory.worlds
    if seat >= 0 and mine is not None:
        worlds &= holding(seat, mine)
    weights = _prior_weights(prior, len(observation.seats))
    if opponents and memory.moment:
        seats = len(observation.seats)
        likelihoods = clue_likelihoods(memory.moment, opponents, seats)
        for other, factors in enumerate(likelihoods):
            if other != seat:
                weights = _with_factors(weights, other, factors)
    if weighs_piles:
        for place, factors in _pile_factors(observation, memory):
            weights = _with_factors(weights, place, factors)
    return Belief(worlds, weights)


def _pile_factors(
    observation: Observation, memory: Memory
) -> Iterator[tuple[int, Factors]]:
    """Yield for each seat with forgotten discards how many ways each clue allows them.

    They must be unseen suspects that do not match the clue. Two seats cannot hold the
    same card, but this is ignored (docs/deduction.md).
    """
    seen = {sighting.suspect for sighting in memory.sightings} | {memory.waiting}
    unseen = [suspect for suspect in SUSPECTS if suspect not in seen]
    for view in observation.seats:
        known = sum(s.seat == view.seat and not s.fits for s in memory.sightings)
        forgotten = view.discard_count - known
        if forgotten > 0:
            yield (
                view.seat,
                tuple(
                    float(comb(sum(not matches(s, side) for s in unseen), forgotten))
                    for side in SIDES
                ),
            )


def _prior_weights(prior: SidePrior | None, seats: int) -> _Weights:
    if not prior:
        return _UNWEIGHTED
    factors: list[float] = []
    for trait in TRAITS:
        one, zero = (prior.get(side, 0.5) for side in sides_of(trait))
        factors += (one / (one + zero), zero / (one + zero))
    # The tokens in the bag are tossed and not chosen by an owner.
    return (tuple(factors),) * seats + (None,) * (PLACES - seats)


def _with_factors(weights: _Weights, place: int, more: Factors) -> _Weights:
    before = weights[place]
    if before:
        more = tuple([a * b for a, b in zip(before, more, strict=True)])
    return (*weights[:place], more, *weights[place + 1 :])
