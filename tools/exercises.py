"""Searches for the deals of all exercises: `python -m tools.exercises`, ten minutes.

Writes games/daily/exercises.json: for each difficulty the deal of each exercise.
"""

import json
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from games.deduction.puzzles import Difficulty, find_deal, name_exercise

EXERCISES = Path(__file__).parents[1] / "games" / "daily" / "exercises.json"
LAST_EXERCISE = 1000


def find(difficulty: Difficulty, number: int) -> int:
    return find_deal(name_exercise(difficulty, number), difficulty)


def main() -> None:
    numbers = range(1, LAST_EXERCISE + 1)
    with Pool() as pool:
        deals = {
            level.value: pool.map(partial(find, level), numbers, chunksize=10)
            for level in Difficulty
        }
    lines = ",\n".join(f'"{level}": {json.dumps(of)}' for level, of in deals.items())
    EXERCISES.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
