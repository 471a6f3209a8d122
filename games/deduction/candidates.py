"""The sides that the clue at each place can still have, as bits (docs/coach.md).

The places are the seats clockwise and then the bag. The cards limit each place by
itself, and no two places have the same trait. By Hall's theorem a group of places with
too few traits for all of them is therefore the only reason why something is impossible.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import or_

from games.deduction.memory import Memory
from games.deduction.worlds import PLACES
from games.rules.observe import Observation
from games.rules.suspects import SUSPECTS, Side, Suspect, Trait, list_matching_sides

# Two bits for each trait, in the order of Side.
type Sides = int
# One bit for each trait, the lower one of its two sides.
type Traits = int
# The sides left at each place.
type Left = tuple[Sides, ...]

EVERY: Sides = (1 << len(Side)) - 1
EVERY_TRAIT: Traits = 0b0101010101
BIT: dict[Side, Sides] = {side: 1 << index for index, side in enumerate(Side)}
OF_SUSPECT: dict[Suspect, Sides] = {
    suspect: sum(BIT[side] for side in list_matching_sides(suspect))
    for suspect in SUSPECTS
}
# All groups of places, the small ones first.
GROUPS = tuple(
    group
    for size in range(1, PLACES + 1)
    for group in combinations(range(PLACES), size)
)


def to_traits(sides: Sides) -> Traits:
    return (sides | sides >> 1) & EVERY_TRAIT


def to_both_sides(traits: Traits) -> Sides:
    return traits | traits << 1


def unite_sides(sides: Iterable[Sides]) -> Sides:
    """Return the sides that at least one of these places can have."""
    return reduce(or_, sides, 0)


def is_single(sides: Sides) -> bool:
    return sides.bit_count() == 1


def list_sides(sides: Sides) -> tuple[Side, ...]:
    return tuple(side for side, bit in BIT.items() if sides & bit)


def list_traits(traits: Traits) -> tuple[Trait, ...]:
    """Return some traits in their order."""
    return tuple(trait for index, trait in enumerate(Trait) if traits >> 2 * index & 1)


@dataclass(frozen=True, slots=True)
class Cards:
    """The line of a seat, and those of its discards that the viewer knows."""

    line: tuple[Suspect, ...] = ()
    discards: tuple[Suspect, ...] = ()

    @property
    def number(self) -> int:
        return len(self.line) + len(self.discards)

    @property
    def sides(self) -> Sides:
        """Return the sides that match the whole line and no discard."""
        sides = EVERY
        for card in self.line:
            sides &= OF_SUSPECT[card]
        for card in self.discards:
            sides &= ~OF_SUSPECT[card]
        return sides


@dataclass(frozen=True, slots=True)
class Position:
    """The knowledge of a viewer at one moment: each seat's cards, and open clues.

    `known` maps places to clues that lie open for the viewer, the own one included.
    """

    cards: tuple[Cards, ...]
    known: Mapping[int, Side] = field(default_factory=dict)

    @property
    def left(self) -> Left:
        """Return the sides that its own cards and its open clue leave each place."""
        bag = [Cards()] * (PLACES - len(self.cards))
        opened = {place: BIT[side] for place, side in self.known.items()}
        return tuple(
            cards.sides & opened.get(place, EVERY)
            for place, cards in enumerate((*self.cards, *bag))
        )

    def list_possible_chiefs(self) -> list[Suspect]:
        """Return the suspects that can be the chief.

        Empty if the cards contradict each other, because one was placed wrongly.
        """
        left = self.left
        return [suspect for suspect in SUSPECTS if not find_clash(left, suspect)]


def build_position(observation: Observation, memory: Memory) -> Position:
    """Return the position of a viewer with a perfect memory of the round."""
    seats = range(len(observation.seats))
    known = {}
    if observation.my_clue is not None:
        known[observation.viewer] = observation.my_clue
    known |= dict(memory.exposed)
    known |= dict(enumerate(memory.public_clues, len(observation.seats)))
    return Position(tuple(_sort_cards(memory, seat) for seat in seats), known)


def _sort_cards(memory: Memory, seat: int) -> Cards:
    sightings = [sighting for sighting in memory.sightings if sighting.seat == seat]
    return Cards(
        tuple(sighting.suspect for sighting in sightings if sighting.fits),
        tuple(sighting.suspect for sighting in sightings if not sighting.fits),
    )


def find_clash(left: Left, suspect: Suspect) -> tuple[int, ...]:
    """Return the fewest places that cannot have different sides of a suspect.

    Empty if the suspect can be the chief.
    """
    own = [sides & OF_SUSPECT[suspect] for sides in left]
    return next((group for group in GROUPS if is_clash(own, group)), ())


def is_clash(own: Sequence[Sides], group: tuple[int, ...]) -> bool:
    """Return whether these places share fewer sides of one suspect than they are."""
    # A search asks this most often; a loop takes half the time of `unite_sides`.
    shared = 0
    for place in group:
        shared |= own[place]
    return shared.bit_count() < len(group)


def exclude_taken(left: Left, place: int) -> Sides:
    """Return the sides left at a place without the certain clues of other places."""
    taken = 0
    for other, sides in enumerate(left):
        if other != place and is_single(sides):
            taken |= sides
    return left[place] & ~to_both_sides(to_traits(taken))


def exclude_shared(left: Left, group: tuple[int, ...]) -> Left | None:
    """Return the sides left if these places have all their traits among them.

    None if they have more traits than places.
    """
    traits = to_traits(unite_sides(left[place] for place in group))
    if traits.bit_count() != len(group):
        return None
    rest = ~to_both_sides(traits)
    return tuple(
        sides if place in group else sides & rest for place, sides in enumerate(left)
    )


def keep_only_place(left: Left, trait: Traits) -> Left | None:
    """Return the sides left if only one place can have a trait, else None."""
    places = [place for place, sides in enumerate(left) if to_traits(sides) & trait]
    if len(places) != 1:
        return None
    return replace_at(left, places[0], left[places[0]] & to_both_sides(trait))


def replace_at(left: Left, place: int, sides: Sides) -> Left:
    """Return the sides left with those of one place replaced."""
    return (*left[:place], sides, *left[place + 1 :])


def find_chief_sides(left: Left) -> Sides | None:
    """Return the sides of the chief if each trait has only one side left."""
    sides = unite_sides(left)
    return (
        sides if sides.bit_count() == PLACES == to_traits(sides).bit_count() else None
    )
