"""Proofs of what a seat could know: right, complete, and as short as possible."""

import json
import random
import sys
from pathlib import Path

import pytest

from games.deduction.candidates import Cards, Position, position_of
from games.deduction.memory import recall
from games.deduction.proof_steps import HasClue, IsChief, IsNotChief, StepKind
from games.deduction.proofs import prove
from games.rules.observe import observe
from games.rules.record import parse_record, steps_of
from games.rules.suspects import Side, Trait
from tests.deduction.proof_checker import (
    Checker,
    FaultError,
    fewest_facts,
    follows,
    goals_in,
    require,
    worlds_seen_by,
)
from tests.deduction.second_odds import CATS, position_at
from tests.rules.random_games import ALL_OPTIONS, RandomGame
from tests.rules.second_opinion import judge

RECORDS = Path(__file__).parents[1] / "records"
BORIS, IRMA, VIKTOR = "01110", "01111", "00110"
MARLENE, OLGA = "10100", "11000"


def positions(first):
    """Yield random positions without end, each with its viewer and observations.

    They are from random games, by turns with the recorded ones while there are any.
    """
    recorded = iter(sorted(RECORDS.glob("game-*.json")))
    for seed in range(first, sys.maxsize):
        path = next(recorded, None)
        records = [json.loads(path.read_text())["record"]] if path else []
        for record in [*records, _random_record(seed)]:
            told, outcome = judge(record)
            assert told == "outcome"
            yield from _positions_in(record, outcome, random.Random(seed))


def _random_record(seed):
    chance = random.Random(seed)
    options = ALL_OPTIONS[seed % len(ALL_OPTIONS)]
    care = chance.choice([1, 1, 0.98, 0.8])
    return RandomGame(seed, options=options, care=care).play().record


def _positions_in(record, outcome, chance):
    states, made, states_at = [], 0, {}
    for _place, step in steps_of(parse_record(record)):
        made += step.deal is None
        states = [step.state] if step.deal else [*states, step.state]
        states_at[made] = states
    for _ in range(6):
        moves = chance.randint(1, made)
        position = position_at(record, outcome, moves)
        seat = chance.randrange(len(record["seats"]))
        if not position.is_revealed and seat in position.clues:
            yield position, seat, [observe(state, seat) for state in states_at[moves]]


def prove_for(observations, goal):
    """Return the proof for a viewer with these observations of a round."""
    position = position_of(observations[-1], recall(observations))
    return prove(position, to_goal(goal))


def to_goal(goal):
    kind, *values = goal
    if kind == "clue":
        return HasClue(values[0], Side(values[1]))
    return (IsChief if kind == "chief" else IsNotChief)(*values)


def faults_in(position, viewer, goal, proof):
    """Return what is wrong with a proof, if anything."""
    checker = Checker(position, viewer)
    try:
        require(proof is not None, "is not proved", goal)
        for step in proof:
            checker.follow(step)
        require(follows(goal, checker.known), "is not reached", goal)
        facts = sum(step.kind in {"known", "cards"} for step in proof)
        fewest = 1 if proof[0].discarded and len(proof) == 1 else None
        fewest = fewest or fewest_facts(position, viewer, goal)
        require(facts <= fewest, "takes more facts than it needs", goal)
    except FaultError as fault:
        return [f"{fault} {goal} {proof}"]
    return []


def examine(steps, first=0):
    """Return the faults of proofs that have at least so many steps together.

    A random seat is asked for everything that is certain and for three suspects that
    are not the chief. Nothing that is open may be proved.
    """
    checked, faults = 0, []
    for position, viewer, observations in positions(first):
        worlds = worlds_seen_by(position, viewer)
        chance = random.Random(worlds)
        goals = goals_in(worlds, position.n, viewer)
        certain = [goal for goal in goals if goal[0] != "not-chief"]
        others = [goal for goal in goals if goal[0] == "not-chief"]
        for goal in certain + chance.sample(others, min(3, len(others))):
            proof = prove_for(observations, goal)
            faults += faults_in(position, viewer, goal, proof)
            checked += len(proof or ())
        for cat in chance.sample(CATS, 3):
            for goal in (("chief", cat), ("not-chief", cat)):
                if goal not in goals and prove_for(observations, goal):
                    faults.append(f"proved, but open: {goal}")
        if checked >= steps:
            return faults
    return faults


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
