"""Checks the sentences of proofs at random moments of recorded and random games.

    python -m tests.bots.many_proofs [--sentences 10000] [--first 0]

proves for a random seat everything that it could be asked, tells the proofs in English,
reads each sentence back and checks it (proof_checker.py). No fewer facts may be enough,
and nothing that is open may be proved. Exit code 1 if anything is wrong.
"""

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

import django
from django.utils import translation

from games.bots.candidates import position_of
from games.bots.memory import recall
from games.bots.proof_steps import HasClue, IsChief, IsNotChief
from games.bots.proofs import prove
from games.proof_words import Cast, tell
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
from tests.bots.proof_reader import read
from tests.bots.second_odds import CATS, position_at
from tests.rules.random_games import ALL_OPTIONS, RandomGame
from tests.rules.second_opinion import judge

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ["Anna", "Ben", "Carla", "Dina", "Emil"]


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


def read_proof(proof, seats, viewer):
    """Return the steps of a proof, as its English sentences state them."""
    names = NAMES[:seats]
    with translation.override("en"):
        sentences = tell(proof, Cast(names, names, viewer))
        return [read(sentence.words, names, viewer) for sentence in sentences]


def to_goal(goal):
    kind, *values = goal
    if kind == "clue":
        return HasClue(values[0], Side(values[1]))
    return (IsChief if kind == "chief" else IsNotChief)(*values)


class Report:
    """What a check has found."""

    def __init__(self):
        self.sentences, self.faults = 0, []
        self.lengths, self.seconds = {}, []

    def check(self, position, viewer, goal, proof):
        """Read the sentences of a proof, and check each of them."""
        checker = Checker(position, viewer)
        try:
            require(proof is not None, "is not proved", goal)
            for step in read_proof(proof, position.n, viewer):
                checker.follow(step)
                self.sentences += 1
            require(follows(goal, checker.known), "is not reached", goal)
            facts = sum(step.kind in {"known", "cards"} for step in proof)
            fewest = 1 if proof[0].discarded and len(proof) == 1 else None
            fewest = fewest or fewest_facts(position, viewer, goal)
            require(facts <= fewest, "takes more facts than it needs", goal)
        except (FaultError, ValueError) as fault:
            self.faults.append(f"{fault} {goal} {proof}")
        else:
            self.lengths.setdefault(goal[0], []).append(len(proof))


def examine(sentences, first=0):
    """Return the report on proofs of at least so many sentences."""
    report = Report()
    for position, viewer, observations in positions(first):
        worlds = worlds_seen_by(position, viewer)
        chance = random.Random(worlds)
        goals = goals_in(worlds, position.n, viewer)
        certain = [goal for goal in goals if goal[0] != "not-chief"]
        others = [goal for goal in goals if goal[0] == "not-chief"]
        for goal in certain + chance.sample(others, min(3, len(others))):
            start = time.process_time()
            proof = prove_for(observations, goal)
            report.seconds.append(time.process_time() - start)
            report.check(position, viewer, goal, proof)
        for cat in chance.sample(CATS, 3):
            for goal in (("chief", cat), ("not-chief", cat)):
                if goal not in goals and prove_for(observations, goal):
                    report.faults.append(f"proved, but open: {goal}")
        if report.sentences >= sentences:
            return report
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=10000)
    parser.add_argument("--first", type=int, default=0, help="the first game")
    asked = parser.parse_args()
    report = examine(asked.sentences, asked.first)
    print(f"sentences: {report.sentences:,}, faults: {len(report.faults)}")
    for kind, lengths in report.lengths.items():
        counts = sorted(Counter(lengths).items())
        spread = ", ".join(f"{steps}: {number:,}" for steps, number in counts)
        print(f"{kind}: {len(lengths):,} proofs, median {median(lengths)}; {spread}")
    times = sorted(report.seconds)
    high = times[int(0.99 * len(times))]
    print(
        f"ms a proof: median {1e3 * median(times):.2f}, p99 {1e3 * high:.2f}, "
        f"max {1e3 * times[-1]:.2f}"
    )
    print(*report.faults[:20], sep="\n")
    sys.exit(bool(report.faults))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main()
