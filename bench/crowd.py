"""Compares the cost of a move at 400 tables with that at 100 tables of one server.

    python -m bench.crowd [--tables 400] [--few 100] [--rounds 5] [--json FILE]

All tables are open. In turn, some of them play while the others are idle, or all play.
"""

import argparse
import asyncio
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from bench.load import play, print_heads, run_step
from bench.machine import RESULTS, keep
from bench.table import Table, few_at_a_time, open_tables
from tests.support.site_server import SiteServer

WARM_UP = 3


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    options = read_arguments()
    with tempfile.TemporaryDirectory(prefix="charlie-crowd-") as folder:
        server = SiteServer(Path(folder))
        server.start()
        try:
            rounds = asyncio.run(run(server, options))
        finally:
            server.stop()
    found = {"few": options.few, "many": options.tables, "rounds": rounds}
    keep(options.json, found)
    print(f"{options.tables} tables against {options.few}: {ratio_of(rounds):.2f}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100, help="moves/s offered")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8, help="of a step")
    parser.add_argument("--json", type=Path, default=RESULTS / "crowd.json")
    return parser.parse_args()


async def run(
    server: SiteServer, options: argparse.Namespace
) -> list[dict[str, dict[str, Any]]]:
    """Return for each round a step with few tables and one with all of them."""
    tables = await open_tables(server.port, options.tables, 5, "socket")
    print_heads()
    rounds = []
    for _ in range(options.rounds):
        others = tables[options.few :]
        await few_at_a_time(table.rest for table in others)
        few = await measure(server, tables[: options.few], options)
        await few_at_a_time(table.come_back for table in others)
        rounds.append({"few": few, "many": await measure(server, tables, options)})
    for table in tables:
        await table.close()
    return rounds


async def measure(
    server: SiteServer, tables: list[Table], options: argparse.Namespace
) -> dict[str, Any]:
    assert server.process is not None
    await play(tables, options.rate, WARM_UP)
    pids = [server.process.pid]
    return asdict(await run_step(pids, tables, options.rate, options.seconds))


def ratio_of(rounds: list[dict[str, dict[str, Any]]]) -> float:
    """Return the cost of a move at many tables, relative to few."""
    return median(
        found["many"]["cpu_a_move"] / found["few"]["cpu_a_move"] for found in rounds
    )


if __name__ == "__main__":
    main()
