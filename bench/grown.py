"""Compares two processes behind the delivered proxy with one, on PostgreSQL and Redis.

    python -m bench.grown [--tables 40] [--rounds 5] [--seconds 6] [--json FILE]

Both processes run all the time. The tables play in turn through a proxy that knows one
process, through the delivered proxy, which sends all pages of a table to the same
process, and through a proxy that spreads the pages. On a machine with two processors,
which the phones use too, compare the processor time and not the moves per second.
"""

import argparse
import asyncio
import os
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from secrets import token_hex
from statistics import median
from typing import Any, NamedTuple

from bench.load import play, print_heads, run_step
from bench.machine import RESULTS, keep
from bench.meter import Parts
from bench.table import Table, few_at_a_time, open_tables
from tests.support import proxy
from tests.support.servers import (
    end_on_signals,
    free_port,
    postgres_server,
    redis_server,
    temporary_folder,
)
from tests.support.site_server import ROOT, SiteServer

# Moves/s.
QUIET = 30
WARM_UP = 3


class Door(NamedTuple):
    """A proxy: its port and its first process."""

    port: int
    pid: int


def main() -> None:
    options = read_arguments()
    end_on_signals()
    with ExitStack() as stack:
        database = stack.enter_context(postgres_server(synchronous_commit="off"))
        redis = stack.enter_context(redis_server())
        os.environ |= {"DATABASE_URL": database.url, "REDIS_URL": redis.url}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        sites = stack.enter_context(two_processes())
        parts = {"PostgreSQL": database.pid, "Redis": redis.pid}
        doors = {
            "one": stack.enter_context(behind_proxy([sites[0]] * 2)),
            "two": stack.enter_context(behind_proxy(sites)),
            "two-spread": stack.enter_context(behind_proxy(sites, proxy.spread_pages)),
        }
        pids = [site.process.pid for site in sites if site.process]
        rounds = asyncio.run(run(pids, doors, parts, options))
    keep(options.json, {"options": str(options), "rounds": rounds})
    print_summary(rounds)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6, help="of a step")
    parser.add_argument("--json", type=Path, default=RESULTS / "grown.json")
    return parser.parse_args()


@contextmanager
def two_processes() -> Iterator[list[SiteServer]]:
    """Run two server processes on one new database."""
    with temporary_folder("charlie-grown-") as folder, ExitStack() as stack:
        environment = {"SECRET_KEY": token_hex(32), "STATIC_ROOT": str(folder)}
        for name in ("1", "2"):
            (folder / name).mkdir()
        sites = [proxy.SiteProcess(folder / name, **environment) for name in ("1", "2")]
        sites[0].prepare()
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=sites[0].environment, check=True)
        for site in sites:
            stack.callback(site.stop)
            site.start()
        yield sites
        assert not any(site.errors_since(0) for site in sites)


@contextmanager
def behind_proxy(
    sites: list[SiteServer], change: Callable[[str], str] = str
) -> Iterator[Door]:
    """Run the delivered proxy before these processes, and yield its address."""
    port = free_port()
    with proxy.nginx(sites, port, change) as server:
        yield Door(port, server.pid)


async def run(
    pids: list[int],
    doors: dict[str, Door],
    parts: Parts,
    options: argparse.Namespace,
) -> list[dict[str, Any]]:
    """Return the steps of each side and round; rounds begin with different sides."""
    tables: dict[str, list[Table]] = {}
    for side, door in doors.items():
        tables[side] = await come_in(door.port, options.tables)
    rounds = []
    for number in range(options.rounds):
        first = number % len(doors)
        found = {}
        for side in [*list(doors)[first:], *list(doors)[:first]]:
            print(f"\n{side}")
            of_side = parts | {"nginx": doors[side].pid}
            found[side] = await measure(tables[side], pids, of_side, options.seconds)
        rounds.append(found)
    for table in chain(*tables.values()):
        await table.close()
    return rounds


async def come_in(port: int, count: int) -> list[Table]:
    """Return tables with all seats taken and no open sockets."""
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    tables = await open_tables(port, count, 5, "socket", anybody)
    await few_at_a_time(table.rest for table in tables)
    return tables


async def measure(
    tables: list[Table], pids: list[int], parts: Parts, seconds: float
) -> list[dict[str, Any]]:
    """Return a step at a low rate and one at the highest rate."""
    await few_at_a_time(table.come_back for table in tables)
    print_heads()
    await play(tables, QUIET, WARM_UP)
    steps = [
        asdict(await run_step(pids, tables, rate, seconds, parts))
        for rate in (QUIET, None)
    ]
    await few_at_a_time(table.rest for table in tables)
    return steps


def print_summary(rounds: list[dict[str, Any]]) -> None:
    """Print the median of each figure over the rounds."""
    print("\n" + "\n".join(summary_lines(rounds)))


def summary_lines(rounds: list[dict[str, Any]]) -> list[str]:
    """Return a table of the medians at the highest rate."""
    names = list(rounds[0]["one"][-1]["parts"])
    heads = ["processes", "moves/s", "CPU a move of the processes", *names, "ratio"]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for side in rounds[0]:
        steps = [found[side][-1] for found in rounds]
        cells = [f"{median(step['achieved'] for step in steps):.0f}"]
        cells += [f"{median(step['cpu_a_move'] for step in steps):.2f} ms"]
        cells += [f"{median(s['parts'][name] for s in steps):.2f} ms" for name in names]
        cells += [f"{gain_of(side, rounds):.2f}"]
        lines.append(f"| {side} | {' | '.join(cells)} |")
    return lines


def gain_of(side: str, rounds: list[dict[str, Any]]) -> float:
    """Return the expected moves per second of a side, relative to one process.

    It assumes that only the processor time of the processes is a limit.
    """
    count = 1 if side == "one" else 2
    return median(
        count * found["one"][-1]["cpu_a_move"] / found[side][-1]["cpu_a_move"]
        for found in rounds
    )


if __name__ == "__main__":
    main()
