"""The real server in a process of its own, as `make play` starts it."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from django.conf import settings
from django.db import connection

from tests.support.servers import LOOPBACK, Server, free_port

# A server notices within 20 seconds that a page has fallen silent.
IDLE_LIMIT = 45
FIGURE = re.compile(r"^(charlie_(?:sockets|thread_calls)) (\S+)$", re.MULTILINE)
# The one call is the request for these figures.
IDLE = {"charlie_sockets": 0, "charlie_thread_calls": 1}
ROOT = Path(__file__).parents[2]


class SiteServer(Server):
    """A server on the test's database, which a test may kill and start again."""

    module = "charlie_site"

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        environment = os.environ | {
            "DATABASE_URL": database_url(),
            "DATA_DIR": str(folder),
            # The names of the test's own cookies, at every port.
            "COOKIE_PREFIX": settings.COOKIE_PREFIX,
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
        url = f"http://{LOOPBACK}:{self.port}"
        super().__init__(url, [], folder, ask=ask_site, environment=environment)
        self.root = ROOT

    @property
    def command(self) -> list[str | Path]:
        return [sys.executable, "-m", self.module]

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run a management command of this server, and return its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=self.environment | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

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

    def errors_since(self, position: int) -> list[str]:
        """Return the error lines in the log since this position."""
        with self.log.open() as log:
            log.seek(position)
            text = log.read()
        lines = text.splitlines()
        return [line for line in lines if " ERROR " in line or "Traceback" in line]


def ask_site(url: str) -> None:
    """Raise unless the site answers."""
    with urlopen(f"{url}/healthz", timeout=2):
        pass


def figures_in(metrics: str) -> dict[str, float]:
    return {name: float(figure) for name, figure in FIGURE.findall(metrics)}


def database_url() -> str:
    """Return the URL of the database that this test is connected to."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
