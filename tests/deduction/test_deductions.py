"""Proofs of a seat's conclusions: right, complete, and as short as possible."""

import json
import random
import re
import sys
from itertools import islice
from pathlib import Path

import pytest

from games.coach.sentences import Cast, tell
from games.deduction.analysis import analyse_round
from games.deduction.candidates import Cards, Position, build_position
from games.deduction.deductions import prove, prove_since
from games.deduction.memory import recall
from games.deduction.steps import HasClue, IsChief, IsNotChief, StepKind
from games.proof.record import parse_record, replay_steps
from games.rules.observe import observe
from games.rules.suspects import Side, Trait
from tests.deduction.proof_checker import (
    NAMES,
    Checker,
    FaultError,
    fewest_facts,
    follows,
    goals_in,
    require,
    worlds_seen_by,
)
from tests.deduction.rounds import whole_round
from tests.deduction.second_odds import CATS, position_at
from tests.rules.random_games import ALL_OPTIONS, RandomGame
from tests.rules.second_opinion import judge_record

RECORDS = Path(__file__).parents[1] / "records"
BORIS, IRMA, VIKTOR = "01110", "01111", "00110"
MARLENE, OLGA, PHILIP = "10100", "11000", "10101"
OPPOSITES = {
    "hat": "no hat",
    "glasses": "no glasses",
    "coat": "sweater",
    "grey": "orange",
    "newspaper": "no newspaper",
}
ALTERED = OPPOSITES | {false: true for true, false in OPPOSITES.items()}
ALTERED |= {"one": "2", "2": "3", "3": "4", "4": "3", "5": "4"}
FALSE = re.compile(rf"\b(?:{'|'.join(sorted(ALTERED, reverse=True))})\b")


def positions(first):
    """Yield random positions without end, each with its viewer and observations.

    They are from random games, by turns with the recorded ones while there are any.
    """
    recorded = iter(sorted(RECORDS.glob("game-*.json")))
    for seed in range(first, sys.maxsize):
        path = next(recorded, None)
        records = [json.loads(path.read_text())["record"]] if path else []
        for record in [*records, _random_record(seed)]:
            yield from _positions_in(record, judge_record(record), random.Random(seed))


def _random_record(seed):
    chance = random.Random(seed)
    options = ALL_OPTIONS[seed % len(ALL_OPTIONS)]
    care = chance.choice([1, 1, 0.98, 0.8])
    return RandomGame(seed, options=options, care=care).play().record


def _positions_in(record, outcome, chance):
    states, made, states_at = [], 0, {}
    for _place, step in replay_steps(parse_record(record)):
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
    position = build_position(observations[-1], recall(observations)[-1])
    return prove(position, to_goal(goal))


def to_goal(goal):
    kind, *values = goal
    if kind == "clue":
        return HasClue(values[0], Side(values[1]))
    return (IsChief if kind == "chief" else IsNotChief)(*values)


def told(proof, position, viewer):
    """Return the sentences of a proof."""
    cast = Cast(NAMES[: position.n], NAMES, viewer)
    return [sentence.words for sentence in tell(proof, cast)]


def faults_in(position, viewer, goal, proof):
    """Return the faults of a proof."""
    checker = Checker(position, viewer)
    try:
        require(proof is not None, "is not proved", goal)
        for words in told(proof, position, viewer):
            checker.follow(words)
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


def proofs(moments):
    """Yield some goals at random moments, with the sentences of their proofs."""
    for position, viewer, seen in islice(positions(0), moments):
        for goal in goals_in(worlds_seen_by(position, viewer), position.n, viewer)[::9]:
            yield goal, position, viewer, told(prove_for(seen, goal), position, viewer)


def test_no_sentence_of_a_proof_can_be_left_out():
    for goal, position, viewer, words in proofs(40):
        for left_out in range(len(words) - 1):
            rest = words[:left_out] + words[left_out + 1 :]
            known = known_after(rest, position, viewer)
            assert known is None or not follows(goal, known), (goal, words)


def test_checker_finds_a_false_clue_or_number_in_any_sentence():
    altered = 0
    for _goal, position, viewer, words in proofs(40):
        for at, sentence in enumerate(words):
            for found in FALSE.finditer(sentence):
                start, end = found.span()
                false = sentence[:start] + ALTERED[found[0]] + sentence[end:]
                altered += 1
                assert known_after([*words[:at], false], position, viewer) is None
    assert altered > 500


def known_after(words, position, viewer):
    """Return the worlds that some sentences leave; None if one of them is false."""
    checker = Checker(position, viewer)
    try:
        for sentence in words:
            checker.follow(sentence)
    except FaultError:
        return None
    return checker.known


def test_own_clue_and_kept_card_refute_a_suspect():
    """Irma and Marlene share only the coat, and the coat is the viewer's."""
    position = Position((Cards(), Cards((BORIS, IRMA)), Cards()), {0: Side.COAT})
    known, cards, end = prove(position, IsNotChief(MARLENE))
    assert (known.kind, known.sides) == (StepKind.KNOWN, (Side.COAT,))
    assert (cards.kept, cards.taken) == ((IRMA,), (Trait.COAT,))
    assert set(cards.sides) == {"no-hat", "glasses", "grey", "newspaper"}
    assert (end.kind, end.places) == (StepKind.NOT_CHIEF, (1,))


def test_proof_that_only_one_seat_can_have_a_clue_is_preferred_to_a_group():
    cards = (
        Cards(),
        Cards((), ("01010", "00000")),
        Cards((PHILIP,), ("01000",)),
        Cards(("01001",)),
        Cards(("11100", "10111")),
    )
    proof = prove(Position(cards, {0: Side.NO_GLASSES}), IsChief(PHILIP))
    assert [step.places for step in proof if step.kind is StepKind.ONLY_HERE] == [(3,)]
    assert StepKind.SHARED not in {step.kind for step in proof}


def test_clue_that_is_the_same_in_all_orders_is_in_no_order():
    cards = (
        Cards(("00110", "10111")),
        Cards(("10011",), ("00100",)),
        Cards(),
        Cards((), ("11010", "00010")),
        Cards((PHILIP,), ("10000",)),
    )
    proof = prove(Position(cards, {2: Side.ORANGE}), IsChief(PHILIP))
    assert proof[1].sides == (Side.NO_GLASSES, Side.COAT)
    assert proof[-1].places == (3, 4)
    assert set(proof[-1].taken) == {Trait.HAT, Trait.GLASSES, Trait.FUR}


@pytest.mark.parametrize("seed", range(3))
def test_first_proof_of_the_chief_is_that_of_the_first_certain_state(seed):
    states = whole_round(seed, 4)
    analysis = analyse_round(states)
    goal = IsChief(analysis.chief)
    for seat in analysis.seats:
        views = [observe(state, seat.seat) for state in states[:-1]]
        memories = recall(views)
        known = [build_position(views[-1], memory) for memory in memories]
        proof, at = prove_since(known, goal)
        assert at == seat.certain_at
        assert proof == prove(known[at], goal)
        assert prove_since(known[:at], goal) is None


def test_later_proof_is_preferred_if_it_is_shorter():
    early = Position((Cards(), Cards((BORIS, IRMA)), Cards()), {0: Side.COAT})
    late = Position((Cards(), Cards((BORIS, IRMA)), Cards((), (MARLENE,))), early.known)
    goal = IsNotChief(MARLENE)
    assert prove_since([early, late], goal) == (prove(late, goal), None)
    assert prove_since([early, early], goal) == (prove(early, goal), 0)


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
