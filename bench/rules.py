"""Measures the speed of the rules, without server and database.

    python -m bench.rules [--json FILE]

Replays the recorded games of tests/records, and prints the machine and the median of
five runs of each figure. Exit code 1 if a figure exceeds its limit.
"""

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

from bench.machine import RESULTS, keep
from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal
from games.rules.legal import legal_moves
from games.rules.moves import move_from_dict
from games.rules.observe import SPECTATOR, observe
from games.rules.record import parse_record, replay_record
from games.rules.state import new_game

RECORDS = Path(__file__).resolve().parent.parent / "tests" / "records"
RUNS = 5
# The project's limits: microseconds per move, milliseconds per game.
MOST_MOVE, MOST_GAME = 50, 10


def read_games():
    """Return the records of whole games of five players, as JSON objects."""
    games = []
    for path in sorted(RECORDS.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        whole = case.get("outcome", {}).get("phase") == "over"
        if whole and len(case["record"]["seats"]) == 5:
            games.append(case["record"])
    return games


def read_steps(games):
    """Return every (state, move) of the games."""
    steps = []
    for content in games:
        record = parse_record(content)
        state = new_game(record.seats, record.options, record.first_seat)
        for entry in content["rounds"]:
            state, _ = begin_round(state, Deal.from_dict(entry["deal"]))
            for fields in entry["moves"]:
                move = move_from_dict(fields)
                steps.append((state, move))
                state, _ = apply_move(state, move)
    return steps


def measure(job):
    """Return the processor seconds of a job: the median of five runs."""
    runs = []
    for _ in range(RUNS):
        start = time.process_time()
        job()
        runs.append(time.process_time() - start)
    return statistics.median(runs)


def apply_all(steps):
    for state, move in steps:
        apply_move(state, move)


def list_all(steps):
    for state, move in steps:
        legal_moves(state, move.seat)


def apply_and_list_all(steps):
    for state, move in steps:
        after, _ = apply_move(state, move)
        legal_moves(after, move.seat)


def observe_all(steps):
    """Observe the state as each seat and as a spectator."""
    for state, _ in steps:
        for viewer in range(SPECTATOR, len(state.seats)):
            observe(state, viewer)


def replay_all(games):
    for content in games:
        replay_record(parse_record(content))


def figures():
    """Return the figures by name."""
    games = read_games()
    steps = read_steps(games)
    kinds = defaultdict(list)
    for state, move in steps:
        kinds[type(move).__name__.lower()].append((state, move))
    micro = 1e6 / len(steps)
    apply_seconds = measure(lambda: apply_all(steps))
    return {
        "games of five players": len(games),
        "moves": len(steps),
        "moves a second": round(len(steps) / apply_seconds),
        "us a move applied": round(apply_seconds * micro, 2),
        "us a move applied, legal moves of a seat": round(
            measure(lambda: apply_and_list_all(steps)) * micro, 2
        ),
        "us the legal moves of a seat": round(
            measure(lambda: list_all(steps)) * micro, 2
        ),
        "us six observations": round(measure(lambda: observe_all(steps)) * micro, 2),
        "ms a game replayed": round(
            measure(lambda: replay_all(games)) * 1e3 / len(games), 2
        ),
        "us by kind of move": {
            kind: round(measure(lambda some=some: apply_all(some)) * 1e6 / len(some), 2)
            for kind, some in sorted(kinds.items())
        },
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, default=RESULTS / "rules.json")
    target = parser.parse_args().json
    found = {"runs": RUNS} | figures()
    for name, figure in found.items():
        print(f"{name}: {figure}")
    keep(target, found)
    slow = found["us a move applied, legal moves of a seat"] > MOST_MOVE
    sys.exit(slow or found["ms a game replayed"] > MOST_GAME)


if __name__ == "__main__":
    main()
