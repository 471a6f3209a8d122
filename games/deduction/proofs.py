"""The shortest proofs of what a seat could know, in small steps (docs/coach.md).

A proof begins with facts that the viewer may know: open clues, and some of the cards of
some seats. Each further step looks at one place or at a group of places. The proof has
the fewest possible steps; among those the easiest, and then the fewest cards.
"""

from games.deduction.candidates import GROUPS, OF_SUSPECT, Position, is_clash
from games.deduction.proof_evidence import tell_plan
from games.deduction.proof_search import Search
from games.deduction.proof_steps import Goal, IsChief, IsNotChief, Proof, Step, StepKind
from games.rules.suspects import Suspect


def prove(position: Position, goal: Goal) -> Proof | None:
    """Return a shortest proof, or None if the goal does not follow.

    Nothing follows from cards that contradict each other.
    """
    possible = position.possible_chiefs()
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


def _refute(position: Position, suspect: Suspect) -> Proof:
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
    return min(proofs, key=_weight)


def _count_facts(position: Position, group: tuple[int, ...]) -> int:
    hidden = sum(place not in position.known for place in group)
    return hidden + (hidden < len(group))


def _weight(proof: Proof) -> tuple[int, ...]:
    return (
        len(proof[-1].places),
        sum(len(step.kept) + len(step.discarded) + len(step.sides) for step in proof),
    )
