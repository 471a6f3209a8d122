"""What others tell by accusing, and by not accusing: a stated model of players.

It is switchable, and apart from what is certain: see docs/deduction.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from games.bots.memory import Moment
from games.bots.worlds import INDEX, TRAITS, Worlds, count_chiefs, holding
from games.rules.clues import sides_of
from games.rules.suspects import Suspect

# What each side of a seat's clue counts, by twice the trait and one for side 0.
type Factors = tuple[float, ...]

SIDES = tuple(side for trait in TRAITS for side in sides_of(trait))
_EVEN: Factors = (1.0,) * len(SIDES)


@dataclass(frozen=True, slots=True)
class Reading:
    """A model of the others: each knows what all know, and a clue.

    At every card each accuses with a chance that rises with that of the likeliest free
    suspect, and is half at `boldness`; whom, by the power `sharpness` of the chances.
    Both hold but for a part, `slack`, in which somebody does anything.
    """

    boldness: float = 0.45
    steepness: float = 15.0
    sharpness: float = 2.0
    slack: float = 0.1

    def readiness(self, chance: float) -> float:
        """Return how likely somebody accuses who sees a suspect with this chance."""
        ready = 1 / (1 + exp(self.steepness * (self.boldness - chance)))
        return self.slack / 4 + (1 - self.slack) * ready


def listen(moment: Moment | None, reading: Reading, seats: int) -> list[Factors]:
    """Return what each clue of each seat counts after all that was heard."""
    if moment is None:
        return [_EVEN] * seats
    kept = moment.heard.get(reading)
    if kept is None:
        kept = moment.heard[reading] = _hear(moment, reading, seats)
    return kept


def _hear(moment: Moment, reading: Reading, seats: int) -> list[Factors]:
    factors = list(listen(moment.before, reading, seats))
    for seat in moment.silent:
        more = _silence(moment.worlds, seat, moment.free, reading)
        factors[seat] = _times(factors[seat], more)
    if moment.charge is not None:
        seat, suspect = moment.charge
        more = _charge(moment.worlds, seat, moment.free, suspect, reading)
        factors[seat] = _times(factors[seat], more)
    return factors


def _times(first: Factors, second: Sequence[float]) -> Factors:
    return tuple([a * b for a, b in zip(first, second, strict=True)])


@lru_cache(maxsize=8192)
def _chances_seen(
    worlds: Worlds, seat: int, free: tuple[Suspect, ...]
) -> tuple[tuple[float, ...], ...]:
    """Return for each clue how likely its owner holds each free suspect."""
    indices = [INDEX[suspect] for suspect in free]
    seen = []
    for side in SIDES:
        counts = count_chiefs(worlds & holding(seat, side))
        whole = sum(counts) or 1
        seen.append(tuple([counts[index] / whole for index in indices]))
    return tuple(seen)


def _silence(
    worlds: Worlds, seat: int, free: tuple[Suspect, ...], reading: Reading
) -> list[float]:
    return [
        1 - reading.readiness(max(chances))
        for chances in _chances_seen(worlds, seat, free)
    ]


def _charge(
    worlds: Worlds,
    seat: int,
    free: tuple[Suspect, ...],
    suspect: Suspect,
    reading: Reading,
) -> list[float]:
    wanted = free.index(suspect)
    factors = []
    for chances in _chances_seen(worlds, seat, free):
        powers = [chance**reading.sharpness for chance in chances]
        even = 1 / len(free)
        share = powers[wanted] / sum(powers) if sum(powers) else even
        whom = (1 - reading.slack) * share + reading.slack * even
        factors.append(reading.readiness(max(chances)) * whom)
    return factors
