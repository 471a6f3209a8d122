"""Proofs of what a seat could know: right, complete, and as short as possible."""

import pytest

from games.bots.candidates import Cards, Position
from games.bots.proof_steps import HasClue, IsChief, IsNotChief, StepKind
from games.bots.proofs import prove
from games.rules.suspects import Side, Trait
from tests.bots.many_proofs import examine, positions, prove_for
from tests.bots.proof_checker import (
    Checker,
    FaultError,
    follows,
    goals_in,
    worlds_seen_by,
)

BORIS, IRMA, VIKTOR = "01110", "01111", "00110"
MARLENE, OLGA = "10100", "11000"


def test_steps_of_proofs_at_random_moments_are_sound():
    assert examine(800) == []


@pytest.mark.full
def test_ten_thousand_steps_are_sound():
    assert examine(10_000, first=1000) == []


def test_no_step_of_a_proof_can_be_left_out():
    moments = positions(0)
    for position, viewer, observations in (next(moments) for _ in range(40)):
        for goal in goals_in(worlds_seen_by(position, viewer), position.n, viewer)[::9]:
            steps = prove_for(observations, goal)
            for left_out in range(len(steps) - 1):
                rest = steps[:left_out] + steps[left_out + 1 :]
                assert not is_sound(rest, goal, position, viewer), (goal, steps)


def is_sound(steps, goal, position, viewer):
    checker = Checker(position, viewer)
    try:
        for step in steps:
            checker.follow(step)
    except FaultError:
        return False
    return follows(goal, checker.known)


def test_own_clue_and_kept_card_refute_a_suspect():
    """Irma and Marlene share only the coat, and the coat is the viewer's."""
    position = Position((Cards(), Cards((BORIS, IRMA)), Cards()), {0: Side.COAT})
    known, cards, end = prove(position, IsNotChief(MARLENE))
    assert (known.kind, known.sides) == (StepKind.KNOWN, (Side.COAT,))
    assert (cards.kept, cards.taken) == ((IRMA,), (Trait.COAT,))
    assert set(cards.sides) == {"no-hat", "glasses", "grey", "newspaper"}
    assert (end.kind, end.places) == (StepKind.NOT_CHIEF, (1,))


def test_discarded_suspect_is_refuted_in_one_step():
    position = Position((Cards(), Cards((BORIS,), (VIKTOR,))), {})
    [step] = prove(position, IsNotChief(VIKTOR))
    assert (step.places, step.discarded) == ((1,), (VIKTOR,))


def test_taken_traits_are_named_where_they_matter():
    known = {0: Side.COAT, 3: Side.NO_HAT, 4: Side.GLASSES}
    position = Position((Cards(), Cards((BORIS, IRMA)), Cards()), known)
    known_step, cards = prove(position, HasClue(1, Side.GREY))
    assert known_step.kind is StepKind.KNOWN
    assert cards.sides == (Side.GREY,)
    assert cards.taken == (Trait.HAT, Trait.GLASSES, Trait.COAT)


def test_nothing_is_proved_that_is_open_or_contradicts_itself():
    position = Position((Cards(), Cards((BORIS,)), Cards()), {0: Side.COAT})
    assert prove(position, IsChief(BORIS)) is None
    assert prove(position, IsNotChief(BORIS)) is None
    assert prove(position, HasClue(1, Side.GREY)) is None
    misplaced = Position((Cards((OLGA,)), Cards(), Cards()), {0: Side.COAT})
    assert prove(misplaced, IsNotChief(OLGA)) is None
