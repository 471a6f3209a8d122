"""The values of accusing now and of waiting, in points (docs/bots.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.deduction.valuation import Stakes
from games.deduction.worlds import INDEX, PLACES
from games.rules.suspects import SUSPECTS, Suspect

# For each suspect the five that differ in one trait: its assistants if it is the chief.
_NEAR = tuple(
    tuple(index ^ (1 << bit) for bit in range(PLACES)) for index in range(len(SUSPECTS))
)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The probabilities and the expected points of accusing a suspect."""

    suspect: Suspect
    chief: float
    assistant: float
    value: float


def value_of(chances: tuple[float, ...], suspect: Suspect, stakes: Stakes) -> Prospect:
    """Return the prospect of accusing a suspect."""
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
    """Return the prospect of the free suspect with the highest value."""
    prospects = [value_of(chances, suspect, stakes) for suspect in free]
    return max(prospects, key=_value)


def _value(prospect: Prospect) -> float:
    return prospect.value


# The value of waiting as a share of the way from a black token to a gold one while the
# chief can still be caught, by number of seats, and to a white one once the chief is
# accused. Found by experiment (docs/bots.md).
_SHARE_OF_GOLD = {3: 0.60, 4: 0.60, 5: 0.57}
_SHARE_OF_WHITE = 0.8


def value_of_waiting(
    chances: tuple[float, ...], taken: Iterable[Suspect], stakes: Stakes, seats: int
) -> float:
    """Return the expected points of letting other seats accuse first.

    Waiting brings information, but to all seats, and another seat may accuse the chief.
    `taken` are the accused suspects.
    """
    lost = sum([chances[INDEX[suspect]] for suspect in taken])
    gold = stakes.black + _SHARE_OF_GOLD[seats] * (stakes.gold - stakes.black)
    white = stakes.black + _SHARE_OF_WHITE * (stakes.white - stakes.black)
    return (1 - lost) * gold + lost * white
