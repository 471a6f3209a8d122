"""The steps of a proof, its goals, and the telling of a plan.

A plan is told with as few open clues and cards as possible.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from games.deduction.candidates import (
    BIT,
    EVERY,
    OF_SUSPECT,
    Cards,
    Left,
    Position,
    Sides,
    exclude_shared,
    exclude_taken,
    find_chief_sides,
    find_clash,
    keep_only_place,
    list_sides,
    list_traits,
    replace_at,
    to_traits,
    unite_sides,
)
from games.deduction.worlds import PLACES
from games.rules.suspects import Side, Suspect, Trait, trait_of


class StepKind(StrEnum):
    """The kinds of steps."""

    # These clues lie open for the viewer.
    KNOWN = "known"
    # These cards leave these sides to a seat, without those already ruled out.
    CARDS = "cards"
    # Clues that are certain leave fewer sides to a place.
    TAKEN = "taken"
    # These places share these traits, so that no other place has one of them.
    SHARED = "shared"
    # No other place can have this trait.
    ONLY_HERE = "only-here"
    # Each trait has one side left.
    CHIEF = "chief"
    # These places cannot have different sides of the suspect.
    NOT_CHIEF = "not-chief"


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion.

    `sides` are the sides left at the places, for CHIEF the chief's five. For NOT_CHIEF
    they are those of the suspect's sides that several places can have, or all that one
    place can have. `taken` are the traits of certain or shared clues that the step
    rules out at its places; those of CHIEF have the other traits in some order.
    """

    kind: StepKind
    places: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    kept: tuple[Suspect, ...] = ()
    discarded: tuple[Suspect, ...] = ()
    taken: tuple[Trait, ...] = ()
    suspect: Suspect | None = None


@dataclass(frozen=True, slots=True)
class IsChief:
    """The suspect is the chief."""

    suspect: Suspect


@dataclass(frozen=True, slots=True)
class IsNotChief:
    """The suspect is not the chief."""

    suspect: Suspect


@dataclass(frozen=True, slots=True)
class HasClue:
    """A seat has this clue."""

    seat: int
    side: Side


type Goal = IsChief | IsNotChief | HasClue
type Deduction = tuple[Step, ...]

# A kind of step and the places that it looks at; for ONLY_HERE the index of a trait.
type Move = tuple[StepKind, tuple[int, ...]]
type Plan = tuple[Move, ...]
# The cards of each seat from which a proof argues.
type Evidence = Mapping[int, Cards]

# The sides left to each place before the first step.
NOTHING_KNOWN: Left = (EVERY,) * PLACES


def is_reached(goal: Goal, left: Left) -> bool:
    """Return whether a goal follows from the sides left."""
    match goal:
        case IsChief():
            return find_chief_sides(left) == OF_SUSPECT[goal.suspect]
        case IsNotChief():
            return bool(find_clash(left, goal.suspect))
        case HasClue():
            return left[goal.seat] == BIT[goal.side]


def apply_step(
    position: Position, evidence: Evidence, left: Left, move: Move
) -> Left | None:
    """Return the sides left after a move; None if the move is impossible."""
    kind, places = move
    match kind:
        case StepKind.KNOWN:
            for place in places:
                left = replace_at(left, place, BIT[position.known[place]])
            return left
        case StepKind.CARDS:
            (seat,) = places
            cards = evidence[seat]
            return replace_at(left, seat, exclude_taken(left, seat) & cards.sides)
        case StepKind.TAKEN:
            return replace_at(left, places[0], exclude_taken(left, places[0]))
        case StepKind.SHARED:
            return exclude_shared(left, places)
        case _:
            return keep_only_place(left, 1 << 2 * places[0])


def tell_plan(position: Position, goal: Goal, plan: Plan) -> Deduction:
    """Return the steps of a plan with as few clues and cards as possible."""
    argument = _Argument(position, goal, plan, dict(enumerate(position.cards)))
    for index, (kind, places) in enumerate(plan):
        if kind is StepKind.KNOWN:
            for place in places:
                argument = argument.without_clue(index, place)
        elif kind is StepKind.CARDS:
            argument = argument.with_fewest_cards(index)
    return argument.steps()


@dataclass(frozen=True, slots=True)
class _Argument:
    """A plan, and the cards that it argues from."""

    position: Position
    goal: Goal
    plan: Plan
    evidence: dict[int, Cards]

    def states(self) -> list[Left] | None:
        """Return the sides left before and after each move; None if the plan fails."""
        states = [NOTHING_KNOWN]
        for move in self.plan:
            after = apply_step(self.position, self.evidence, states[-1], move)
            if after is None:
                return None
            states.append(after)
        return states if is_reached(self.goal, states[-1]) else None

    def is_as_easy(self, argument: "_Argument") -> bool:
        """Return whether a shorter version still ends, with no more places together."""
        states, shorter = self.states(), argument.states()
        return (
            states is not None
            and shorter is not None
            and self._clash(shorter[-1]) <= self._clash(states[-1])
        )

    def _clash(self, left: Left) -> int:
        if isinstance(self.goal, IsNotChief):
            return len(find_clash(left, self.goal.suspect))
        return 0

    def without_clue(self, index: int, place: int) -> "_Argument":
        """Return the plan without an open clue, unless that clue is needed."""
        kind, places = self.plan[index]
        fewer = (kind, tuple(other for other in places if other != place))
        plan = (*self.plan[:index], fewer, *self.plan[index + 1 :])
        argument = _Argument(self.position, self.goal, plan, self.evidence)
        return argument if self.is_as_easy(argument) else self

    def with_fewest_cards(self, index: int) -> "_Argument":
        """Return the plan with the fewest cards and sides in one of its steps."""
        seat = self.plan[index][1][0]
        states = self.states() or []
        before = exclude_taken(states[index], seat)
        for cards in _choices(self.evidence[seat], before):
            evidence = {**self.evidence, seat: cards}
            argument = _Argument(self.position, self.goal, self.plan, evidence)
            if self.is_as_easy(argument):
                return argument
        return self

    def steps(self) -> Deduction:
        states = self.states() or []
        pairs = zip(self.plan, states, states[1:], strict=False)
        steps = [self._step(move, left, after) for move, left, after in pairs]
        return (*steps, *self._end(states[-1]))

    def _step(self, move: Move, left: Left, after: Left) -> Step:
        kind, places = move
        if kind is StepKind.CARDS:
            return self._step_of_cards(places[0], left, after)
        if kind is StepKind.ONLY_HERE:
            places = tuple(p for p in range(PLACES) if left[p] != after[p])
        if kind is StepKind.KNOWN:
            clues = tuple(self.position.known[place] for place in places)
            return Step(kind, places, clues)
        sides = unite_sides(after[place] for place in places)
        gone = to_traits(left[places[0]] & ~sides) if kind is StepKind.TAKEN else 0
        return Step(kind, places, list_sides(sides), taken=list_traits(gone))

    def _step_of_cards(self, seat: int, left: Left, after: Left) -> Step:
        cards = self.evidence[seat]
        gone = to_traits(cards.sides & ~after[seat])
        return Step(
            StepKind.CARDS,
            (seat,),
            list_sides(after[seat]),
            kept=cards.line,
            discarded=cards.discards,
            taken=list_traits(gone),
        )

    def _end(self, left: Left) -> Deduction:
        if isinstance(self.goal, HasClue):
            return ()
        suspect = self.goal.suspect
        if isinstance(self.goal, IsChief):
            return (_end_with_chief(left, suspect),)
        places = find_clash(left, suspect)
        shared = unite_sides(left[place] for place in places)
        if len(places) > 1:
            shared &= OF_SUSPECT[suspect]
        sides = list_sides(shared)
        return (Step(StepKind.NOT_CHIEF, places, sides, suspect=suspect),)


def _end_with_chief(left: Left, suspect: Suspect) -> Step:
    sides = list_sides(OF_SUSPECT[suspect])
    orders = (
        order
        for order in permutations(sides)
        if all(BIT[side] & at for side, at in zip(order, left, strict=True))
    )
    found = [set(at) for at in zip(*orders, strict=True)]
    return Step(
        StepKind.CHIEF,
        tuple(place for place, at in enumerate(found) if len(at) > 1),
        sides,
        taken=tuple(trait_of(side) for at in found if len(at) == 1 for side in at),
        suspect=suspect,
    )


def _choices(cards: Cards, before: Sides) -> list[Cards]:
    """Return choices of some of a seat's cards, the best first.

    The best has the fewest cards and leaves the fewest sides, counted together.
    """
    best = {before: Cards()}
    for card in (*cards.line, *cards.discards):
        for sides, chosen in list(best.items()):
            more = _with_card(chosen, card, fits=card in cards.line)
            left = sides & more.sides
            if left not in best or more.number < best[left].number:
                best[left] = more
    choices = [(left, chosen) for left, chosen in best.items() if chosen.number]
    choices.sort(key=lambda each: each[0].bit_count() + each[1].number)
    return [chosen for _, chosen in choices]


def _with_card(cards: Cards, card: Suspect, *, fits: bool) -> Cards:
    if fits:
        return Cards((*cards.line, card), cards.discards)
    return Cards(cards.line, (*cards.discards, card))
