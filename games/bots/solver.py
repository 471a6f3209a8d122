"""Finds the chief by logic, in steps that a person can follow.

Each place, the seats and then the bag, keeps the sides that its clue can still have.
The simplest useful step comes first, so that the steps explain the solution: steps that
look at fewer places together are simpler. By Hall's theorem no further kinds are
needed: four places that share four tokens leave the fifth token to the fifth place,
which ONLY_HERE finds.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from games.bots.worlds import PLACES
from games.rules.clues import matches, suspect_of, trait_of
from games.rules.suspects import Side, Suspect, Trait


class StepKind(IntEnum):
    """The kinds of steps."""

    # The clue is the viewer's own or public.
    KNOWN = 0
    # These sides match all cards in a seat's line and no open discard of the seat.
    FITS = 1
    # The clue is certain, so no other place has this token.
    TAKEN = 2
    # No other place can have this token.
    ONLY_HERE = 3
    # These places share these tokens, so no other place has one of them.
    SHARED = 4
    # Each trait has one side left.
    CHIEF = 5


@dataclass(frozen=True, slots=True)
class SolverStep:
    """One conclusion about some places.

    `sides` are the sides left at these places, for CHIEF the chief's five sides.
    `others` are the places where the step rules out sides.
    """

    kind: StepKind
    places: tuple[int, ...]
    sides: tuple[Side, ...]
    others: tuple[int, ...] = ()

    @property
    def together(self) -> int:
        """Return how many places one must look at together to take this step."""
        if self.kind is StepKind.ONLY_HERE:
            # All the other places.
            return PLACES - 1
        return len(self.places) if self.kind is StepKind.SHARED else 1


@dataclass(frozen=True, slots=True)
class Cards:
    """The line and the open discards of a seat."""

    line: tuple[Suspect, ...]
    discards: tuple[Suspect, ...]


type _Left = list[frozenset[Side]]

_ORDER = {side: index for index, side in enumerate(Side)}


def solve(
    cards: Iterable[Cards], known: dict[int, Side]
) -> tuple[SolverStep, ...] | None:
    """Return the steps to the chief, or None if logic leaves more than one suspect.

    `known` maps places to known clues; the places after the seats are the bag's. The
    last step is CHIEF.
    """
    steps, left = _begin(tuple(cards), known)
    used: set[int] = set()
    while _chief_sides(left) is None:
        step = next(_possible_steps(left, used), None)
        if step is None:
            return None
        steps.append(step)
    sides = _chief_sides(left) or ()
    return (*steps, SolverStep(StepKind.CHIEF, (), sides))


def chief_in(steps: tuple[SolverStep, ...]) -> Suspect:
    """Return the chief that the steps lead to."""
    return suspect_of(steps[-1].sides)


def suspects_left(
    cards: tuple[Cards, ...], known: dict[int, Side], *, together: int
) -> list[Suspect]:
    """Return the suspects in lines that so many places, looked at together, leave.

    `together` is 1 or 2. Each side of such a suspect must be possible somewhere, and
    these places must be able to have different tokens of the suspect.
    """
    _, left = _begin(cards, known)
    used: set[int] = set()
    while any(_possible_steps(left, used, together)):
        pass
    return [
        card
        for lying in cards
        for card in lying.line
        if _may_be_chief(card, left, together)
    ]


def _may_be_chief(suspect: Suspect, left: _Left, together: int) -> bool:
    own = [frozenset(s for s in sides if matches(suspect, s)) for sides in left]
    groups = combinations(own, together)
    return len(frozenset[Side]().union(*own)) == PLACES and all(
        all(group) and len(frozenset[Side]().union(*group)) >= together
        for group in groups
    )


def _begin(
    cards: tuple[Cards, ...], known: dict[int, Side]
) -> tuple[list[SolverStep], _Left]:
    left = [frozenset(Side)] * PLACES
    steps = []
    for place, side in known.items():
        left[place] = frozenset({side})
        steps.append(SolverStep(StepKind.KNOWN, (place,), (side,)))
    for place, lying in enumerate(cards):
        if place not in known:
            left[place] = frozenset(_fitting(lying))
            steps.append(SolverStep(StepKind.FITS, (place,), _sorted(left[place])))
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
    """Return the sides of the chief if each trait has only one side left."""
    sides = frozenset[Side]().union(*left)
    return _sorted(sides) if len(sides) == len(Trait) == len(_traits(sides)) else None


def _possible_steps(
    left: _Left, used: set[int], together: int = PLACES
) -> Iterator[SolverStep]:
    """Yield useful steps, the simplest first; each one changes `left`.

    The steps look at no more than so many places together.
    """
    for find in _FINDERS[:together]:
        yield from find(left, used)


def _find_taken(left: _Left, used: set[int]) -> Iterator[SolverStep]:
    for place, sides in enumerate(left):
        if len(sides) == 1 and place not in used:
            used.add(place)
            others = _rule_out(left, (place,), _traits(sides))
            if others:
                yield SolverStep(StepKind.TAKEN, (place,), _sorted(sides), others)


def _rule_out(
    left: _Left, kept: tuple[int, ...], traits: frozenset[Trait]
) -> tuple[int, ...]:
    """Remove traits from all places except `kept`; return the changed places."""
    changed = []
    for place, sides in enumerate(left):
        rest = frozenset(side for side in sides if trait_of(side) not in traits)
        if place not in kept and rest != sides:
            left[place] = rest
            changed.append(place)
    return tuple(changed)


def _find_only_place(left: _Left, _used: set[int]) -> Iterator[SolverStep]:
    for trait in Trait:
        places = [place for place, sides in enumerate(left) if trait in _traits(sides)]
        if len(places) != 1:
            continue
        (place,) = places
        rest = frozenset(side for side in left[place] if trait_of(side) is trait)
        if rest != left[place]:
            left[place] = rest
            yield SolverStep(StepKind.ONLY_HERE, (place,), _sorted(rest))


def _find_pair(left: _Left, _used: set[int]) -> Iterator[SolverStep]:
    yield from _find_shared(left, 2)


def _find_triple(left: _Left, _used: set[int]) -> Iterator[SolverStep]:
    yield from _find_shared(left, 3)


def _find_shared(left: _Left, count: int) -> Iterator[SolverStep]:
    for places in combinations(range(len(left)), count):
        sides = frozenset[Side]().union(*(left[place] for place in places))
        if len(_traits(sides)) != count:
            continue
        others = _rule_out(left, places, _traits(sides))
        if others:
            yield SolverStep(StepKind.SHARED, places, _sorted(sides), others)


# The first one looks at one place, the second one at two, the others at more.
_FINDERS: tuple[Callable[[_Left, set[int]], Iterator[SolverStep]], ...] = (
    _find_taken,
    _find_pair,
    _find_only_place,
    _find_triple,
)
