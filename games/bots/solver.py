"""Finding the chief by logic, one step at a time, as a person would with a pencil.

Each place, the seats and then the bag, keeps the sides that its clue can still be. The
simplest step that gets on is taken first, so the steps are an explanation. They are
all that is needed: what two, three or four places share leaves nothing more to find
(Hall's theorem; four places are one for which only one token is left).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from games.rules.clues import matches, suspect_of, trait_of
from games.rules.suspects import Side, Suspect, Trait


class Kind(IntEnum):
    """The kinds of steps, the simplest first."""

    # The clue lies open: one's own, or a public one.
    KNOWN = 0
    # These sides fit all of a seat's line and nothing of its discards.
    FITS = 1
    # The clue is certain, and so nobody else has that token.
    TAKEN = 2
    # Nobody else can have that token.
    ONLY_HERE = 3
    # These places have those tokens among them, so nobody else has one of them.
    SHARED = 4
    # Each trait has one side left.
    CHIEF = 5


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion: at which places, and which sides.

    `sides` are those left at the places, for CHIEF all five. `others` are the places at
    which something was ruled out by it.
    """

    kind: Kind
    places: tuple[int, ...]
    sides: tuple[Side, ...]
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """What lies before a seat."""

    line: tuple[Suspect, ...]
    discards: tuple[Suspect, ...]


type _Left = list[frozenset[Side]]

_ORDER = {side: index for index, side in enumerate(Side)}


def solve(cards: Iterable[Cards], known: dict[int, Side]) -> tuple[Step, ...] | None:
    """Return the steps to the chief; None if more than one suspect can be the chief.

    `known` are the clues that lie open, by their place; places after the seats are the
    bag's. The last step is CHIEF.
    """
    steps, left = _begin(tuple(cards), known)
    used: set[int] = set()
    while _chief_sides(left) is None:
        step = next(_possible_steps(left, used), None)
        if step is None:
            return None
        steps.append(step)
    sides = _chief_sides(left) or ()
    return (*steps, Step(Kind.CHIEF, (), sides))


def chief_in(steps: tuple[Step, ...]) -> Suspect:
    """Return the suspect to whom the steps lead."""
    return suspect_of(steps[-1].sides)


def hardest(steps: tuple[Step, ...]) -> Kind:
    """Return the hardest kind of step that was needed."""
    return max(step.kind for step in steps[:-1])


def _begin(
    cards: tuple[Cards, ...], known: dict[int, Side]
) -> tuple[list[Step], _Left]:
    left = [frozenset(Side)] * 5
    steps = []
    for place, side in known.items():
        left[place] = frozenset({side})
        steps.append(Step(Kind.KNOWN, (place,), (side,)))
    for place, lying in enumerate(cards):
        if place not in known:
            left[place] = frozenset(_fitting(lying))
            steps.append(Step(Kind.FITS, (place,), _sorted(left[place])))
    return steps, left


def _fitting(lying: Cards) -> Iterator[Side]:
    for side in Side:
        if all(matches(card, side) for card in lying.line) and not any(
            matches(card, side) for card in lying.discards
        ):
            yield side


def _sorted(sides: Iterable[Side]) -> tuple[Side, ...]:
    return tuple(sorted(sides, key=_ORDER.__getitem__))


def _traits(sides: Iterable[Side]) -> frozenset[Trait]:
    return frozenset(trait_of(side) for side in sides)


def _chief_sides(left: _Left) -> tuple[Side, ...] | None:
    """Return the sides of the chief if each trait has only one left anywhere."""
    sides = frozenset[Side]().union(*left)
    return _sorted(sides) if len(sides) == len(Trait) == len(_traits(sides)) else None


def _possible_steps(left: _Left, used: set[int]) -> Iterator[Step]:
    """Yield steps that get on, the simplest first; `left` changes with each."""
    for find in _FINDERS:
        yield from find(left, used)


def _take(left: _Left, used: set[int]) -> Iterator[Step]:
    for place, sides in enumerate(left):
        if len(sides) == 1 and place not in used:
            used.add(place)
            others = _rule_out(left, (place,), _traits(sides))
            if others:
                yield Step(Kind.TAKEN, (place,), _sorted(sides), others)


def _rule_out(
    left: _Left, kept: tuple[int, ...], traits: frozenset[Trait]
) -> tuple[int, ...]:
    """Take traits from all places but some; return where that changed something."""
    changed = []
    for place, sides in enumerate(left):
        rest = frozenset(side for side in sides if trait_of(side) not in traits)
        if place not in kept and rest != sides:
            left[place] = rest
            changed.append(place)
    return tuple(changed)


def _find_only_place(left: _Left, _used: set[int]) -> Iterator[Step]:
    for trait in Trait:
        places = [place for place, sides in enumerate(left) if trait in _traits(sides)]
        if len(places) != 1:
            continue
        (place,) = places
        rest = frozenset(side for side in left[place] if trait_of(side) is trait)
        if rest != left[place]:
            left[place] = rest
            yield Step(Kind.ONLY_HERE, (place,), _sorted(rest))


def _find_shared(left: _Left, _used: set[int]) -> Iterator[Step]:
    for count in (2, 3):
        for places in combinations(range(len(left)), count):
            sides = frozenset[Side]().union(*(left[place] for place in places))
            if len(_traits(sides)) != count:
                continue
            others = _rule_out(left, places, _traits(sides))
            if others:
                yield Step(Kind.SHARED, places, _sorted(sides), others)


_FINDERS: tuple[Callable[[_Left, set[int]], Iterator[Step]], ...] = (
    _take,
    _find_only_place,
    _find_shared,
)
