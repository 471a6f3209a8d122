"""The site's server with a small application, in a process of its own.

    python -m tests.support.small_server PORT PING_SECONDS FOLDER

Each message of a socket comes back with its age and some values of the scope; a number
also makes the server's clock jump by so many seconds. Over HTTP the paths are files of
the folder, sent by their paths.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

from autobahn.exception import Disconnected
from django.conf import settings

from tests.support.servers import LOOPBACK, free_port
from tests.support.site_server import ROOT

START_LIMIT = 30


class SmallServer:
    """A running server: its port and the number of its process."""

    def __init__(self, folder: Path, ping_seconds: float) -> None:
        self.port = free_port()
        arguments = [str(self.port), str(ping_seconds), str(folder)]
        command = [sys.executable, "-m", "tests.support.small_server", *arguments]
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stderr=log)
        self.pid = self.process.pid
        self.url = f"http://{LOOPBACK}:{self.port}"

    def wait(self) -> None:
        end = time.monotonic() + START_LIMIT
        while True:
            try:
                with urlopen(f"{self.url}/ready", timeout=1):
                    return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.02)


@contextmanager
def serve_small(folder: Path, ping_seconds: float = 10) -> Iterator[SmallServer]:
    """Run the server until the end of the block; it must not report an error."""
    (folder / "ready").touch()
    server = SmallServer(folder, ping_seconds)
    try:
        server.wait()
        yield server
        log = server.log.read_text()
        assert not log, log
    finally:
        server.process.terminate()
        server.process.wait(10)


def main(port: str, ping_seconds: str, folder: str) -> None:
    settings.configure(RATE_LIMIT_FACTOR=1, DATA_UPLOAD_MAX_MEMORY_SIZE=256 * 1024)
    from runtime.server import daphne

    daphne.PING_SECONDS = float(ping_seconds)
    daphne.SiteServer(
        application=make_application(Path(folder)),
        endpoints=[f"tcp:port={port}:interface={LOOPBACK}"],
        verbosity=0,
    ).run()


def make_application(folder: Path):
    async def serve(scope, receive, send):
        if scope["type"] == "websocket":
            await echo(scope, receive, send)
        else:
            path = folder / scope["path"].lstrip("/")
            length = str(path.stat().st_size).encode()
            headers = [(b"Content-Length", length)]
            await send(
                {"type": "http.response.start", "status": 200, "headers": headers}
            )
            await send({"type": "http.response.pathsend", "path": str(path)})

    return serve


async def echo(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message["text"]
        if text.lstrip("-").isdigit():
            jump(int(text))
        told = {
            "text": text,
            "age": time.time() - message["at"],
            "scheme": scope["scheme"],
            "round_trip": scope["round_trip"](),
        }
        # Daphne says so after a flood.
        with suppress(Disconnected):
            await send({"type": "websocket.send", "text": json.dumps(told)})


def jump(seconds: int) -> None:
    import time_machine

    time_machine.travel(timedelta(seconds=seconds)).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
