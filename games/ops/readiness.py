"""Whether this process could serve now: its database, the migrations, the layer.

Anybody may ask, so all who ask share one answer: it never takes more than one thread.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import closing
from functools import cache
from threading import Lock
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

logger = logging.getLogger(__name__)
# Seconds. Whoever asks has a limit, too, and the thread serves others.
LONGEST_WAIT = 2
# For so many seconds an answer is everybody's.
KEPT = 1


class Readiness:
    """The last answer, and one look at a time for the next."""

    def __init__(self) -> None:
        self._looking = Lock()
        self._kept_until = -math.inf
        # What is told to who asks while the first look is under way.
        self._troubles = ["unknown"]

    def check(self) -> list[str]:
        """Return what is not ready: database, migrations, layer; as a rule nothing.

        Whoever asks while another looks, or just after, gets the last answer.
        """
        is_kept = time.monotonic() < self._kept_until
        if not is_kept and self._looking.acquire(blocking=False):
            try:
                self._troubles = _check_parts()
                self._kept_until = time.monotonic() + KEPT
            finally:
                self._looking.release()
        return self._troubles


readiness = Readiness()


def _check_parts() -> list[str]:
    parts = {"database": _ask_database, "layer": async_to_sync(_ask_layer)}
    troubles = [name for name, ask in parts.items() if not _is_well(name, ask)]
    if "database" in troubles or _is_well("migrations", _ask_migrations):
        return troubles
    return [*troubles, "migrations"]


def _is_well(name: str, ask: Callable[[], Any]) -> bool:
    try:
        ask()
    except Exception:
        logger.warning("Not ready: %s.", name, exc_info=True)
        return False
    return True


def _ask_database() -> None:
    with closing(_fresh_connection()) as fresh, fresh.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_migrations() -> None:
    with closing(_fresh_connection()) as fresh:
        missing = _newest_migrations() - set(
            MigrationRecorder(fresh).applied_migrations()
        )
    if missing:
        raise RuntimeError(f"Migrations that are not applied: {sorted(missing)}")


def _fresh_connection() -> BaseDatabaseWrapper:
    """Return a new connection: a kept one may be the last that the server lets in."""
    fresh = connections["default"].copy()
    if fresh.vendor == "postgresql":
        options = fresh.settings_dict["OPTIONS"]
        fresh.settings_dict["OPTIONS"] = {**options, "connect_timeout": LONGEST_WAIT}
    return fresh


@cache
def _newest_migrations() -> set[tuple[str, str]]:
    """Return the last migration of each application, as the code has them."""
    return set(MigrationLoader(None).graph.leaf_nodes())


async def _ask_layer() -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(LONGEST_WAIT):
        channel = await layer.new_channel()
        await layer.send(channel, {"type": "ready"})
        await layer.receive(channel)
