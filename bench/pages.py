"""What whole pages cost the server: the first page, and a table's, in processor time.

python -m bench.pages [--times 200]
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

from bench.http import Browser
from bench.meter import cpu_seconds
from bench.table import open_tables
from tests.site_server import SiteServer


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=200)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory(prefix="charlie-pages-") as folder:
        server = SiteServer(Path(folder))
        server.start()
        try:
            asyncio.run(load(server, times))
        finally:
            server.stop()


async def load(server: SiteServer, times: int) -> None:
    """Load both pages so often, each time as a stranger, and print what it took."""
    assert server.process is not None
    [table] = await open_tables(server.port, 1, 5, "socket")
    for path in ("/", table.phones[0].path):
        await load_often(server.port, path, 10)
        before = cpu_seconds(server.process.pid)
        size = await load_often(server.port, path, times)
        used = (cpu_seconds(server.process.pid) - before) * 1000 / times
        name = "/" if path == "/" else "a table"
        print(f"{name:8} {used:5.1f} ms of processor time, {size} bytes")
    await table.close()


async def load_often(port: int, path: str, times: int) -> int:
    size = 0
    for _ in range(times):
        browser = Browser("127.0.0.1", port)
        answer = await browser.get(path)
        assert answer.status == 200, answer
        size = answer.size
        await browser.close()
    return size


if __name__ == "__main__":
    main()
