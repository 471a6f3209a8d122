"""Every way in which five clues can lie: 3,840 worlds as the bits of one integer.

A world says for each of five places which trait's token is there, and for each trait
which side is up. The places are the seats clockwise, then the bag in the order in which
it is emptied. To learn something is one AND, to weigh it up a count of bits
(docs/deduction.md).
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import permutations

from games.rules.clues import matches, sides_of
from games.rules.suspects import SUSPECTS, Side, Suspect, Trait

# Bits: worlds that are possible.
type Worlds = int
type Place = int

PLACES = 5
TRAITS = tuple(Trait)
# Which trait, by its index, lies at each place; one bit of a block each.
ORDERS = tuple(permutations(range(PLACES)))
_BLOCK = len(ORDERS)
_BYTES = _BLOCK // 8
# A world's bit is its order's within the block of its chief.
ALL: Worlds = (1 << _BLOCK * len(SUSPECTS)) - 1
INDEX = {suspect: index for index, suspect in enumerate(SUSPECTS)}


def _collect(is_possible: Callable[[Suspect, int], bool], place: Place) -> Worlds:
    """Return the worlds whose chief and trait at a place are told to be possible."""
    worlds = 0
    for block, chief in enumerate(SUSPECTS):
        at = [is_possible(chief, trait) for trait in range(PLACES)]
        bits = sum(1 << index for index, order in enumerate(ORDERS) if at[order[place]])
        worlds |= bits << block * _BLOCK
    return worlds


@cache
def fitting(place: Place, suspect: Suspect, *, fits: bool) -> Worlds:
    """Return the worlds in which the clue at a place fits a suspect, or does not."""
    if not fits:
        return ALL ^ fitting(place, suspect, fits=True)
    return _collect(lambda chief, trait: chief[trait] == suspect[trait], place)


@cache
def holding(place: Place, side: Side) -> Worlds:
    """Return the worlds in which the clue at a place is this one."""
    wanted = next(index for index, t in enumerate(TRAITS) if side in sides_of(t))
    return _collect(
        lambda chief, trait: trait == wanted and matches(chief, side), place
    )


@lru_cache(maxsize=8192)
def count_chiefs(worlds: Worlds) -> tuple[int, ...]:
    """Count for each suspect the worlds in which it is the chief."""
    raw = worlds.to_bytes(_BYTES * len(SUSPECTS), "little")
    return tuple(
        [
            int.from_bytes(raw[start : start + _BYTES], "little").bit_count()
            for start in range(0, len(raw), _BYTES)
        ]
    )


def each_world(worlds: Worlds) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the index of the chief, and the order of the traits, of each world."""
    raw = worlds.to_bytes(_BYTES * len(SUSPECTS), "little")
    for chief in range(len(SUSPECTS)):
        block = int.from_bytes(raw[chief * _BYTES : (chief + 1) * _BYTES], "little")
        while block:
            lowest = block & -block
            yield chief, ORDERS[lowest.bit_length() - 1]
            block ^= lowest


def sides_in(chief: int, order: tuple[int, ...]) -> tuple[Side, ...]:
    """Return the side that lies at each place of a world.

    >>> [str(side) for side in sides_in(0b10110, (3, 0, 1, 2, 4))]
    ['grey', 'hat', 'no-glasses', 'coat', 'no-newspaper']
    """
    code = SUSPECTS[chief]
    return tuple(
        sides_of(TRAITS[trait])[0 if code[trait] == "1" else 1] for trait in order
    )
