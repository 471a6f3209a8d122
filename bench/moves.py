"""Measures the processor time of a move in process, without server and sockets.

    python -m bench.moves [--moves 150] [--runs 5]

Random games of five players go through the seam, and each move is presented to all
five, as sockets do. Works on a new SQLite file, or on `DATABASE_URL` if it is set.
"""

import argparse
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from typing import Any

import django

from bench.machine import print_machine

# The first moves are not counted.
WARM_UP = 60


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=150, help="of a run")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    play(WARM_UP, 0)
    runs = [play(options.moves, run) for run in range(1, options.runs + 1)]
    for name in ("move", "observation", "updates"):
        times = [run[name] * 1000 for run in runs]
        shown = ", ".join(f"{ms:.3f}" for ms in times)
        print(f"ms {name}: median {median(times):.3f} of {shown}")
    print_machine()


def play(count: int, seed: int) -> dict[str, float]:
    """Return the processor seconds of a move and of its five updates."""
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
    """Return the page of each player."""
    from games.play.selectors import get_table_view_at
    from games.table.page.whole import show_page

    table_views = [get_table_view_at(game.code, 0, player) for player in players]
    assert all(table_views)
    return [show_page(table_view) for table_view in table_views if table_view]


def update(game: Any, players: list[Any], before: list[Any], shown: list[Any]) -> None:
    """Render the message for each player's page, and add the new pages to `shown`."""
    from games.table.live.socket_messages import write_update

    shown += show(game, players)
    for old, new in zip(before, shown, strict=True):
        write_update(old, new, "en").encode()


if __name__ == "__main__":
    main()
