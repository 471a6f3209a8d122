"""The real server in a process of its own, as `make play` starts it."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.db import connection

from tests.support.servers import LOOPBACK, free_port

# A machine that runs tests on all its processors starts a server slowly.
START_LIMIT = 90
STOP_LIMIT = 10
# A server notices within 20 seconds that a page has fallen silent.
IDLE_LIMIT = 45
FIGURE = re.compile(r"^(charlie_(?:sockets|thread_calls)) (\S+)$", re.MULTILINE)
# The one call is the request for these figures.
IDLE = {"charlie_sockets": 0, "charlie_thread_calls": 1}
ROOT = Path(__file__).parents[2]


class SiteServer:
    """A server on the test's database, which a test may kill and start again."""

    module = "charlie_site"
    root = ROOT

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.log = folder / "server.log"
        self.environment = os.environ | {
            "DATABASE_URL": database_url(),
            "DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "charlie_site.settings",
            "ENV_FILE": "no-such-file",
            "HOST": LOOPBACK,
            "PORT": str(self.port),
            # Tests act much faster than people, and all from one address.
            "RATE_LIMIT_FACTOR": "1000",
            # All servers of this process serve the files that the first collects:
            # hashing and compressing them takes a third of a start.
            "STATIC_ROOT": str(settings.STATIC_ROOT.with_name("collected")),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", self.module]

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        limit = time.monotonic() + START_LIMIT
        while not self.is_alive():
            if self.process.poll() is not None or time.monotonic() > limit:
                self.stop()
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def is_alive(self) -> bool:
        try:
            with urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return answer.status == 200
        except (URLError, OSError):
            return False

    def wait_until_idle(self) -> None:
        """Wait until no socket is open and no request is running."""
        limit = time.monotonic() + IDLE_LIMIT
        while (figures := figures_in(self.read_metrics())) != IDLE:
            if time.monotonic() > limit:
                raise RuntimeError(f"The server is still at work: {figures}")
            time.sleep(0.02)

    def read_metrics(self) -> str:
        with urlopen(f"{self.url}/metrics", timeout=IDLE_LIMIT) as answer:
            return answer.read().decode()

    def stop(self) -> None:
        """Stop the server as a service manager does."""
        self._end(lambda process: process.terminate())

    def kill(self) -> None:
        """Kill the server, as a power cut does."""
        self._end(lambda process: process.kill())

    def _end(self, how) -> None:
        if self.process is None:
            return
        how(self.process)
        try:
            self.process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def errors_since(self, position: int) -> list[str]:
        """Return the error lines in the log since this position."""
        with self.log.open() as log:
            log.seek(position)
            lines = log.read().splitlines()
        return [line for line in lines if " ERROR " in line or "Traceback" in line]

    def log_size(self) -> int:
        return self.log.stat().st_size


def figures_in(metrics: str) -> dict[str, float]:
    return {name: float(figure) for name, figure in FIGURE.findall(metrics)}


def database_url() -> str:
    """Return the URL of the database that this test is connected to."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
