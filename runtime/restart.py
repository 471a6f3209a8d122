"""The operator's word that the server restarts soon, for all processes of a folder.

It is a file and no row: every page shows it, and asks no database for it.
"""

import time
from math import ceil
from pathlib import Path

from django.conf import settings

# Seconds after which a word that was never taken back is no longer true.
_STALE = 15 * 60
# A process that began after the word has restarted.
_BEGAN = time.time()


def announce_restart(minutes: int) -> None:
    _file().write_text(str(time.time() + 60 * minutes))


def withdraw_restart() -> None:
    _file().unlink(missing_ok=True)


def find_restart() -> int | None:
    """Return in how many minutes the server restarts, at least 1; None if it stays.

    The word is over for a process that has restarted since.
    """
    try:
        is_done = _file().stat().st_mtime < _BEGAN
        left = float(_file().read_text()) - time.time()
    except (OSError, ValueError):
        return None
    return None if is_done or left <= -_STALE else max(1, ceil(left / 60))


def _file() -> Path:
    return Path(settings.DATA_DIR, "restart")
