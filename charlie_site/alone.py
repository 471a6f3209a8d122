"""Several server processes need Redis between them: a lone one holds a lock."""

import fcntl
import sys
from pathlib import Path
from typing import IO

_held: list[IO[str]] = []


def hold_alone(folder: Path) -> None:
    """Hold the folder's lock to the end of this process, or end it with one line.

    With the layer in memory, a second process would not hear what happens at the
    tables of the first.
    """
    lock = (folder / "server.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        sys.exit(
            f"Another server runs on {folder}. Several processes need REDIS_URL, and"
            " without it each a DATA_DIR and a database of its own."
        )
    # The system lets go of it however the process ends.
    _held.append(lock)
