"""When something is due at the tables of this process, and who sees to it then."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import datetime

from games.live import clock

logger = logging.getLogger(__name__)
TICK = 0.25
# Seconds after something failed: a database that is away is not asked all the time.
REST = 2

type Ring = Callable[[int], Awaitable[None]]


class DueTimer:
    """The next due time of each table. Only its event loop calls it."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        # The number of a table beside its time: the news of before may come later.
        self._times: dict[int, tuple[int, datetime]] = {}
        self._ringing: dict[int, asyncio.Task[None]] = {}
        self._watch: asyncio.Task[None] | None = None

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Note when something is due at a table that is at this number."""
        kept = self._times.get(pk)
        if kept is not None and kept[0] > number:
            return
        if due_at is None:
            self._times.pop(pk, None)
            return
        self._times[pk] = number, due_at
        if self._watch is None:
            # Not in the context of whoever expects this: it watches for all.
            self._watch = asyncio.create_task(self._keep_watching(), context=Context())

    def forget(self, pk: int) -> None:
        """Expect nothing of a table: nobody of this process looks at it any more."""
        self._times.pop(pk, None)

    async def _keep_watching(self) -> None:
        # The time of day may jump, so it is looked at again and again.
        while self._times:
            await asyncio.sleep(TICK)
            now = clock.now()
            horizon = clock.horizon(now)
            for pk, (_number, due_at) in tuple(self._times.items()):
                if not now < due_at <= horizon and pk not in self._ringing:
                    self._ringing[pk] = asyncio.create_task(self._ring_once(pk))
        self._watch = None

    async def _ring_once(self, pk: int) -> None:
        try:
            await self._ring(pk)
        except Exception:
            logger.exception("What was due at a table could not be done.")
            await asyncio.sleep(REST)
        finally:
            self._ringing.pop(pk, None)
