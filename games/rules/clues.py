"""Clue tokens: their two sides, and which suspects a side fits (section 1)."""

from collections.abc import Iterable

from games.rules.suspects import (
    SIDES,
    SUSPECTS,
    Side,
    Suspect,
    Trait,
    sides_of_suspect,
)

_TRAITS: dict[Side, Trait] = {
    side: trait for trait, sides in SIDES.items() for side in sides
}
_FITTING: dict[Side, frozenset[Suspect]] = {
    side: frozenset(
        suspect for suspect in SUSPECTS if side in sides_of_suspect(suspect)
    )
    for side in Side
}


def sides_of(trait: Trait) -> tuple[Side, Side]:
    """Return the two faces of a clue token, side 1 first."""
    return SIDES[trait]


def trait_of(side: Side) -> Trait:
    """Return the clue token that has this face."""
    return _TRAITS[side]


def matches(suspect: Suspect, side: Side) -> bool:
    """Tell whether a suspect fits one clue.

    >>> matches("10110", Side.NO_GLASSES)
    True
    """
    return suspect in _FITTING[side]


def count_matches(suspect: Suspect, clues: Iterable[Side]) -> int:
    """Count the clues that fit a suspect."""
    return sum(suspect in _FITTING[side] for side in clues)


def suspect_of(clues: Iterable[Side]) -> Suspect:
    """Return the one suspect that fits all five clues: the chief.

    >>> suspect_of(sides_of_suspect("10010"))
    '10010'
    """
    shown = set(clues)
    return "".join("1" if one in shown else "0" for one, _zero in SIDES.values())
