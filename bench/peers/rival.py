"""Runs a server of boardgame.io in a process of its own, with one of its storages."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from bench.meter import Parts
from tests.support.servers import LOOPBACK, free_port, postgres_server

HERE = Path(__file__).parent
STORAGES = ("memory", "files", "postgres")
# Seconds.
START_LIMIT, STOP_LIMIT = 60, 10


def install() -> None:
    """Run npm for the locked packages, unless they are installed."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("make bench-peers needs Node.js 20 or newer, with npm.")
    kept = HERE / "node_modules" / ".package-lock.json"
    lock = HERE / "package-lock.json"
    if kept.exists() and kept.stat().st_mtime > lock.stat().st_mtime:
        return
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    subprocess.run(command, cwd=HERE, check=True)


@contextmanager
def serve(storage: str, folder: Path) -> Iterator[tuple[int, int, Parts]]:
    """Yield the server's port and process and that of its database; stop them."""
    with ExitStack() as stack:
        # A separate folder, because the adapter reads every file in it.
        place, database = str(folder / "matches"), None
        if storage == "postgres":
            durable = postgres_server(fsync="on", full_page_writes="on")
            database = stack.enter_context(durable)
            # The adapter accepts only this form of URL.
            place = database.url.replace("postgres://", "postgresql://")
        port = free_port()
        log = stack.enter_context((folder / "server.log").open("wb"))
        process = subprocess.Popen(
            ["node", "server.js", str(port), storage, place],
            cwd=HERE,
            env=os.environ | {"NODE_ENV": "production"},
            stdout=log,
            stderr=log,
        )
        stack.callback(_end, process)
        _wait_for(process, port, folder / "server.log")
        yield port, process.pid, {"PostgreSQL": database.pid} if database else {}


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    limit = time.monotonic() + START_LIMIT
    while True:
        try:
            with urlopen(f"http://{LOOPBACK}:{port}/games", timeout=2):
                return
        except (URLError, OSError):
            if process.poll() is not None or time.monotonic() > limit:
                sys.exit(f"boardgame.io did not start:\n{log.read_text()}")
            time.sleep(0.1)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
