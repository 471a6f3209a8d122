"""The 3,840 possible worlds, stored as the bits of one integer (docs/deduction.md).

A world assigns a clue token to each of five places and a side to each token. The places
are the seats clockwise, then the bag in the order in which it is emptied. Learning a
fact is one AND; counting worlds is a bit count.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import permutations

from games.rules.suspects import (
    SUSPECTS,
    Side,
    Suspect,
    Trait,
    list_matching_sides,
    matches,
    sides_of,
)

# A set of worlds, one bit each.
type Worlds = int
type SuspectIndex = int

PLACES = 5
TRAITS = tuple(Trait)
# The indices of the traits at the five places. A block has one bit for each order.
ORDERS = tuple(permutations(range(PLACES)))
_BLOCK = len(ORDERS)
_BYTES = _BLOCK // 8
# Each chief has a block of its own, in the order of SUSPECTS.
ALL: Worlds = (1 << _BLOCK * len(SUSPECTS)) - 1
# The worlds of the first chief.
_CHIEF: Worlds = (1 << _BLOCK) - 1
INDEX = {suspect: index for index, suspect in enumerate(SUSPECTS)}
# Each suspect's sides, in the order of the traits.
SIDES_OF = [list_matching_sides(suspect) for suspect in SUSPECTS]


def _collect(
    is_possible: Callable[[Suspect, int], bool], place: SuspectIndex
) -> Worlds:
    """Return the worlds where the chief and the trait at a place are possible."""
    worlds = 0
    for block, chief in enumerate(SUSPECTS):
        at = [is_possible(chief, trait) for trait in range(PLACES)]
        bits = sum(1 << index for index, order in enumerate(ORDERS) if at[order[place]])
        worlds |= bits << block * _BLOCK
    return worlds


# 320 sets, each in half a millisecond.
@cache
def select_fitting(place: SuspectIndex, suspect: Suspect, *, fits: bool) -> Worlds:
    """Return the worlds where a suspect matches the clue at a place, or does not."""
    if not fits:
        return ALL ^ select_fitting(place, suspect, fits=True)
    return _collect(lambda chief, trait: chief[trait] == suspect[trait], place)


# 50 sets, each in a quarter of a millisecond.
@cache
def select_holding(place: SuspectIndex, side: Side) -> Worlds:
    """Return the worlds where this side lies at a place."""
    wanted = next(index for index, t in enumerate(TRAITS) if side in sides_of(t))
    return _collect(
        lambda chief, trait: trait == wanted and matches(chief, side), place
    )


# All seats of a table ask for the same worlds again: 15 µs each without the cache.
@lru_cache(maxsize=8192)
def count_chiefs(worlds: Worlds) -> tuple[int, ...]:
    """Return for each suspect the number of worlds where it is the chief."""
    raw = worlds.to_bytes(_BYTES * len(SUSPECTS), "little")
    return tuple(
        [
            int.from_bytes(raw[start : start + _BYTES], "little").bit_count()
            for start in range(0, len(raw), _BYTES)
        ]
    )


def find_only_chief(worlds: Worlds) -> Suspect | None:
    """Return the chief of all these worlds, or None if they have several or none."""
    first = ((worlds & -worlds).bit_length() - 1) // _BLOCK
    is_only = worlds and worlds >> first * _BLOCK <= _CHIEF
    return SUSPECTS[first] if is_only else None


def count_chief(worlds: Worlds, chief: SuspectIndex) -> int:
    """Return the number of worlds where this suspect is the chief."""
    return (worlds >> chief * _BLOCK & _CHIEF).bit_count()


def list_worlds(worlds: Worlds) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the index of the chief and the order of the traits of each world."""
    raw = worlds.to_bytes(_BYTES * len(SUSPECTS), "little")
    for chief in range(len(SUSPECTS)):
        block = int.from_bytes(raw[chief * _BYTES : (chief + 1) * _BYTES], "little")
        while block:
            lowest = block & -block
            yield chief, ORDERS[lowest.bit_length() - 1]
            block ^= lowest
