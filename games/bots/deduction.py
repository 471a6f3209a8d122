"""How likely each suspect is the chief, exactly, from what one viewer may know.

docs/deduction.md has the mathematics. In short: the order of the deck tells nothing
about the clues, so each sorting only rules worlds out, and the worlds that are left
stay as likely to each other as they were before the first card.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

from games.bots.memory import Memory
from games.bots.opponents import SIDES, Factors, Reading, listen
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

# How likely an owner lays each side up; only the two sides of a token are compared,
# and a token that is missing is laid either way as likely.
type SidePrior = Mapping[Side, float]
# For each place what each side counts; nothing where all count the same.
type _Weights = tuple[Factors | None, ...]

_UNWEIGHTED: _Weights = (None,) * PLACES


# Without slots: what is computed is kept.
@dataclass(frozen=True)
class Belief:
    """The worlds that one viewer holds possible, and how likely each of them is."""

    worlds: Worlds
    weights: _Weights = _UNWEIGHTED

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Return how likely each suspect is the chief, in the order of SUSPECTS.

        All are 0 if no world is left: somebody has placed wrongly (section 9).
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
        """Tell whether nothing fits: somebody has placed a card wrongly."""
        return not self.worlds

    @property
    def certain(self) -> Suspect | None:
        """Return the chief if only one suspect is left."""
        left = [index for index, chance in enumerate(self.chances) if chance]
        return SUSPECTS[left[0]] if len(left) == 1 else None

    def chance(self, suspect: Suspect) -> float:
        """Return how likely a suspect is the chief."""
        return self.chances[INDEX[suspect]]

    def assignments(self) -> Iterator[tuple[tuple[Side, ...], float]]:
        """Yield what lies at each place, seats and then the bag, and how likely."""
        found = [
            (sides_in(chief, order), self._weight_of(chief, order))
            for chief, order in each_world(self.worlds)
        ]
        whole = sum(weight for _, weight in found)
        for sides, weight in found:
            yield sides, weight / whole

    def clue_chances(self) -> tuple[dict[Side, float], ...]:
        """Return for each place how likely each side that can be lies there."""
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
    reading: Reading | None = None,
    weighs_piles: bool = False,
) -> Belief:
    """Return what follows for the viewer from a memory and the clue of their own.

    With a prior the owners prefer sides; with a reading it is evidence who accused
    whom, and who did not.
    Who remembers only what lies face up gives `glance(observation)` as memory; weighing
    the piles, what is forgotten counts by how many cards each seat threw away.
    """
    seat, mine = observation.viewer, observation.my_clue
    worlds = memory.worlds
    if seat >= 0 and mine is not None:
        worlds &= holding(seat, mine)
    weights = _prior_weights(prior, len(observation.seats))
    if reading and memory.moment:
        heard = listen(memory.moment, reading, len(observation.seats))
        for other, factors in enumerate(heard):
            if other != seat:
                weights = _with_factors(weights, other, factors)
    if weighs_piles:
        for place, factors in _pile_factors(observation, memory):
            weights = _with_factors(weights, place, factors)
    return Belief(worlds, weights)


def _pile_factors(
    observation: Observation, memory: Memory
) -> Iterator[tuple[int, Factors]]:
    """Yield for each seat with forgotten discards in how many ways each clue has them.

    Each must be of the unseen suspects that do not fit; that no two seats can have the
    same one is left out (docs/deduction.md).
    """
    seen = {sighting.suspect for sighting in memory.sightings} | {memory.waiting}
    unseen = [suspect for suspect in SUSPECTS if suspect not in seen]
    for view in observation.seats:
        known = sum(s.seat == view.seat and not s.fits for s in memory.sightings)
        dark = view.discard_count - known
        if dark > 0:
            yield (
                view.seat,
                tuple(
                    float(comb(sum(not matches(s, side) for s in unseen), dark))
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
    # Nobody chooses how a token of the bag falls.
    return (tuple(factors),) * seats + (None,) * (PLACES - seats)


def _with_factors(weights: _Weights, place: int, more: Factors) -> _Weights:
    before = weights[place]
    if before:
        more = tuple([a * b for a, b in zip(before, more, strict=True)])
    return (*weights[:place], more, *weights[place + 1 :])
