"""Locks the data folder, so that a second process without Redis does not start."""

import fcntl
import sys
from pathlib import Path
from typing import IO

_held_locks: list[IO[str]] = []


def hold_lock(folder: Path) -> None:
    """Hold the folder's lock until this process ends; exit if another one holds it.

    The channel layer in memory does not reach other processes: players at one table
    would not see each other's moves.
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
    # The system releases the lock however the process ends.
    _held_locks.append(lock)
