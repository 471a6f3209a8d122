"""The five traits and the 32 suspects (docs/rules.md section 1)."""

from enum import StrEnum
from itertools import product


class Trait(StrEnum):
    """The two-sided traits, in the order of the bits of a suspect's code."""

    HAT = "hat"
    GLASSES = "glasses"
    COAT = "coat"
    FUR = "fur"
    NEWSPAPER = "newspaper"


class Side(StrEnum):
    """The sides of the traits; each one is a face of a clue token."""

    HAT = "hat"
    NO_HAT = "no-hat"
    GLASSES = "glasses"
    NO_GLASSES = "no-glasses"
    COAT = "coat"
    SWEATER = "sweater"
    GREY = "grey"
    ORANGE = "orange"
    NEWSPAPER = "newspaper"
    NO_NEWSPAPER = "no-newspaper"


# The suspect's code: five characters, 1 or 0, in the order of the traits ("10110").
type Suspect = str

SUSPECTS: tuple[Suspect, ...] = tuple(map("".join, product("01", repeat=5)))

SIDES: dict[Trait, tuple[Side, Side]] = {
    Trait.HAT: (Side.HAT, Side.NO_HAT),
    Trait.GLASSES: (Side.GLASSES, Side.NO_GLASSES),
    Trait.COAT: (Side.COAT, Side.SWEATER),
    Trait.FUR: (Side.GREY, Side.ORANGE),
    Trait.NEWSPAPER: (Side.NEWSPAPER, Side.NO_NEWSPAPER),
}


def sides_of_suspect(suspect: Suspect) -> tuple[Side, ...]:
    """Return the five sides that a suspect matches, in the order of the traits.

    >>> [str(side) for side in sides_of_suspect("10110")]
    ['hat', 'no-glasses', 'coat', 'grey', 'no-newspaper']
    """
    return tuple(
        one if bit == "1" else zero
        for bit, (one, zero) in zip(suspect, SIDES.values(), strict=True)
    )
