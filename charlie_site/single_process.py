"""Locks the data folder, so that a second process without Redis does not start."""

import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

_ADDRESS = "server.address"
_held_locks: list[sqlite3.Connection] = []


def hold_lock(folder: Path, address: str = "") -> None:
    """Hold the folder's lock until this process ends; exit if another one holds it.

    `address` is that of this server: the next one says where this one is.

    The channel layer in memory does not reach other processes: players at one table
    would not see each other's moves.
    """
    if _held_locks:
        return
    lock, error = _try_lock(folder / "server.lock")
    if error:
        with TemporaryDirectory(dir=folder) as other:
            free, cause = _try_lock(Path(other, "free.lock"))
            free.close()
        if cause or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            sys.exit(
                f"Cannot lock {folder}: {error}. DATA_DIR must be a folder on a disk of"
                " this machine: shares of a network may have no locks."
            )
        where = read_last_address(folder)
        sys.exit(
            f"Another server runs on {folder}{where and f': it is open at {where}'}."
            " Several processes need REDIS_URL, and without it each a DATA_DIR and a"
            " database of its own."
        )
    # The system releases the lock however the process ends.
    _held_locks.append(lock)
    (folder / _ADDRESS).write_text(address)


def _try_lock(
    file: Path,
) -> tuple[sqlite3.Connection, sqlite3.OperationalError | None]:
    """Return a connection that locks a file, and why it does not."""
    # Every system has its own locks of files. SQLite knows them all, and the file stays
    # an empty database.
    lock = sqlite3.connect(file, timeout=0, check_same_thread=False)
    try:
        # No second file beside it.
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        return lock, error
    return lock, None


def read_last_address(folder: Path) -> str:
    """Return the address of the last server that held the lock, empty if unknown."""
    place = folder / _ADDRESS
    return place.read_text() if place.exists() else ""
