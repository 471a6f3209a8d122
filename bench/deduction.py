"""Checks the probabilities of the bots, their speed, and the cases of 1,000 days.

    python -m bench.deduction [--rounds 10000] [--days 1000] [--out FILE]

Simulates rounds at tables of three to five, and compares each stated probability with
the frequency: for each tenth it prints the difference with a 99 % interval,
bootstrapped over rounds. Exit code 1 if an interval does not hold the frequency,
if any tenth is off by more than three points, if a certainty was wrong, if an update
takes more than a millisecond, or if a case does not have exactly one answer.
"""

import argparse
import hashlib
import json
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from datetime import date, timedelta
from pathlib import Path

from bench.machine import describe
from games.bots.deduction import deduce
from games.bots.memory import BLANK, glance, remember
from games.bots.notebook_odds import think
from games.bots.opponents import OpponentModel
from games.bots.puzzles import BY_WEEKDAY, YOU, case_of
from games.bots.worlds import ALL, INDEX, count_chiefs, fitting, holding
from games.rules.apply import apply_move, begin_round
from games.rules.clues import sides_of, suspect_of
from games.rules.deal import shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.moves import Choose, Draw
from games.rules.observe import observe
from games.rules.state import Phase, new_game

TENTHS = 10
RESAMPLES = 400
# A tenth with fewer probabilities than this is spread over a few rounds only.
ENOUGH = 2000
MOST_POINTS, MOST_MILLISECONDS = 0.03, 1.0


def deal(number, seats):
    """Return a round with random sides."""
    key = hashlib.sha256(f"bench {number}".encode()).digest()
    state = new_game(tuple(Investigator)[:seats], Options(), 0)
    state, _ = begin_round(state, shuffle_deal(key, state))
    for seat, trait in enumerate(state.clue_tokens):
        state, _ = apply_move(state, Choose(seat, sides_of(trait)[key[seat] % 2]))
    return state


def views(number, seats, viewer):
    """Yield a viewer's observations from the first on, and a perfect memory of them."""
    state, memory = deal(number, seats), BLANK
    while True:
        observation = observe(state, viewer)
        memory = remember(memory, observation)
        yield state, observation, memory
        if state.phase is not Phase.SUSPECTS:
            return
        state, _ = apply_move(state, Draw(state.turn))


def tally(number, believe):
    """Return for each tenth of one round: the count, the sum, the number of true ones.

    Each seat states a probability for each suspect after each draw. Wrong certainties
    are counted separately.
    """
    tenths = defaultdict(lambda: [0, 0.0, 0])
    wrong = 0
    seats = 3 + number % 3
    for state, _, memory in views(number, seats, 0):
        chief = INDEX[suspect_of(state.clues + state.public_clues + state.flips)]
        for viewer in range(seats):
            chances = believe(observe(state, viewer), memory).chances
            wrong += chances[chief] == 0
            for index, chance in enumerate(chances):
                if 0 < chance < 1:
                    tenth = tenths[int(chance * TENTHS)]
                    tenth[0] += 1
                    tenth[1] += chance
                    tenth[2] += index == chief
    return {tenth: tuple(sums) for tenth, sums in tenths.items()}, wrong


def calibrate(rounds, believe):
    """Return a row for each tenth, and the number of wrong certainties."""
    tallies = [tally(number, believe) for number in range(rounds)]
    rows = []
    for tenth in range(TENTHS):
        of_rounds = [tenths.get(tenth, (0, 0.0, 0)) for tenths, _ in tallies]
        count, given, true = map(sum, zip(*of_rounds, strict=True))
        if count:
            low, high = bootstrap(of_rounds)
            rows.append(
                {
                    "tenth": f"{tenth * 10} to {tenth * 10 + 10} %",
                    "count": count,
                    "given": given / count,
                    "true": true / count,
                    "low": low,
                    "high": high,
                }
            )
    return rows, sum(wrong for _, wrong in tallies)


def bootstrap(of_rounds):
    """Return the 99 % interval of frequency minus stated probability."""
    chance = random.Random(1)
    found = []
    for _ in range(RESAMPLES):
        sample = chance.choices(of_rounds, k=len(of_rounds))
        count, given, true = map(sum, zip(*sample, strict=True))
        found.append((true - given) / count if count else 0.0)
    found.sort()
    return found[RESAMPLES // 200], found[-1 - RESAMPLES // 200]


def is_right(row):
    """Return whether chance alone explains the difference in a tenth."""
    return row["low"] <= 0 <= row["high"] and is_near(row)


def is_near(row):
    """Return whether a tenth is right to three points, or too rare to tell."""
    off = abs(row["true"] - row["given"])
    return off <= MOST_POINTS or row["count"] < ENOUGH


def time_updates(rounds, opponents=None):
    """Return the median milliseconds of an update for five players without a cache."""
    times = []
    for number in range(rounds):
        memory = BLANK
        for state, _, _ in views(number, 5, 0):
            observation = observe(state, 0)
            count_chiefs.cache_clear()
            start = time.perf_counter()
            memory = remember(memory, observation)
            assert deduce(observation, memory, opponents=opponents).chances
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def time_notebooks(rounds):
    """Return the median and the most milliseconds of a notebook for five players.

    Each position is timed five times without a cache; the shortest time counts.
    """
    times = []
    for number in range(rounds):
        for _, observation, _ in views(number, 5, number % 5):
            times.append(min(time_notebook(observation) for _ in range(5)))
    return statistics.median(times) * 1e3, max(times) * 1e3


def time_notebook(observation):
    start = time.process_time()
    think(observation)
    return time.process_time() - start


def certain_after(rounds, believe):
    """Return, by size of the table, the median draw after which a seat is certain."""
    medians = {}
    for seats in (3, 4, 5):
        found = []
        for number in range(rounds):
            draws = 32
            for draw, (_, observation, memory) in enumerate(views(number, seats, 0)):
                if believe(observation, memory).certain:
                    draws = draw
                    break
            found.append(draws)
        medians[seats] = statistics.median(found)
    return medians


def chiefs_of(puzzle):
    """Count the suspects that may be the chief in a puzzle."""
    worlds = ALL & holding(YOU, puzzle.my_clue)
    for place, side in enumerate(puzzle.public_clues, len(puzzle.seats)):
        worlds &= holding(place, side)
    for seat, cards in enumerate(puzzle.cards):
        for pile, fits in ((cards.line, True), (cards.discards, False)):
            for card in pile:
                worlds &= fitting(seat, card, fits=fits)
    return sum(bool(count) for count in count_chiefs(worlds))


def look_at_cases(days):
    """Return the number of cases by difficulty, and the number of faulty cases."""
    first = date(2026, 11, 21)
    found, bad = Counter(), 0
    for number in range(days):
        day = first + timedelta(number)
        case = case_of(day)
        found[case.difficulty.value] += 1
        in_line = any(case.chief in cards.line for cards in case.puzzle.cards)
        on_time = case.difficulty is BY_WEEKDAY[day.weekday()]
        bad += not (in_line and on_time and chiefs_of(case.puzzle) == 1)
    return dict(found), bad


def perfectly(observation, memory):
    """Return the deductions of a perfect memory."""
    return deduce(observation, memory)


def at_a_glance(observation, _memory):
    """Return the deductions from the open cards and the number of hidden ones."""
    return deduce(observation, glance(observation), weighs_piles=True)


def show(rows):
    for row in rows:
        print(
            "| {tenth} | {count:,} | {given:.2%} | {true:.2%} "
            "| {low:+.2%} to {high:+.2%} |".format(**row),
            "" if is_right(row) else " OFF",
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--days", type=int, default=1000)
    parser.add_argument("--out", type=Path, help="write the figures there as JSON too")
    asked = parser.parse_args()
    found = {"machine": describe()}
    good = True
    # At a glance takes longer.
    ways = {
        "perfect": (perfectly, asked.rounds),
        "face up": (at_a_glance, max(1, asked.rounds // 3)),
    }
    for name, (believe, rounds) in ways.items():
        rows, wrong = calibrate(rounds, believe)
        print(f"memory: {name}; {rounds} rounds; certain and wrong: {wrong}")
        show(rows)
        good = good and not wrong and all(map(is_right, rows))
        found[f"calibration, {name}"] = rows
        draws = certain_after(max(1, rounds // 30), believe)
        found[f"certain after, {name}"] = draws
        print("certain after (median draws):", draws)
    for name, opponents in (("plain", None), ("with a reading", OpponentModel())):
        found[f"ms an update, {name}"] = time_updates(
            max(1, asked.rounds // 100), opponents
        )
        print(f"ms an update, {name}: {found[f'ms an update, {name}']:.3f}")
        good = good and found[f"ms an update, {name}"] <= MOST_MILLISECONDS
    median, most = time_notebooks(max(1, asked.rounds // 100))
    found["ms a notebook"] = {"median": median, "most": most}
    print(f"ms a notebook: median {median:.2f}, most {most:.2f}")
    found["cases"], bad = look_at_cases(asked.days)
    print(f"cases: {found['cases']}, bad: {bad}")
    if asked.out:
        asked.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    sys.exit(not good or bool(bad))


if __name__ == "__main__":
    main()
