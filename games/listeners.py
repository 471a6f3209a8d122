"""The sockets of this process, told of their tables directly and kept alive together.

A channel layer in memory would walk all its channels for each message, and Channels
changes threads for each message it hands on: both cost more than what is sent.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Protocol
from weakref import WeakKeyDictionary

from games.alarms import Alarms
from games.models import Game
from games.threads import in_thread

logger = logging.getLogger(__name__)
HEARTBEAT = 10


class Listener(Protocol):
    """A socket at a table."""

    pk: int
    is_display: bool

    async def hear(self, number: int) -> None:
        """Show the viewer what changed up to this number."""

    async def beat(self, number: int) -> None:
        """Tell the page the number at which it should be."""

    async def see_reaction(self, seat: int, reaction: str) -> None:
        """Show the viewer a bark or a paw."""

    async def see_to_dues(self) -> None:
        """Have made at this table what is due."""


type Tell = Callable[[Listener], Awaitable[None]]


class Switchboard:
    """The listeners of one event loop. Only that loop calls it."""

    def __init__(self) -> None:
        self._tables: defaultdict[int, set[Listener]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()
        self._heart: asyncio.Task[None] | None = None
        self._alarms = Alarms(self._ring)

    def join(self, listener: Listener) -> None:
        self._tables[listener.pk].add(listener)
        if self._heart is None:
            self._heart = asyncio.create_task(self._keep_beating())

    def leave(self, listener: Listener) -> None:
        at_table = self._tables[listener.pk]
        at_table.discard(listener)
        if not at_table:
            del self._tables[listener.pk]
            self._alarms.forget(listener.pk)
        if not self._tables and self._heart is not None:
            self._heart.cancel()
            self._heart = None

    def has_display(self, pk: int) -> bool:
        """Tell whether a display of that table listens here."""
        return any(listener.is_display for listener in self._tables.get(pk, ()))

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Have what is due at a table, which is at this number, made in time."""
        if pk in self._tables:
            self._alarms.expect(pk, number, due_at)

    async def _ring(self, pk: int) -> None:
        for listener in tuple(self._tables.get(pk, ()))[:1]:
            await listener.see_to_dues()

    def tell(self, pk: int, tell: Tell) -> None:
        """Tell every listener of a table something, without waiting for it."""
        if pk in self._tables:
            task = asyncio.create_task(self._tell(pk, tell))
            # The loop itself would forget a task that nobody holds.
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(self, pk: int, tell: Tell) -> None:
        for listener in tuple(self._tables.get(pk, ())):
            with _logged("A socket could not be told what changed."):
                await tell(listener)

    async def _keep_beating(self) -> None:
        # A tenth of the tables each second: all at once would make a move wait.
        second = 0
        while True:
            await asyncio.sleep(1)
            second = (second + 1) % HEARTBEAT
            with _logged("The heartbeat of the sockets failed."):
                await self._beat(pk for pk in self._tables if pk % HEARTBEAT == second)

    async def _beat(self, pks: Iterable[int]) -> None:
        for pk, number, due_at in await in_thread(_look_up, list(pks)):
            self.expect(pk, number, due_at)
            for listener in tuple(self._tables.get(pk, ())):
                with _logged("A socket missed a heartbeat."):
                    await listener.beat(number)


def _look_up(pks: list[int]) -> list[tuple[int, int, datetime | None]]:
    rows = Game.objects.filter(pk__in=pks)
    return list(rows.values_list("pk", "number", "due_at"))


@contextmanager
def _logged(what: str) -> Iterator[None]:
    """Let one socket's failure be none of the others'."""
    try:
        yield
    except Exception:
        logger.exception(what)


_switchboards: WeakKeyDictionary[asyncio.AbstractEventLoop, Switchboard] = (
    WeakKeyDictionary()
)


def switchboard() -> Switchboard:
    """Return the switchboard of the running loop."""
    return _switchboards.setdefault(asyncio.get_running_loop(), Switchboard())


def tell_listeners(pk: int, tell: Tell) -> None:
    """Tell every socket of this process at a table something; from any thread."""
    for loop, board in list(_switchboards.items()):
        # A loop that has ended has no sockets left.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(board.tell, pk, tell)
