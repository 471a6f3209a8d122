"""Tells the plan of a proof as steps, with as few open clues and cards as possible."""

from dataclasses import dataclass

from games.deduction.candidates import (
    OF_SUSPECT,
    Cards,
    Left,
    Position,
    Sides,
    clash_of,
    list_sides,
    list_traits,
    traits_in,
    without_taken,
)
from games.deduction.proof_steps import (
    NOTHING_KNOWN,
    Goal,
    HasClue,
    IsChief,
    IsNotChief,
    Move,
    Plan,
    Proof,
    Step,
    StepKind,
    is_reached,
    take,
)
from games.deduction.worlds import PLACES
from games.rules.suspects import Suspect


def tell_plan(position: Position, goal: Goal, plan: Plan) -> Proof:
    """Return the steps of a plan with as few clues and cards as possible."""
    told = _Told(position, goal, plan, dict(enumerate(position.cards)))
    for index, (kind, places) in enumerate(plan):
        if kind is StepKind.KNOWN:
            for place in places:
                told = told.without_clue(index, place)
        elif kind is StepKind.CARDS:
            told = told.with_fewest_cards(index)
    return told.steps()


@dataclass(frozen=True, slots=True)
class _Told:
    """A plan, and the cards that it argues from."""

    position: Position
    goal: Goal
    plan: Plan
    evidence: dict[int, Cards]

    def states(self) -> list[Left] | None:
        """Return what is left before and after each move; None if it proves nothing."""
        states = [NOTHING_KNOWN]
        for move in self.plan:
            after = take(self.position, self.evidence, states[-1], move)
            if after is None:
                return None
            states.append(after)
        return states if is_reached(self.goal, states[-1]) else None

    def is_as_easy(self, told: "_Told") -> bool:
        """Return whether a shorter version still ends, with no more places together."""
        states, shorter = self.states(), told.states()
        return (
            states is not None
            and shorter is not None
            and self._clash(shorter[-1]) <= self._clash(states[-1])
        )

    def _clash(self, left: Left) -> int:
        if isinstance(self.goal, IsNotChief):
            return len(clash_of(left, self.goal.suspect))
        return 0

    def without_clue(self, index: int, place: int) -> "_Told":
        """Return the plan without an open clue, unless that clue is needed."""
        kind, places = self.plan[index]
        fewer = (kind, tuple(other for other in places if other != place))
        plan = (*self.plan[:index], fewer, *self.plan[index + 1 :])
        told = _Told(self.position, self.goal, plan, self.evidence)
        return told if self.is_as_easy(told) else self

    def with_fewest_cards(self, index: int) -> "_Told":
        """Return the plan with the fewest cards and sides in one of its steps."""
        seat = self.plan[index][1][0]
        states = self.states() or []
        before = without_taken(states[index], seat)
        for cards in _choices(self.evidence[seat], before):
            evidence = {**self.evidence, seat: cards}
            told = _Told(self.position, self.goal, self.plan, evidence)
            if self.is_as_easy(told):
                return told
        return self

    def steps(self) -> Proof:
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
        sides = 0
        for place in places:
            sides |= after[place]
        if kind is StepKind.KNOWN:
            clues = tuple(self.position.known[place] for place in places)
            return Step(kind, places, clues)
        gone = traits_in(left[places[0]] & ~sides) if kind is StepKind.TAKEN else 0
        return Step(kind, places, list_sides(sides), taken=list_traits(gone))

    def _step_of_cards(self, seat: int, left: Left, after: Left) -> Step:
        cards = self.evidence[seat]
        gone = traits_in(cards.sides & ~after[seat])
        return Step(
            StepKind.CARDS,
            (seat,),
            list_sides(after[seat]),
            kept=cards.line,
            discarded=cards.discards,
            taken=list_traits(gone),
        )

    def _end(self, left: Left) -> Proof:
        if isinstance(self.goal, HasClue):
            return ()
        suspect = self.goal.suspect
        if isinstance(self.goal, IsChief):
            sides = list_sides(OF_SUSPECT[suspect])
            return (Step(StepKind.CHIEF, (), sides, suspect=suspect),)
        places = clash_of(left, suspect)
        shared = 0
        for place in places:
            shared |= left[place] & OF_SUSPECT[suspect]
        sides = list_sides(shared)
        return (Step(StepKind.NOT_CHIEF, places, sides, suspect=suspect),)


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
