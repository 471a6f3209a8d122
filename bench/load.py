"""The load test: tables of phones, and the highest rate of moves.

    python -m bench.load [--tables 100] [--phones 5] [--rates 40,80,0]

The real server is a process of its own, on a new SQLite file or on `DATABASE_URL` and
`REDIS_URL` if they are set. This process runs the phones: guests that join through the
pages and open a socket.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bench.machine import print_machine
from bench.meter import Parts, Step, Usage, cpu_of_tree, cpu_seconds, measure, memory_mb
from bench.site import running_site
from bench.table import Made, open_tables, spread

NOTHING: Parts = {}
# Moves/s of the first step, which compares servers far below their limits.
FIRST = 100
# The factor between the rates of two steps of the search.
GROWTH = 1.1
TRIES = 6
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
    options = read_arguments()
    with running_site() as (port, pid):
        steps = asyncio.run(run(port, pid, options))
    best = max((step.achieved for step in steps if step.is_good), default=0.0)
    print(f"\nMost moves/s with p99 < 100 ms: {best:.0f}")
    print_machine()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=5, choices=(3, 4, 5))
    parser.add_argument("--door", default="socket", choices=("socket", "post"))
    parser.add_argument("--seconds", type=float, default=10, help="of a step")
    parser.add_argument("--rates", help="moves/s offered, by commas; 0: most")
    return parser.parse_args()


async def run(port: int, pid: int, options: argparse.Namespace) -> list[Step]:
    """Run the steps with the given rates, or search for the highest rate."""
    began = time.perf_counter()
    tables = await open_tables(port, options.tables, options.phones, options.door)
    phones = options.tables * options.phones
    took = time.perf_counter() - began
    print(f"{phones} phones at {options.tables} tables after {took:.0f} s")
    rates = [float(rate) or None for rate in (options.rates or "").split(",") if rate]
    steps = await make_steps(pid, tables, options.seconds, rates)
    print(f"Memory of the server: {memory_mb(pid):.0f} MB")
    return steps


async def make_steps(
    pid: int,
    tables: Tables,
    seconds: float,
    rates: Sequence[float | None] = (),
    parts: Parts = NOTHING,
) -> list[Step]:
    """Return the steps of a server: at these rates, or those of the search."""

    async def make_step(rate: float | None) -> Step:
        return await run_step(pid, tables, rate, seconds, parts)

    await spread(tables)
    print(" ".join(f"{title:>8}" for _name, title in COLUMNS), flush=True)
    if rates:
        steps = [await make_step(rate) for rate in rates]
    else:
        steps = await find_most(make_step)
    for table in tables:
        await table.close()
    return steps


async def find_most(make_step: Callable[[float | None], Awaitable[Step]]) -> list[Step]:
    """Return a step at a low rate, one at the highest rate, and those of the search.

    The search starts at the rate that the tables reached by themselves. It goes up
    while answers come in time, or down until they do.
    """
    quiet, saturated = await make_step(FIRST), await make_step(None)
    steps = [quiet, saturated]
    rate, growth = saturated.achieved, GROWTH
    for number in range(TRIES):
        step = await make_step(round(rate))
        steps.append(step)
        if number == 0 and not step.is_good:
            growth = 1 / GROWTH
        elif step.is_good != (growth > 1):
            break
        rate *= growth
        if rate <= FIRST:
            break
    return steps


async def run_step(
    pid: int,
    tables: Tables,
    rate: float | None,
    seconds: float,
    parts: Parts = NOTHING,
) -> Step:
    """Play for some seconds, and print and return the cost."""
    before = read_usage(pid, tables, parts)
    moves = await play(tables, rate, seconds)
    step = measure(rate, moves, read_usage(pid, tables, parts).since(before))
    cells = [getattr(step, name) for name, _title in COLUMNS]
    beside = (f"{name} {ms:.2f} ms" for name, ms in step.parts.items())
    print(" ".join(map(show, cells)), *beside, flush=True)
    return step


def read_usage(pid: int, tables: Tables, parts: Parts) -> Usage:
    phones = [phone for table in tables for phone in table.phones]
    return Usage(
        seconds=time.perf_counter(),
        server=cpu_seconds(pid),
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
