"""The shortest proofs of a seat's conclusions, in small steps (docs/coach.md).

A proof begins with facts that the viewer may know: open clues, and some of the cards of
some seats. Each further step looks at one place or at a group of places. The proof has
the fewest possible steps; among those the easiest, and then the fewest cards.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from games.deduction.candidates import (
    EVERY,
    GROUPS,
    OF_SUSPECT,
    Left,
    Position,
    exclude_taken,
    find_clash,
    is_clash,
    to_both_sides,
)
from games.deduction.steps import (
    NOTHING_KNOWN,
    Deduction,
    Goal,
    HasClue,
    IsChief,
    IsNotChief,
    Move,
    Plan,
    Step,
    StepKind,
    apply_step,
    is_reached,
    tell_plan,
)
from games.deduction.worlds import PLACES
from games.rules.suspects import Suspect


def prove(position: Position, goal: Goal) -> Deduction | None:
    """Return a shortest proof, or None if the goal does not follow.

    Nothing follows from cards that contradict each other.
    """
    possible = position.list_possible_chiefs()
    if not possible:
        return None
    match goal:
        case IsChief():
            if possible != [goal.suspect]:
                return None
        case IsNotChief():
            return None if goal.suspect in possible else _refute(position, goal.suspect)
    plan = Search(position, goal).find()
    return None if plan is None else tell_plan(position, goal, plan)


def prove_since(
    positions: Sequence[Position], goal: Goal
) -> tuple[Deduction, int | None] | None:
    """Return the proof of the first position that proves a goal, and its index.

    Each position must know all that those before it knew. If the last one has a shorter
    proof that someone is not the chief, or of a clue, it is returned with None. Returns
    None if the last one does not prove the goal.
    """
    proof = prove(positions[-1], goal)
    if proof is None:
        return None
    at = bisect_left(positions, True, key=lambda known: prove(known, goal) is not None)
    first = prove(positions[at], goal) or ()
    is_as_short = isinstance(goal, IsChief) or len(first) == len(proof)
    return (first, at) if is_as_short else (proof, None)


def _refute(position: Position, suspect: Suspect) -> Deduction:
    """Return the proof that a suspect is not the chief.

    The places of any group that clashes over the suspect are enough, and one of the
    groups has the fewest facts.
    """
    for seat, cards in enumerate(position.cards):
        if suspect in cards.discards:
            return (
                Step(
                    StepKind.NOT_CHIEF,
                    places=(seat,),
                    discarded=(suspect,),
                    suspect=suspect,
                ),
            )
    own = [sides & OF_SUSPECT[suspect] for sides in position.left]
    groups = [group for group in GROUPS if is_clash(own, group)]
    fewest = min(_count_facts(position, group) for group in groups)
    goal = IsNotChief(suspect)
    plans = [
        Search(position, goal, group).find()
        for group in groups
        if _count_facts(position, group) == fewest
    ]
    proofs = [tell_plan(position, goal, plan) for plan in plans if plan]
    return min(proofs, key=_weigh)


def _count_facts(position: Position, group: tuple[int, ...]) -> int:
    hidden = sum(place not in position.known for place in group)
    return hidden + (hidden < len(group))


def _weigh(proof: Deduction) -> tuple[int, ...]:
    return (
        len(proof[-1].places),
        sum(len(step.kept) + len(step.discarded) + len(step.sides) for step in proof),
    )


@dataclass(frozen=True, slots=True)
class Search:
    """A goal, and the places whose facts may lead to it."""

    position: Position
    goal: Goal
    places: tuple[int, ...] = tuple(range(PLACES))

    def find(self) -> Plan | None:
        """Return the moves of a shortest proof, without its last step."""
        facts, evidence = self._facts(), dict(enumerate(self.position.cards))
        tie = count()
        # The least number of steps, their effort, the sides left, the facts read, and
        # the moves so far.
        start = (self._least((), len(facts)), 0, next(tie), NOTHING_KNOWN, 0, ())
        queue: list[tuple[int, int, int, Left, int, Plan]] = [start]
        reached = set()
        while queue:
            _, effort, _, left, read, plan = heappop(queue)
            if (left, read) in reached:
                continue
            reached.add((left, read))
            if is_reached(self.goal, left):
                return plan
            for move, now_read in self._moves(left, read, facts):
                after = apply_step(self.position, evidence, left, move)
                if after is None or (after, now_read) == (left, read):
                    continue
                if not self._ends_elsewhere(move, after):
                    longer = (*plan, move)
                    least = self._least(longer, len(facts) - now_read.bit_count())
                    harder = effort + self._effort(move, after)
                    entry = (least, harder, next(tie), after, now_read, longer)
                    heappush(queue, entry)
        return None

    def _facts(self) -> Plan:
        """Return the moves that read facts: the open clues, and the cards of seats."""
        opened = tuple(place for place in self.position.known if place in self.places)
        known: Plan = ((StepKind.KNOWN, opened),) if opened else ()
        hidden = (
            seat
            for seat, cards in enumerate(self.position.cards)
            if seat in self.places and seat not in opened and cards.sides != EVERY
        )
        return (*known, *((StepKind.CARDS, (seat,)) for seat in hidden))

    def _moves(self, left: Left, read: int, facts: Plan) -> Iterator[tuple[Move, int]]:
        """Yield the possible moves, each with the facts read after it, one bit each."""
        for index, fact in enumerate(facts):
            if not read >> index & 1:
                yield fact, read | 1 << index
        if not isinstance(self.goal, IsNotChief):
            for move in _list_conclusions(left):
                yield move, read

    def _ends_elsewhere(self, move: Move, after: Left) -> bool:
        """Return whether a clue would follow from a step about other seats alone.

        The seat's own cards then make a better end.
        """
        is_clue = isinstance(self.goal, HasClue) and move[0] is StepKind.SHARED
        return is_clue and is_reached(self.goal, after)

    def _least(self, plan: Plan, unread: int) -> int:
        """Return the least number of moves of any proof that begins like this.

        Every fact is needed to know the chief.
        """
        return len(plan) + (unread if isinstance(self.goal, IsChief) else 0)

    def _effort(self, move: Move, after: Left) -> int:
        """Return how hard a step is to follow, beyond the number of steps."""
        if isinstance(self.goal, IsNotChief):
            return len(find_clash(after, self.goal.suspect))
        kind, places = move
        match kind:
            case StepKind.TAKEN:
                return 1
            case StepKind.SHARED:
                return len(places)
            case StepKind.ONLY_HERE:
                # The one place that can have the trait is easy once its side is clear.
                sides = to_both_sides(1 << 2 * places[0])
                return sum((left & sides).bit_count() for left in after)
        return 0


def _list_conclusions(left: Left) -> Iterator[Move]:
    """Yield the moves that look at the sides left; some of them change nothing."""
    for place, sides in enumerate(left):
        if exclude_taken(left, place) != sides:
            yield StepKind.TAKEN, (place,)
    for group in GROUPS:
        if 1 < len(group) < PLACES - 1:
            yield StepKind.SHARED, group
    for trait in range(PLACES):
        yield StepKind.ONLY_HERE, (trait,)
