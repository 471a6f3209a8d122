"""A move in process, without server and sockets: processor time and statements.

    python -m bench.moves [--moves 150] [--runs 5] [--json FILE]

Games of five are played by chance through the seam, and each move is shown to all five,
as sockets do it. Works on a new SQLite file, or on `DATABASE_URL` where it is set.
"""

import argparse
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import django

from bench.machine import RESULTS, keep

# So many moves are made first, and not counted.
WARM_UP = 60


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    options = read_arguments()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    found = figures(options.moves, options.runs)
    for name, figure in found.items():
        print(f"{name}: {figure}")
    keep(options.json, found)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=150, help="of a run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path, default=RESULTS / "moves.json")
    return parser.parse_args()


def figures(count: int, runs: int) -> dict[str, Any]:
    """Return the medians of so many runs, and the statements of a move."""
    rows = [play(count if run else WARM_UP, run) for run in range(runs + 1)][1:]
    return {
        "ms a move": [round(row["move"] * 1e3, 3) for row in rows],
        "ms an observation": [round(row["observation"] * 1e3, 4) for row in rows],
        "ms five updates": [round(row["updates"] * 1e3, 3) for row in rows],
        "median ms a move": round(median(row["move"] for row in rows) * 1e3, 3),
        "median ms five updates": round(
            median(row["updates"] for row in rows) * 1e3, 3
        ),
        "statements of a request": count_all_statements(),
    }


def play(count: int, seed: int) -> dict[str, float]:
    """Return the seconds of processor time of a move, and of what follows it."""
    from games.rules.observe import observe
    from games.rules.state import Phase
    from tests.support import cast

    chance, spent = random.Random(seed), defaultdict[str, float](float)
    state = None
    for _ in range(count):
        if state is None or state.phase == Phase.OVER:
            game, players = cast.begin_game(5)
            shown = show(game, players)
        wanted = cast.choose_move(cast.look_into(game), chance)
        spent["move"] += timed(cast.make, game, players, wanted)
        trees: list[Any] = []
        spent["updates"] += timed(update, game, players, shown, trees)
        shown, state = trees, cast.look_into(game).state
        for seat in range(5):
            spent["observation"] += timed(observe, state, seat) / 5
    return {name: seconds / count for name, seconds in spent.items()}


def timed(job: Callable[..., object], *arguments: Any) -> float:
    """Return the seconds of processor time that a call takes."""
    start = time.process_time()
    job(*arguments)
    return time.process_time() - start


def show(game: Any, players: list[Any]) -> list[Any]:
    """Return what each player sees."""
    from games.play.selectors import get_table_view_at
    from games.table.present.table import present

    table_views = [get_table_view_at(game.pk, 0, player) for player in players]
    assert all(table_views)
    return [present(table_view) for table_view in table_views if table_view]


def update(game: Any, players: list[Any], before: list[Any], shown: list[Any]) -> None:
    """Make what each player's page would be sent, and note what each sees now."""
    from games.table.page_presence import to_json
    from games.table.render import update_between

    shown += show(game, players)
    for content in map(update_between, before, shown):
        to_json(number=2, follows=1, content=content).encode()


def count_all_statements() -> dict[str, int]:
    """Return how many statements the request of a move takes, by its kind."""
    from django.test.utils import setup_test_environment

    from tests.races.test_queries import STATEMENTS, count_statements

    setup_test_environment()
    return {kind: count_statements(kind) for kind in STATEMENTS}


if __name__ == "__main__":
    main()
