"""Tells the hub when a move is due at a table of this process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from datetime import datetime

logger = logging.getLogger(__name__)
# Seconds between two looks at the time of day, which may jump.
TICK = 0.25
# Seconds between two calls for a table whose due time stays in the past.
SHORTEST_PAUSE = 0.01
# Seconds after a failure, so that a database that is away gets few queries.
REST = 2
type OnDue = Callable[[int], Awaitable[None]]


class DueTimer:
    """Keeps the next due time of each table. Only its event loop may call it.

    `seconds_until` returns the seconds until a due time; 0 if it has come, or is out of
    range.
    """

    def __init__(
        self, on_due: OnDue, seconds_until: Callable[[datetime], float]
    ) -> None:
        self._on_due = on_due
        self._seconds_until = seconds_until
        # Each time with the number of its table, because news may arrive out of order.
        self._times: dict[int, tuple[int, datetime]] = {}
        self._running: dict[int, asyncio.Task[None]] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Set the due time of a table as of this number, None if no move is due."""
        expected = self._times.get(pk)
        if expected is not None and expected[0] > number:
            return
        if due_at is None:
            self._times.pop(pk, None)
            return
        self._times[pk] = number, due_at
        if self._seconds_until(due_at) < TICK:
            self._news.set()
        if self._watcher is None:
            # An empty context: the task serves all tables, not only this caller's.
            self._watcher = asyncio.create_task(
                self._keep_watching(), context=Context()
            )

    def forget(self, pk: int) -> None:
        """Drop a table, because this process has no socket of it any more."""
        self._times.pop(pk, None)

    async def _keep_watching(self) -> None:
        while self._times:
            await self._wait()
            for pk, (_number, due_at) in tuple(self._times.items()):
                if pk not in self._running and not self._seconds_until(due_at):
                    self._running[pk] = asyncio.create_task(self._run(pk))
        self._watcher = None

    async def _wait(self) -> None:
        """Wait for the first due time or for news of one, but not for long."""
        waiting = self._times.keys() - self._running.keys()
        times = [self._seconds_until(self._times[pk][1]) for pk in waiting]
        pause = max(SHORTEST_PAUSE, min([TICK, *times]))
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._news.wait()

    async def _run(self, pk: int) -> None:
        try:
            await self._on_due(pk)
        except Exception:
            logger.exception("The due moves of a table could not be made.")
            await asyncio.sleep(REST)
        finally:
            self._running.pop(pk, None)
