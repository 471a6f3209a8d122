"""A server of its own for a measurement, in a process beside it."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.site_server import SiteServer


@contextmanager
def running_site() -> Iterator[tuple[int, int]]:
    """Yield the port and the process of a server; exit if its log has errors.

    It uses a new SQLite file, or `DATABASE_URL` and `REDIS_URL` if they are set.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    with tempfile.TemporaryDirectory(prefix="charlie-bench-") as folder:
        server = SiteServer(Path(folder))
        server.start()
        assert server.process is not None
        try:
            yield server.port, server.process.pid
            errors = server.errors_since(0)
        finally:
            server.stop()
    if errors:
        sys.exit("\n".join(errors))
