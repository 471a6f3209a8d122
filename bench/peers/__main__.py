"""Runs our server and boardgame.io in turn, in the same scenario.

    python -m bench.peers [--quick] [--rounds 5] [--json FILE]

Every side gets the same tables of five, moves by the seat in turn, and the same search
for the highest rate. Rounds begin with different sides. Sides that only serve as a
reference play in the first rounds. `python -m bench.report` makes tables and pictures
of the results.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from bench.load import print_heads, run_step
from bench.machine import RESULTS, keep
from bench.meter import Parts, Step, memory_mb
from bench.peers.rival import STORAGES, install, serve
from bench.peers.summary import print_summary
from bench.peers.table import open_rivals
from bench.ramp import find_most
from bench.table import LANGUAGES, open_tables, spread
from tests.support.servers import end_on_signals
from tests.support.site_server import SiteServer

# The doors, and the number of languages at each table.
OURS = {"socket": ("socket", 1), "post": ("post", 1), "languages": ("socket", 4)}
SIDES = (*(f"ours-{door}" for door in OURS), *(f"boardgame.io-{s}" for s in STORAGES))
# The other sides are a reference and play fewer rounds.
COMPARED = ("ours-socket", "ours-post", "boardgame.io-postgres")
# Seconds of a side without its steps: start, 500 joining phones, a round's moves.
SET_UP = 40
# The usual number of steps in a search.
STEPS = 5


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    end_on_signals()
    options = read_arguments()
    install()
    plan = list(sides_of_rounds(options))
    seconds = sum(map(len, plan)) * (SET_UP + STEPS * options.seconds)
    print(f"{sum(map(len, plan))} ramps, about {seconds / 60:.0f} minutes", flush=True)
    rounds: list[dict[str, Any]] = []
    for sides in plan:
        rounds.append({side: run_side(side, options) for side in sides})
        keep(options.json, {"options": str(options), "rounds": rounds})
    print_summary(rounds)


def sides_of_rounds(options: argparse.Namespace) -> Iterator[list[str]]:
    """Yield the sides of each round in their order."""
    for number in range(options.rounds):
        sides = [
            side
            for side in options.sides
            if side in COMPARED or number < options.rounds_of_others
        ]
        first = number % len(sides)
        yield [*sides[first:], *sides[:first]]


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, help="of a step")
    parser.add_argument("--rounds-of-others", type=int, default=1)
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=list(SIDES))
    parser.add_argument("--json", type=Path, default=RESULTS / "peers.json")
    options = parser.parse_args()
    usual = (10, 1, 2) if options.quick else (100, 5, 7)
    for name, value in zip(("tables", "rounds", "seconds"), usual, strict=True):
        if getattr(options, name) is None:
            setattr(options, name, value)
    return options


def run_side(side: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the steps of one side, and its memory at the end."""
    print(f"\n{side}", flush=True)
    server, _, kind = side.rpartition("-")
    start = start_ours if server == "ours" else start_rival
    with (
        tempfile.TemporaryDirectory(prefix="charlie-peers-") as folder,
        start(kind, Path(folder), options.tables) as (pid, parts, open_all),
    ):
        steps = asyncio.run(ramp(pid, parts, open_all, options))
        return {"steps": [asdict(s) for s in steps], "memory_mb": memory_mb(pid)}


type Side = Iterator[tuple[int, Parts, Callable[[], Any]]]


@contextmanager
def start_ours(kind: str, folder: Path, count: int) -> Side:
    door, languages = OURS[kind]
    server = SiteServer(folder)
    server.start()
    try:
        assert server.process is not None
        open_all = partial(
            open_tables,
            server.port,
            count,
            5,
            door,
            languages=LANGUAGES[:languages],
        )
        yield server.process.pid, {}, open_all
    finally:
        errors = server.errors_since(0)
        server.stop()
    if errors:
        sys.exit("\n".join(errors))


@contextmanager
def start_rival(storage: str, folder: Path, count: int) -> Side:
    with serve(storage, folder) as (port, pid, parts):
        yield pid, parts, partial(open_rivals, port, count)


async def ramp(
    pid: int, parts: Parts, open_all: Callable[[], Any], options: argparse.Namespace
) -> list[Step]:
    """Return the steps of a server with full tables and open sockets."""
    tables = await open_all()

    async def make_step(rate: float | None) -> Step:
        return await run_step([pid], tables, rate, options.seconds, parts)

    await spread(tables)
    print_heads()
    steps = await find_most(make_step)
    for table in tables:
        await table.close()
    return steps


if __name__ == "__main__":
    main()
