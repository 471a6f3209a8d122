"""Clue tokens and the suspects that match their sides (docs/rules.md section 1)."""

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
_MATCHING: dict[Side, frozenset[Suspect]] = {
    side: frozenset(
        suspect for suspect in SUSPECTS if side in sides_of_suspect(suspect)
    )
    for side in Side
}


def sides_of(trait: Trait) -> tuple[Side, Side]:
    """Return the two sides of a trait, side 1 first."""
    return SIDES[trait]


def trait_of(side: Side) -> Trait:
    """Return the trait that a side belongs to."""
    return _TRAITS[side]


def matches(suspect: Suspect, side: Side) -> bool:
    """Return whether a suspect matches a clue.

    >>> matches("10110", Side.NO_GLASSES)
    True
    """
    return suspect in _MATCHING[side]


def count_matches(suspect: Suspect, clues: Iterable[Side]) -> int:
    """Return the number of clues that a suspect matches."""
    return sum(suspect in _MATCHING[side] for side in clues)


def suspect_of(clues: Iterable[Side]) -> Suspect:
    """Return the chief: the suspect that matches all five clues.

    >>> suspect_of(sides_of_suspect("10010"))
    '10010'
    """
    shown = set(clues)
    return "".join("1" if one in shown else "0" for one, _zero in SIDES.values())
