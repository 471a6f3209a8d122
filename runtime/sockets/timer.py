"""Calls a function when a move is due at a table of this process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import datetime

logger = logging.getLogger(__name__)
TICK = 0.25
# Seconds after a failure, so that a database that is away gets few queries.
REST = 2

type OnDue = Callable[[int], Awaitable[None]]


class DueTimer:
    """Keeps the next due time of each table. Only its event loop may call it."""

    def __init__(self, on_due: OnDue, is_ripe: Callable[[datetime], bool]) -> None:
        self._on_due = on_due
        self._is_ripe = is_ripe
        # Each time with the number of its table, because news may arrive out of order.
        self._times: dict[int, tuple[int, datetime]] = {}
        self._running: dict[int, asyncio.Task[None]] = {}
        self._watcher: asyncio.Task[None] | None = None

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Set the due time of a table as of this number, None if no move is due."""
        kept = self._times.get(pk)
        if kept is not None and kept[0] > number:
            return
        if due_at is None:
            self._times.pop(pk, None)
            return
        self._times[pk] = number, due_at
        if self._watcher is None:
            # An empty context: the task serves all tables, not only this caller's.
            self._watcher = asyncio.create_task(
                self._keep_watching(), context=Context()
            )

    def forget(self, pk: int) -> None:
        """Drop a table, because this process has no socket of it any more."""
        self._times.pop(pk, None)

    async def _keep_watching(self) -> None:
        # A loop instead of one long sleep, because the time of day may jump.
        while self._times:
            await asyncio.sleep(TICK)
            for pk, (_number, due_at) in tuple(self._times.items()):
                if pk not in self._running and self._is_ripe(due_at):
                    self._running[pk] = asyncio.create_task(self._run(pk))
        self._watcher = None

    async def _run(self, pk: int) -> None:
        try:
            await self._on_due(pk)
        except Exception:
            logger.exception("The due moves of a table could not be made.")
            await asyncio.sleep(REST)
        finally:
            self._running.pop(pk, None)
