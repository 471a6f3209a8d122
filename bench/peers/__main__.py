"""Runs our server and boardgame.io in turn, in the same scenario.

    python -m bench.peers [--quick] [--rounds 5]

Every side gets the same tables of five, moves by the seat in turn, and the same search
for the highest rate. Rounds begin with different sides.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bench.load import make_steps
from bench.machine import print_machine
from bench.meter import Parts, Step, memory_mb
from bench.peers.rival import STORAGES, install, serve
from bench.peers.summary import print_summary
from bench.peers.table import open_rivals
from bench.site import running_site
from bench.table import open_tables
from tests.support.servers import end_on_signals

SIDES = ("ours-socket", "ours-post", *(f"boardgame.io-{each}" for each in STORAGES))
USUAL = ("ours-socket", "ours-post", "boardgame.io-postgres")


def main() -> None:
    end_on_signals()
    options = read_arguments()
    install()
    rounds = []
    for number in range(options.rounds):
        first = number % len(options.sides)
        sides = [*options.sides[first:], *options.sides[:first]]
        rounds.append({side: run_side(side, options) for side in sides})
    print_summary(rounds)
    print_machine()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, help="of a step")
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=USUAL)
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

        async def ramp() -> list[Step]:
            tables = await open_all()
            return await make_steps(pid, tables, options.seconds, parts=parts)

        steps = asyncio.run(ramp())
        return {"steps": steps, "memory_mb": memory_mb(pid)}


type Side = Iterator[tuple[int, Parts, Callable[[], Any]]]


@contextmanager
def start_ours(door: str, _folder: Path, count: int) -> Side:
    with running_site() as (port, pid):
        yield pid, {}, partial(open_tables, port, count, 5, door)


@contextmanager
def start_rival(storage: str, folder: Path, count: int) -> Side:
    with serve(storage, folder) as (port, pid, parts):
        yield pid, parts, partial(open_rivals, port, count)


if __name__ == "__main__":
    main()
