"""The sockets of this process, told of their tables directly and kept alive together.

A channel layer in memory would walk all its channels for each message, and Channels
changes threads for each message it hands on: both cost more than what is sent.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import Context
from datetime import datetime, timedelta
from operator import methodcaller
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.utils import timezone

from games.live.absence import Absences, Missing, Person
from games.live.due_timer import DueTimer
from games.live.open_pages import DISPLAY, LISTENING, note_pages
from games.models.game import Game
from games.models.player import Player
from games.ops.threads import in_thread

logger = logging.getLogger(__name__)
HEARTBEAT = 10
# How long after its own time a row may be seen: clocks differ, transactions take time.
LATE = timedelta(seconds=60)
# Sockets of a process that are let in at the same time.
AT_A_TIME = 2


class Listener(Protocol):
    """A socket at a table."""

    pk: int
    number: int
    is_display: bool
    player_id: int | None

    @property
    def expected(self) -> frozenset[int | None]:
        """Return whose pages should be there, as far as this listener knows."""

    async def on_change(self, number: int) -> None:
        """Show the viewer what changed up to this number."""

    async def on_heartbeat(self, number: int) -> None:
        """Tell the page the number at which it should be."""

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Show the viewer a bark or a paw."""

    async def on_other_page(self, player_id: int) -> None:
        """Tell the viewer that a player has opened another page."""

    async def check_viewer(self) -> None:
        """Close the socket if its session is its player's no more."""

    async def report(self, missing: Missing) -> set[Person]:
        """Have noted who has no page at this table; return who has one elsewhere."""

    async def on_due(self) -> None:
        """Have made at this table what is due."""


type Tell = Callable[[Listener], Awaitable[None]]


class Hub:
    """The listeners of one event loop. Only that loop calls it."""

    def __init__(self) -> None:
        self._tables: defaultdict[int, set[Listener]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()
        self._heart: asyncio.Task[None] | None = None
        self._checked_at = timezone.now()
        self._alarms = DueTimer(self._ring)
        self._attendance = Absences()
        # When all pages come back at once, the threads are not for them alone.
        self.entrance = asyncio.Semaphore(AT_A_TIME)

    def join(self, listener: Listener) -> None:
        self._tables[listener.pk].add(listener)
        if self._heart is None:
            self._checked_at = timezone.now()
            # Not in the context of this socket: it beats for all.
            self._heart = asyncio.create_task(self._keep_beating(), context=Context())
        self._look_around(listener.pk)

    def leave(self, listener: Listener) -> None:
        at_table = self._tables[listener.pk]
        at_table.discard(listener)
        if not at_table:
            del self._tables[listener.pk]
            self._alarms.forget(listener.pk)
        self._look_around(listener.pk)
        if not self._tables and self._heart is not None:
            self._heart.cancel()
            self._heart = None

    def has_page(self, pk: int, player_id: int | None) -> bool:
        """Tell whether a player has a page of that table that listens here."""
        return player_id in self._people_at(pk)

    def has_display(self, pk: int) -> bool:
        """Tell whether a display of that table listens here."""
        return self.has_page(pk, DISPLAY)

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Have what is due at a table, which is at this number, made in time."""
        if pk in self._tables:
            self._alarms.expect(pk, number, due_at)

    async def _ring(self, pk: int) -> None:
        for listener in tuple(self._tables.get(pk, ()))[:1]:
            await listener.on_due()

    def tell(self, pk: int, tell: Tell, told: Callable[[], None]) -> None:
        """Tell every listener of a table something, without waiting for it."""
        if pk in self._tables:
            self._start(self._tell(pk, tell, told))

    def tell_pages_of(self, player_id: int, tell: Tell) -> None:
        """Tell every listener of a player something, at whatever table."""
        for pk in self._tables:
            if self.has_page(pk, player_id):
                self._start(self._tell(pk, tell, lambda: None, player_id))

    async def _tell(
        self,
        pk: int,
        tell: Tell,
        told: Callable[[], None],
        player_id: int | None = None,
    ) -> None:
        for listener in tuple(self._tables.get(pk, ())):
            if player_id in (None, listener.player_id):
                with _logged("A socket could not be told what changed."):
                    await tell(listener)
        told()

    async def _keep_beating(self) -> None:
        # A tenth of the tables each second: all at once would make a move wait.
        second = 0
        while True:
            await asyncio.sleep(1)
            self._report_missing()
            second = (second + 1) % HEARTBEAT
            if second == 0:
                with _logged("Who was signed out could not be looked up."):
                    await self._check_viewers()
            with _logged("The heartbeat of the sockets failed."):
                await self._beat(pk for pk in self._tables if pk % HEARTBEAT == second)

    async def _check_viewers(self) -> None:
        """Have sockets look whose players were signed out: a message may be lost."""
        now = timezone.now()
        for player_id in await in_thread(_find_signed_out, self._checked_at - LATE):
            self.tell_pages_of(player_id, methodcaller("check_viewer"))
        self._checked_at = now

    def _people_at(self, pk: int) -> set[int | None]:
        listeners = self._tables.get(pk, ())
        people = {DISPLAY if each.is_display else each.player_id for each in listeners}
        return people - {None}

    def _look_around(self, pk: int) -> None:
        """See who is missing at a table."""
        listeners = self._tables.get(pk)
        if not listeners:
            self._attendance.forget(pk)
            return
        newest = max(listeners, key=lambda listener: listener.number)
        now = asyncio.get_running_loop().time()
        self._attendance.look(pk, newest.expected, self._people_at(pk), now)

    def _report_missing(self) -> None:
        now = asyncio.get_running_loop().time()
        for pk, missing in self._attendance.reports(now):
            listener = next(iter(self._tables[pk]))
            self._start(self._report(listener, missing))

    async def _report(self, listener: Listener, missing: Missing) -> None:
        with _logged("Who is missing at a table could not be noted."):
            pk, elsewhere = listener.pk, await listener.report(missing)
            now = asyncio.get_running_loop().time()
            self._attendance.note_elsewhere(pk, elsewhere, now)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        # The loop itself would forget a task that nobody holds.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self, pks: Iterable[int]) -> None:
        people = {pk: self._people_at(pk) for pk in pks}
        for pk, number, due_at in await in_thread(_sync_tables, people):
            self._look_around(pk)
            self.expect(pk, number, due_at)
            for listener in tuple(self._tables.get(pk, ())):
                with _logged("A socket missed a heartbeat."):
                    await listener.on_heartbeat(number)


def _sync_tables(
    people: dict[int, set[int | None]],
) -> list[tuple[int, int, datetime | None]]:
    """Return each table's number and when something is due there.

    Other processes are told whose pages are open in this one.
    """
    if has_other_processes():
        places = [(pk, who) for pk, whom in people.items() for who in whom]
        note_pages(places, LISTENING)
    rows = Game.objects.filter(pk__in=people)
    return list(rows.values_list("pk", "number", "due_at"))


def _find_signed_out(since: datetime) -> list[int]:
    """Return the players of whom a session has ended since then."""
    ended = Player.objects.filter(session_ended_at__gt=since)
    return list(ended.values_list("pk", flat=True))


def has_other_processes() -> bool:
    """Return whether the channel layer leads to other processes."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


@contextmanager
def _logged(what: str) -> Iterator[None]:
    """Let one socket's failure be none of the others'."""
    try:
        yield
    except Exception:
        logger.exception(what)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub


def tell_listeners(
    pk: int, tell: Tell, told: Callable[[], None] = lambda: None
) -> None:
    """Tell every socket of this process at a table something; from any thread.

    `told` is called when all of them have been told.
    """
    _call_hubs(lambda hub: hub.tell(pk, tell, told))


def tell_pages_of(player_id: int, tell: Tell) -> None:
    """Tell every socket of this process that is a player's; from any thread."""
    _call_hubs(lambda hub: hub.tell_pages_of(player_id, tell))


def _call_hubs(call: Callable[[Hub], None]) -> None:
    for loop, hub in list(_hubs.items()):
        # A loop that has ended has no sockets left.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(call, hub)
