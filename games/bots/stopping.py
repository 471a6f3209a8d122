"""Accuse now or wait: what both are worth (docs/bots.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.bots.valuation import Stakes
from games.bots.worlds import INDEX, PLACES
from games.rules.suspects import SUSPECTS, Suspect

# The five suspects that differ from each in one trait: its assistants, were it chief.
_NEAR = tuple(
    tuple(index ^ (1 << bit) for bit in range(PLACES)) for index in range(len(SUSPECTS))
)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best accusation that could be made now."""

    suspect: Suspect
    # That it is the chief; an assistant.
    chief: float
    assistant: float
    # In points, before anything is made of the score.
    value: float


def value_of(chances: tuple[float, ...], suspect: Suspect, stakes: Stakes) -> Prospect:
    """Return what accusing a suspect would bring on average."""
    index = INDEX[suspect]
    chief = chances[index]
    near = _NEAR[index]
    assistant = sum([chances[other] for other in near])
    value = (
        chief * stakes.gold
        + assistant * stakes.white
        + (1 - chief - assistant) * stakes.black
    )
    return Prospect(suspect, chief, assistant, value)


def best_prospect(
    chances: tuple[float, ...], free: Sequence[Suspect], stakes: Stakes
) -> Prospect:
    """Return the free suspect that is worth most to accuse."""
    prospects = [value_of(chances, suspect, stakes) for suspect in free]
    return max(prospects, key=_value)


def _value(prospect: Prospect) -> float:
    return prospect.value


# What waiting is worth while the chief can still be caught: a part of the way from a
# black to a gold token, by the number of seats. And what it is worth once the chief is
# taken: a part of the way to a white one. Found by trying (docs/bots.md).
_OPEN = {3: 0.60, 4: 0.60, 5: 0.57}
_TAKEN = 0.8


def value_of_waiting(
    chances: tuple[float, ...], taken: Iterable[Suspect], stakes: Stakes, seats: int
) -> float:
    """Return what it is worth to let others go first, in points.

    Whoever waits learns more; but so do the others, and one of them takes the chief.
    `taken` are the suspects that were accused.
    """
    lost = sum([chances[INDEX[suspect]] for suspect in taken])
    gold = stakes.black + _OPEN[seats] * (stakes.gold - stakes.black)
    white = stakes.black + _TAKEN * (stakes.white - stakes.black)
    return (1 - lost) * gold + lost * white
