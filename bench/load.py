"""The load test: tables of phones, and the highest rate of moves.

    python -m bench.load [--tables 100] [--phones 5] [--rates 40,80,0] [--json FILE]

The real server is a process of its own, on a new SQLite file or on `DATABASE_URL` and
`REDIS_URL` if they are set. This process runs the phones: guests that join through the
pages and open a socket. docs/performance.md explains the columns.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.machine import RESULTS, keep
from bench.meter import Parts, Step, Usage, cpu_of_all, cpu_of_tree, measure, memory_mb
from bench.ramp import find_most
from bench.table import LANGUAGES, Made, open_tables, spread
from tests.support.site_server import SiteServer

NOTHING: Parts = {}
type Tables = Sequence[Any]
COLUMNS = (
    ("offered", "moves/s"),
    ("achieved", "made/s"),
    ("p50", "p50 ms"),
    ("p95", "p95 ms"),
    ("p99", "p99 ms"),
    ("told_p50", "told p50"),
    ("told_p99", "told p99"),
    ("cpu_a_move", "CPU ms"),
    ("server", "server %"),
    ("generator", "phones %"),
    ("push_bytes", "push B"),
    ("answer_bytes", "answer B"),
    ("refused", "refused"),
    ("healed", "healed"),
)


def main() -> None:
    # The tests' settings use a new SQLite file unless DATABASE_URL is set.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    options = read_arguments()
    steps, errors = measure_running(options) if options.port else measure_own(options)
    best = max((step.achieved for step in steps if step.is_good), default=0.0)
    print(f"\nMost moves/s with p99 < 100 ms: {best:.0f}")
    keep(options.json, {"steps": [asdict(step) for step in steps], "best": best})
    sys.exit("\n".join(errors) or 0)


def measure_own(options: argparse.Namespace) -> tuple[list[Step], list[str]]:
    """Start a server and measure it."""
    with tempfile.TemporaryDirectory(prefix="charlie-bench-") as folder:
        server = SiteServer(Path(folder))
        server.start()
        try:
            assert server.process is not None
            steps = asyncio.run(run(server.port, [server.process.pid], options))
            return steps, server.errors_since(0)
        finally:
            server.stop()


def measure_running(options: argparse.Namespace) -> tuple[list[Step], list[str]]:
    """Measure a running server, possibly several processes behind a proxy."""
    return asyncio.run(run(options.port, options.pids, options)), []


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=5, choices=(3, 4, 5))
    parser.add_argument("--door", default="socket", choices=("socket", "post"))
    parser.add_argument("--seconds", type=float, default=10, help="of a step")
    parser.add_argument("--languages", type=int, default=1, help="mixed at each table")
    parser.add_argument("--rates", help="moves/s offered, by commas; 0: most")
    parser.add_argument("--json", type=Path, default=RESULTS / "load.json")
    parser.add_argument("--port", type=int, help="of a server that runs already")
    parser.add_argument("--pids", type=int, nargs="+", help="of its processes")
    options = parser.parse_args()
    if bool(options.port) != bool(options.pids):
        parser.error("--port and --pids go together")
    return options


async def run(
    port: int, pids: Sequence[int], options: argparse.Namespace
) -> list[Step]:
    """Run the steps with the given rates, or search for the highest rate."""
    began = time.perf_counter()
    tables = await open_tables(
        port,
        options.tables,
        options.phones,
        options.door,
        languages=LANGUAGES[: options.languages],
    )
    phones = options.tables * options.phones
    took = time.perf_counter() - began
    print(f"{phones} phones at {options.tables} tables after {took:.0f} s")

    async def make_step(rate: float | None) -> Step:
        return await run_step(pids, tables, rate, options.seconds)

    await spread(tables)
    print_heads()
    if options.rates:
        rates = [float(rate) or None for rate in options.rates.split(",")]
        steps = [await make_step(rate) for rate in rates]
    else:
        steps = await find_most(make_step)
    print(f"Memory of the server: {sum(map(memory_mb, pids)):.0f} MB")
    for table in tables:
        await table.close()
    return steps


def print_heads() -> None:
    print(" ".join(f"{title:>8}" for _name, title in COLUMNS), flush=True)


async def run_step(
    pids: Sequence[int],
    tables: Tables,
    rate: float | None,
    seconds: float,
    parts: Parts = NOTHING,
) -> Step:
    """Play for some seconds, and print and return the cost."""
    before = read_usage(pids, tables, parts)
    moves = await play(tables, rate, seconds)
    step = measure(rate, moves, read_usage(pids, tables, parts).since(before))
    cells = [getattr(step, name) for name, _title in COLUMNS]
    beside = (f"{name} {ms:.2f} ms" for name, ms in step.parts.items())
    print(" ".join(map(show, cells)), *beside, flush=True)
    return step


def read_usage(pids: Sequence[int], tables: Tables, parts: Parts) -> Usage:
    phones = [phone for table in tables for phone in table.phones]
    return Usage(
        seconds=time.perf_counter(),
        server=cpu_of_all(pids),
        generator=time.process_time(),
        pushes=sum(phone.pushes for phone in phones),
        pushed=sum(phone.pushed_bytes for phone in phones),
        healed=sum(phone.asked for phone in phones),
        parts={name: cpu_of_tree(pid) for name, pid in parts.items()},
    )


async def play(tables: Tables, rate: float | None, seconds: float) -> list[Made]:
    """Return the moves of all tables, made at this rate or as fast as possible."""
    pause = len(tables) / rate if rate else 0.0
    start = time.perf_counter()
    moves: list[Made] = []

    async def play_at(table: Any, due: float) -> None:
        while (now := time.perf_counter()) < start + seconds:
            if due > now:
                await asyncio.sleep(due - now)
            if (made := await table.make_move()) is not None:
                moves.append(made)
                due += pause

    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(play_at(table, start + pause * number / len(tables)))
    return moves


def show(cell: float | None) -> str:
    if cell is None:
        return f"{'most':>8}"
    return f"{cell:8.1f}" if isinstance(cell, float) else f"{cell:8}"


if __name__ == "__main__":
    main()
