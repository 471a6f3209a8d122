"""Measures the processor time of whole pages, and of joining by a code.

python -m bench.pages [--times 200]
"""

import argparse
import asyncio
from functools import partial

from bench.http import Browser
from bench.machine import print_machine
from bench.meter import cpu_seconds
from bench.phone import Phone
from bench.site import running_site
from bench.table import open_tables

SEATS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=200)
    options = parser.parse_args()
    with running_site() as (port, pid):
        asyncio.run(load(port, pid, options.times))
    print_machine()


async def load(port: int, pid: int, times: int) -> None:
    """Print the cost of each page for a stranger, and of joining."""
    [table] = await open_tables(port, 1, 5, "socket")
    jobs = {
        "/": partial(load_often, port, "/"),
        "a table": partial(load_often, port, table.phones[0].path),
        # A fifth of opening the table included.
        "joining": partial(join_often, port),
    }
    for name, job in jobs.items():
        await job(10)
        before = cpu_seconds(pid)
        await job(times)
        spent = (cpu_seconds(pid) - before) * 1000 / times
        print(f"{name:8} {spent:5.1f} ms of processor time")
    await table.close()


async def join_often(port: int, times: int) -> None:
    """Open tables by their code and take seats, this many times."""
    while times > 0:
        host = Phone(Browser("127.0.0.1", port))
        code = await host.open_table(edition="devir", first_player="chosen")
        for seat in range(min(SEATS, times)):
            guest = Phone(Browser("127.0.0.1", port))
            await guest.sit_down(code, seat)
            await guest.leave()
        await host.leave()
        times -= SEATS


async def load_often(port: int, path: str, times: int) -> None:
    for _ in range(times):
        browser = Browser("127.0.0.1", port)
        answer = await browser.get(path)
        assert answer.status == 200, answer
        await browser.close()


if __name__ == "__main__":
    main()
