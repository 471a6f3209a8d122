"""Our server and boardgame.io's, in turn and by the same scenario.

    python -m bench.peers [--quick] [--rounds 5] [--json FILE]

Every side gets the same tables of five, moves by the seat in turn, and the same ramp.
Each round begins with another side. The results are written as data, from which
`python -m bench.plots` draws the pictures of docs/performance.md.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from bench.load import WARM_UP, play, run_step
from bench.machine import describe
from bench.meter import Step, memory_mb
from bench.peers.rival import STORAGES, install, serve
from bench.peers.summary import print_summary
from bench.peers.table import open_rivals
from bench.table import open_tables
from tests.servers import end_on_signals
from tests.site_server import SiteServer

OURS = ("socket", "post")
SIDES = (*(f"ours-{door}" for door in OURS), *(f"boardgame.io-{s}" for s in STORAGES))
# Each step of the ramp offers so many times as many moves as the one before.
GROWTH = 1.2
MOST = 5_000
RESULTS = Path("var/peers.json")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    end_on_signals()
    options = read_arguments()
    install()
    rounds: list[dict[str, Any]] = []
    for number in range(options.rounds):
        first = number % len(options.sides)
        order = [*options.sides[first:], *options.sides[:first]]
        rounds.append({side: run_side(side, options) for side in order})
        found = {"machine": describe(), "options": str(options), "rounds": rounds}
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1))
    print_summary(rounds)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, help="of a step")
    parser.add_argument("--start", type=float, help="moves/s of the first step")
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=list(SIDES))
    parser.add_argument("--json", type=Path, default=RESULTS)
    options = parser.parse_args()
    usual = (10, 1, 2, 100) if options.quick else (100, 5, 8, 100)
    names = ("tables", "rounds", "seconds", "start")
    for name, value in zip(names, usual, strict=True):
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
        start(kind, Path(folder), options.tables) as (pid, open_all),
    ):
        steps = asyncio.run(ramp(pid, open_all, options))
        return {"steps": [asdict(s) for s in steps], "memory_mb": memory_mb(pid)}


@contextmanager
def start_ours(door: str, folder: Path, count: int) -> Iterator[tuple[int, Any]]:
    server = SiteServer(folder)
    server.start()
    try:
        assert server.process is not None
        open_all = partial(open_tables, server.port, count, 5, door)
        yield server.process.pid, open_all
    finally:
        errors = server.errors_since(0)
        server.stop()
    if errors:
        sys.exit("\n".join(errors))


@contextmanager
def start_rival(storage: str, folder: Path, count: int) -> Iterator[tuple[int, Any]]:
    with serve(storage, folder) as (port, pid):
        yield pid, partial(open_rivals, port, count)


async def ramp(pid: int, open_all: Any, options: argparse.Namespace) -> list[Step]:
    """Offer more and more until two steps in a row were too much; then all it takes."""
    tables = await open_all()
    await play(tables, options.start / 2, min(WARM_UP, options.seconds))
    steps: list[Step] = []
    rate = options.start
    while rate < MOST:
        steps.append(await run_step([pid], tables, round(rate), options.seconds))
        if not any(step.is_good for step in steps[-2:]) or options.quick:
            break
        rate *= GROWTH
    steps.append(await run_step([pid], tables, None, options.seconds))
    for table in tables:
        await table.close()
    return steps


if __name__ == "__main__":
    main()
