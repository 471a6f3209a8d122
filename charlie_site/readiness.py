"""Checks whether this process can serve: database, schema, channel layer, saving.

Any client may ask, so concurrent requests share one check on one thread.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import closing
from threading import Lock
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from charlie_site.schema import (
    find_missing_migrations,
    find_schema_obstacle,
    try_tables,
)

logger = logging.getLogger(__name__)
# Seconds: health checks give up soon, and the thread serves other requests too.
LONGEST_WAIT = 2
# Seconds for which a result answers all requests.
CACHE_SECONDS = 1


class StrangeDatabase(Exception):
    """This version must not use the database; the message says why."""


class Readiness:
    """Keeps the last result, and runs one check at a time."""

    def __init__(self) -> None:
        self._checking = Lock()
        self._cached_until = -math.inf
        # The answer during the very first check.
        self._failures = ["unknown"]

    def check(self) -> list[str]:
        """Return the names of the parts that fail.

        They are database, layer, migrations, tables and saving. A database that this
        version must not use is a sentence instead.

        During another thread's check, and shortly after one, returns the last result.
        """
        is_cached = time.monotonic() < self._cached_until
        if not is_cached and self._checking.acquire(blocking=False):
            try:
                self._failures = _check_parts()
                self._cached_until = time.monotonic() + CACHE_SECONDS
            finally:
                self._checking.release()
        return self._failures


readiness = Readiness()


def _check_parts() -> list[str]:
    parts = {"database": _try_database, "layer": async_to_sync(_try_layer)}
    failures = _list_failures(parts)
    if "database" in failures:
        return failures
    schema = {"migrations": _try_migrations, "tables": _try_tables}
    return failures + _list_failures(schema | {"saving": _try_saving})


def _list_failures(parts: dict[str, Callable[[], Any]]) -> list[str]:
    failures = []
    for name, attempt in parts.items():
        try:
            attempt()
        except StrangeDatabase as error:
            failures.append(str(error))
        except Exception:
            logger.warning("Not ready: %s.", name, exc_info=True)
            failures.append(name)
    return failures


def _try_database() -> None:
    with closing(_fresh_connection()) as fresh, fresh.cursor() as cursor:
        cursor.execute("SELECT 1")


def _try_migrations() -> None:
    with closing(_fresh_connection()) as fresh:
        if obstacle := find_schema_obstacle(fresh):
            raise StrangeDatabase(obstacle)
        if missing := find_missing_migrations(fresh):
            raise RuntimeError(f"Migrations that are not applied: {sorted(missing)}")


def _try_tables() -> None:
    with closing(_fresh_connection()) as fresh:
        try_tables(fresh)


def _try_saving() -> None:
    """Commit a change without an effect: the disk may be full or read-only."""
    with closing(_fresh_connection()) as fresh, fresh.cursor() as cursor:
        if fresh.vendor == "sqlite":
            # No other program may hold the lock for longer than a health check waits.
            cursor.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT * 1000}")
            # The program does not use this number. Setting it writes a page.
            cursor.execute("PRAGMA user_version = 0")
        else:
            # The first fails on a read-only server, the second writes to the log.
            cursor.execute("DELETE FROM django_migrations WHERE id IS NULL")
            cursor.execute("SELECT pg_current_xact_id()")


def _fresh_connection() -> BaseDatabaseWrapper:
    """Return a new connection: a full database server refuses only new ones."""
    fresh = connections["default"].copy()
    if fresh.vendor == "postgresql":
        options = fresh.settings_dict["OPTIONS"]
        fresh.settings_dict["OPTIONS"] = {**options, "connect_timeout": LONGEST_WAIT}
    return fresh


async def _try_layer() -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(LONGEST_WAIT):
        channel = await layer.new_channel()
        await layer.send(channel, {"type": "ready"})
        await layer.receive(channel)
