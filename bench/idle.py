"""Measures the cost of open sockets without moves: memory and processor time.

    python -m bench.idle [--sockets 1000] [--seconds 60] [--json FILE]

Each table has five spectators with a socket, which answer pings.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

from bench.http import Browser
from bench.machine import RESULTS, keep
from bench.meter import cpu_seconds, memory_mb
from bench.phone import Phone
from tests.support.site_server import SiteServer

AT_A_TIME = 10
# Seconds.
PATIENCE = 30


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--json", type=Path, default=RESULTS / "idle.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="charlie-idle-") as folder:
        server = SiteServer(Path(folder))
        server.start()
        try:
            found = asyncio.run(watch(server, options.sockets, options.seconds))
        finally:
            server.stop()
    keep(options.json, {"sockets": options.sockets, **found})


async def watch(server: SiteServer, sockets: int, seconds: float) -> dict[str, float]:
    """Open the sockets, wait, and print and return their cost."""
    assert server.process is not None
    pid = server.process.pid
    tables = [await open_table(server.port) for _ in range(sockets // 5)]
    before = memory_mb(pid)
    phones: list[Phone] = []
    while len(phones) < sockets:
        some = [
            Phone(Browser("127.0.0.1", server.port), tables[number % len(tables)])
            for number in range(len(phones), min(len(phones) + AT_A_TIME, sockets))
        ]
        await asyncio.gather(*map(come_in, some))
        phones += some
    cpu = cpu_seconds(pid)
    await asyncio.sleep(seconds)
    used = cpu_seconds(pid) - cpu
    percent = used / seconds * 100
    kilobytes = (memory_mb(pid) - before) * 1024 / sockets
    print(f"{sockets} sockets: {kilobytes:.1f} KiB each")
    print(f"{percent:.1f} % of a processor, heartbeats and pings included")
    for phone in phones:
        await phone.leave()
    return {"kilobytes": kilobytes, "percent": percent}


async def come_in(phone: Phone) -> None:
    """Open a socket and wait until the server has accepted it."""
    await phone.listen()
    async with asyncio.timeout(PATIENCE):
        while phone.told_number < 0:
            phone.changed.clear()
            await phone.changed.wait()


async def open_table(port: int) -> str:
    """Open a table in the lobby and return its code."""
    host = Phone(Browser("127.0.0.1", port))
    code = await host.open_table(edition="devir", first_player="chosen")
    await host.leave()
    return code


if __name__ == "__main__":
    main()
