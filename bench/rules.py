"""Measures the speed of the rules, without server and database.

    python -m bench.rules

Replays the recorded games of tests/records, and prints the median of five runs of each
figure, and the machine.
"""

import json
import statistics
import time
from pathlib import Path

from bench.machine import print_machine
from games.proof.record import parse_record, replay_record
from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal
from games.rules.legal import legal_moves
from games.rules.moves import move_from_dict
from games.rules.observe import SPECTATOR, observe
from games.rules.state import begin_state

RECORDS = Path(__file__).resolve().parent.parent / "tests" / "records"
RUNS = 5


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
        state = begin_state(record.seats, record.options, record.first_seat)
        for entry in content["rounds"]:
            state, _ = begin_round(state, Deal.from_dict(entry["deal"]))
            for fields in entry["moves"]:
                move = move_from_dict(fields)
                steps.append((state, move))
                state, _ = apply_move(state, move)
    return steps


def measure(job, things):
    """Return the processor microseconds of a job for each thing, a median of runs."""
    runs = []
    for _ in range(RUNS):
        start = time.process_time()
        for thing in things:
            job(thing)
        runs.append(time.process_time() - start)
    return round(statistics.median(runs) * 1e6 / len(things), 2)


def apply(step):
    return apply_move(*step)


def apply_and_list(step):
    after, _ = apply(step)
    legal_moves(after, step[1].seat)


def observe_by_all(step):
    """Observe the state as each seat and as a spectator."""
    state, _ = step
    for viewer in range(SPECTATOR, len(state.seats)):
        observe(state, viewer)


def main():
    games = read_games()
    steps = read_steps(games)
    print(f"{len(games)} games of five players, {len(steps)} moves")
    print("µs a move applied:", measure(apply, steps))
    print(
        "µs the same and the legal moves of its seat:", measure(apply_and_list, steps)
    )
    print("µs six observations:", measure(observe_by_all, steps))
    replayed = measure(lambda game: replay_record(parse_record(game)), games)
    print(f"ms a game replayed: {replayed / 1000:.2f}")
    print_machine()


if __name__ == "__main__":
    main()
