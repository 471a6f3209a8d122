"""Measures the processor time of whole pages, and of joining by a code.

python -m bench.pages [--times 200] [--json FILE]
"""

import argparse
import asyncio
import os
import tempfile
from functools import partial
from pathlib import Path

from bench.http import Browser
from bench.machine import RESULTS, keep
from bench.meter import cpu_seconds
from bench.phone import Phone
from bench.table import open_tables
from tests.support.site_server import SiteServer

SEATS = 5


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--json", type=Path, default=RESULTS / "pages.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="charlie-pages-") as folder:
        server = SiteServer(Path(folder))
        server.start()
        try:
            found = asyncio.run(load(server, options.times))
        finally:
            server.stop()
    keep(options.json, found)


async def load(server: SiteServer, times: int) -> dict[str, float]:
    """Print and return the cost of each page for a stranger, and of joining."""
    assert server.process is not None
    pid = server.process.pid
    [table] = await open_tables(server.port, 1, 5, "socket")
    jobs = {
        "/": partial(load_often, server.port, "/"),
        "a table": partial(load_often, server.port, table.phones[0].path),
        "joining": partial(join_often, server.port),
    }
    found = {}
    for name, job in jobs.items():
        await job(10)
        before = cpu_seconds(pid)
        note = await job(times)
        found[name] = (cpu_seconds(pid) - before) * 1000 / times
        print(f"{name:8} {found[name]:5.1f} ms of processor time, {note}")
    await table.close()
    return found


async def join_often(port: int, times: int) -> str:
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
    return "a fifth of opening the table included"


async def load_often(port: int, path: str, times: int) -> str:
    size = 0
    for _ in range(times):
        browser = Browser("127.0.0.1", port)
        answer = await browser.get(path)
        assert answer.status == 200, answer
        size = answer.size
        await browser.close()
    return f"{size} bytes"


if __name__ == "__main__":
    main()
