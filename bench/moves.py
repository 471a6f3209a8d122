"""Measures a move in process, without server and sockets: processor time, statements.

    python -m bench.moves [--moves 150] [--runs 5] [--subscriptions 0] [--json FILE]

Random games of five players go through the seam, and each move is presented to all
five, as sockets do. `--subscriptions` are browsers of other players that get notices
(docs/push.md). Works on a new SQLite file, or on `DATABASE_URL` if it is set.
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

# The first moves are not counted.
WARM_UP = 60


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    options = read_arguments()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    subscribe(options.subscriptions)
    found = figures(options.moves, options.runs)
    for name, figure in found.items():
        print(f"{name}: {figure}")
    keep(options.json, found)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=150, help="of a run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--subscriptions", type=int, default=0)
    parser.add_argument("--json", type=Path, default=RESULTS / "moves.json")
    return parser.parse_args()


def subscribe(count: int) -> None:
    """Make this many players with a browser that gets notices."""
    from games.models.player import Player
    from games.models.push import PushSubscription

    players = Player.objects.bulk_create(Player(name="other") for _ in range(count))
    PushSubscription.objects.bulk_create(
        PushSubscription(player=player, endpoint=f"https://push.example/{player.pk}")
        for player in players
    )


def figures(count: int, runs: int) -> dict[str, Any]:
    """Return the medians of these runs, and the number of statements of a move."""
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
    """Return the processor seconds of a move and of its updates."""
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
    """Return the processor seconds of a call."""
    start = time.process_time()
    job(*arguments)
    return time.process_time() - start


def show(game: Any, players: list[Any]) -> list[Any]:
    """Return the page of each player as a tree."""
    from games.play.selectors import get_table_view_at
    from games.table.present.table import present

    table_views = [get_table_view_at(game.pk, 0, player) for player in players]
    assert all(table_views)
    return [present(table_view) for table_view in table_views if table_view]


def update(game: Any, players: list[Any], before: list[Any], shown: list[Any]) -> None:
    """Render the message for each player's page, and add the new trees to `shown`."""
    from games.table.page_presence import to_json
    from games.table.render import update_between

    shown += show(game, players)
    for content in map(update_between, before, shown):
        to_json(number=2, follows=1, moves=1, content=content).encode()


def count_all_statements() -> dict[str, int]:
    """Return the number of statements of a move's request, by kind of move."""
    from django.test.utils import setup_test_environment

    from tests.races.statements import STATEMENTS, count_statements

    setup_test_environment()
    return {kind: count_statements(kind) for kind in STATEMENTS}


if __name__ == "__main__":
    main()
