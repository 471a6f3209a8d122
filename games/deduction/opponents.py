"""A model of the opponents: the evidence in their accusations and their silence.

The model is optional and separate from exact deduction (docs/deduction.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from games.deduction.memory import Moment
from games.deduction.worlds import INDEX, TRAITS, Worlds, count_chiefs, select_holding
from games.rules.suspects import Suspect, sides_of

# A factor for each side that a seat's clue can have, in the order of SIDES.
type Factors = tuple[float, ...]

SIDES = tuple(side for trait in TRAITS for side in sides_of(trait))
_EVEN: Factors = (1.0,) * len(SIDES)


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """A model of opponents that know the public facts and their own clue.

    At each card a seat accuses with a probability that rises with the chance of the
    likeliest free suspect and is one half at `boldness`. It picks a suspect in
    proportion to the suspect's chance to the power of `sharpness`. `slack` is the share
    of arbitrary behaviour.
    """

    boldness: float = 0.55
    steepness: float = 15.0
    sharpness: float = 2.0
    slack: float = 0.25

    def estimate_accusation(self, chance: float) -> float:
        """Return the probability of an accusation, from the likeliest suspect's."""
        ready = 1 / (1 + exp(self.steepness * (self.boldness - chance)))
        return self.slack / 4 + (1 - self.slack) * ready


def compute_clue_likelihoods(
    moment: Moment | None, model: OpponentModel, seats: int
) -> list[Factors]:
    """Return for each seat the likelihood of its behaviour, given each possible clue.

    Covers all moments of the round up to this one.
    """
    if moment is None:
        return [_EVEN] * seats
    cached = moment.likelihoods.get(model)
    if cached is None:
        cached = moment.likelihoods[model] = _add_moment(moment, model, seats)
    return cached


def _add_moment(moment: Moment, model: OpponentModel, seats: int) -> list[Factors]:
    factors = list(compute_clue_likelihoods(moment.before, model, seats))
    for seat in moment.silent:
        more = _compute_silence_factors(moment.worlds, seat, moment.free, model)
        factors[seat] = _multiply(factors[seat], more)
    if moment.accusation is not None:
        seat, suspect = moment.accusation
        more = _compute_accusation_factors(
            moment.worlds, seat, moment.free, suspect, model
        )
        factors[seat] = _multiply(factors[seat], more)
    return factors


def _multiply(first: Factors, second: Sequence[float]) -> Factors:
    return tuple([a * b for a, b in zip(first, second, strict=True)])


# 140 µs without the cache, for every seat and moment of a round.
@lru_cache(maxsize=8192)
def _compute_seat_chances(
    worlds: Worlds, seat: int, free: tuple[Suspect, ...]
) -> tuple[tuple[float, ...], ...]:
    """Return the chances of the free suspects as the seat sees them with each clue."""
    indices = [INDEX[suspect] for suspect in free]
    chances = []
    for side in SIDES:
        counts = count_chiefs(worlds & select_holding(seat, side))
        whole = sum(counts) or 1
        chances.append(tuple([counts[index] / whole for index in indices]))
    return tuple(chances)


def _compute_silence_factors(
    worlds: Worlds, seat: int, free: tuple[Suspect, ...], model: OpponentModel
) -> list[float]:
    return [
        1 - model.estimate_accusation(max(chances))
        for chances in _compute_seat_chances(worlds, seat, free)
    ]


def _compute_accusation_factors(
    worlds: Worlds,
    seat: int,
    free: tuple[Suspect, ...],
    suspect: Suspect,
    model: OpponentModel,
) -> list[float]:
    wanted = free.index(suspect)
    factors = []
    for chances in _compute_seat_chances(worlds, seat, free):
        powers = [chance**model.sharpness for chance in chances]
        even = 1 / len(free)
        share = powers[wanted] / sum(powers) if sum(powers) else even
        picked = (1 - model.slack) * share + model.slack * even
        factors.append(model.estimate_accusation(max(chances)) * picked)
    return factors
