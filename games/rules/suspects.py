"""The traits, the suspects, and the clues that they match (docs/rules.md section 1)."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
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


@cache
def list_matching_sides(suspect: Suspect) -> tuple[Side, ...]:
    """Return the five sides that a suspect matches, in the order of the traits.

    >>> [str(side) for side in list_matching_sides("10110")]
    ['hat', 'no-glasses', 'coat', 'grey', 'no-newspaper']
    """
    return tuple(
        one if bit == "1" else zero
        for bit, (one, zero) in zip(suspect, SIDES.values(), strict=True)
    )


_TRAITS: dict[Side, Trait] = {
    side: trait for trait, sides in SIDES.items() for side in sides
}
_MATCHING: dict[Side, frozenset[Suspect]] = {
    side: frozenset(
        suspect for suspect in SUSPECTS if side in list_matching_sides(suspect)
    )
    for side in Side
}


def sides_of(trait: Trait) -> tuple[Side, Side]:
    """Return the two sides of a trait, side 1 first."""
    return SIDES[trait]


def trait_of(side: Side) -> Trait:
    return _TRAITS[side]


def matches(suspect: Suspect, side: Side) -> bool:
    """Return whether a suspect matches a clue.

    >>> matches("10110", Side.NO_GLASSES)
    True
    """
    return suspect in _MATCHING[side]


def count_matches(suspect: Suspect, clues: Iterable[Side]) -> int:
    return sum(suspect in _MATCHING[side] for side in clues)


def find_chief(clues: Iterable[Side]) -> Suspect:
    """Return the chief: the suspect that matches all five clues.

    >>> find_chief(list_matching_sides("10010"))
    '10010'
    """
    shown = set(clues)
    return "".join("1" if one in shown else "0" for one, _zero in SIDES.values())
