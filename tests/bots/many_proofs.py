"""Proofs at random moments of recorded and random games, and a check of each step."""

import json
import random
import sys
from pathlib import Path

from games.bots.candidates import position_of
from games.bots.memory import recall
from games.bots.proof_steps import HasClue, IsChief, IsNotChief
from games.bots.proofs import prove
from games.rules.observe import observe
from games.rules.record import parse_record, steps_of
from games.rules.suspects import Side
from tests.bots.proof_checker import (
    Checker,
    FaultError,
    fewest_facts,
    follows,
    goals_in,
    require,
    worlds_seen_by,
)
from tests.bots.second_odds import CATS, position_at
from tests.rules.random_games import ALL_OPTIONS, RandomGame
from tests.rules.second_opinion import judge

RECORDS = Path(__file__).parents[1] / "records"


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
