"""Connects the sockets of this process to changes, heartbeats and due moves.

The sockets are called directly. A channel layer in memory walks all its channels for
each message, and Channels changes threads for each message that it delivers: both cost
more than the message itself.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context
from datetime import datetime, timedelta
from operator import methodcaller
from threading import get_ident
from time import monotonic
from weakref import WeakKeyDictionary

from django.utils import timezone

from games.live import clock
from games.live.absence import Absences, Missing
from games.live.listener import Listener, Tell
from games.live.open_pages import (
    DISPLAY,
    LISTENING,
    SEEN,
    PageOf,
    note_pages,
    without_page,
)
from games.models.game import Game
from games.models.player import Player
from runtime.loop import has_other_processes
from runtime.sockets.timer import DueTimer
from runtime.threads import in_thread, start_task

logger = logging.getLogger(__name__)
HEARTBEAT = 10
# A row may become visible this long after its own time stamp, because clocks differ and
# transactions take time.
_OVERLAP = timedelta(seconds=60)
# Seconds: the most that the server believes of the way of a message.
LONGEST_WAY = 0.12
# The number of sockets that may enter at the same time.
MOST_ENTERING = 2


class Hub:
    """The listeners of one event loop. Only that loop calls it."""

    def __init__(self) -> None:
        self.thread = get_ident()
        self._tables: defaultdict[int, set[Listener]] = defaultdict(set)
        self._heartbeats: asyncio.Task[None] | None = None
        self._checked_at = timezone.now()
        self._due_timer = DueTimer(self._make_due_moves, _is_ripe)
        self._absences = Absences()
        # When all pages reconnect at once, other calls still get threads.
        self.entrance = asyncio.Semaphore(MOST_ENTERING)

    def join(self, listener: Listener) -> None:
        self._tables[listener.pk].add(listener)
        if self._heartbeats is None:
            self._checked_at = timezone.now()
            # An empty context: the task serves all sockets, not only this one.
            self._heartbeats = asyncio.create_task(
                self._keep_sending_heartbeats(), context=Context()
            )
        self._note_absences(listener.pk)

    def leave(self, listener: Listener) -> None:
        at_table = self._tables[listener.pk]
        at_table.discard(listener)
        if not at_table:
            del self._tables[listener.pk]
            self._due_timer.forget(listener.pk)
        self._note_absences(listener.pk)
        if not self._tables and self._heartbeats is not None:
            self._heartbeats.cancel()
            self._heartbeats = None

    def has_page(self, pk: int, player_id: int | None) -> bool:
        """Return whether a player has a socket of this table in this process."""
        return player_id in self._people_at(pk)

    def has_display(self, pk: int) -> bool:
        """Return whether a display of this table has a socket in this process."""
        return self.has_page(pk, DISPLAY)

    def watchers_at(self, pk: int) -> tuple[str, ...]:
        """Return the name of each page's player that only watches a table.

        A stranger has an empty name. Pages in other processes are missing.
        """
        pages = (each for each in self._tables.get(pk, ()) if not each.is_seated)
        return tuple(sorted(each.name for each in pages if not each.is_display))

    def is_seen(self, pk: int, player_id: int | None) -> bool:
        """Return whether a player sees a page of this table. Any thread may call it."""
        pages = tuple(self._tables.get(pk, ()))
        return any(each.player_id == player_id and each.is_seen for each in pages)

    def ways_at(self, pk: int) -> dict[int | None, float]:
        """Return how long messages of each player are under way, on the slowest page.

        Any thread may call it: a tuple of a set is made in one step.
        """
        ways: dict[int | None, float] = {}
        for listener in tuple(self._tables.get(pk, ())):
            ways[listener.player_id] = max(
                listener.way, ways.get(listener.player_id, 0)
            )
        return ways

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Schedule the due move of a table as of this number."""
        if pk in self._tables:
            self._due_timer.expect(pk, number, due_at)

    async def _make_due_moves(self, pk: int) -> None:
        for listener in tuple(self._tables.get(pk, ()))[:1]:
            await listener.on_due()

    def tell(self, pk: int, tell: Tell, told: Callable[[], None]) -> None:
        """Call every listener of a table, without waiting."""
        if pk in self._tables:
            start_task(self._tell(pk, tell, told))

    def tell_pages_of(self, player_id: int, tell: Tell) -> None:
        """Call every listener of a player at any table, without waiting."""
        for pk in self._tables:
            if self.has_page(pk, player_id):
                start_task(self._tell(pk, tell, lambda: None, player_id))

    async def _tell(
        self,
        pk: int,
        tell: Tell,
        told: Callable[[], None],
        player_id: int | None = None,
    ) -> None:
        for listener in tuple(self._tables.get(pk, ())):
            if player_id in (None, listener.player_id):
                with _logged("A socket could not be told about a change."):
                    await tell(listener)
        told()

    async def _keep_sending_heartbeats(self) -> None:
        # A tenth of the tables each second: all tables at once would delay moves.
        second = 0
        while True:
            await asyncio.sleep(1)
            self._report_absences()
            second = (second + 1) % HEARTBEAT
            if second == 0:
                with _logged("Ended sessions could not be looked up."):
                    await self._check_viewers()
            with _logged("The heartbeat of the sockets failed."):
                await self._send_heartbeats(
                    pk for pk in self._tables if pk % HEARTBEAT == second
                )

    async def _check_viewers(self) -> None:
        """Make sockets of ended sessions check theirs, as a message may be lost."""
        now = timezone.now()
        for player_id in await in_thread(_find_signed_out, self._checked_at - _OVERLAP):
            self.tell_pages_of(player_id, methodcaller("check_viewer"))
        self._checked_at = now

    def _people_at(self, pk: int) -> set[int | None]:
        listeners = self._tables.get(pk, ())
        people = {DISPLAY if each.is_display else each.player_id for each in listeners}
        return people - {None}

    def _note_absences(self, pk: int) -> None:
        """Note the expected players without a page in this process."""
        listeners = self._tables.get(pk)
        if not listeners:
            self._absences.forget(pk)
            return
        newest = max(listeners, key=lambda listener: listener.number)
        self._absences.note(pk, newest.expected, self._people_at(pk), monotonic())

    def _report_absences(self) -> None:
        for pk, missing in self._absences.reports(monotonic()):
            listener = next(iter(self._tables[pk]))
            start_task(self._report(listener, missing))

    async def _report(self, listener: Listener, missing: Missing) -> None:
        with _logged("Absent players of a table could not be noted."):
            pk, elsewhere = listener.pk, await listener.report(missing)
            self._absences.note_elsewhere(pk, elsewhere, monotonic())

    async def _send_heartbeats(self, pks: Iterable[int]) -> None:
        people = {pk: self._people_at(pk) for pk in pks}
        pages = [(pk, person, SEEN) for pk in people for person in people[pk]]
        seen = [page for page in pages if self.is_seen(*page[:2])]
        for pk, number, due_at in await in_thread(_sync_tables, people, seen):
            self._note_absences(pk)
            self.expect(pk, number, due_at)
            for listener in tuple(self._tables.get(pk, ())):
                with _logged("A socket missed a heartbeat."):
                    await listener.on_heartbeat(number)


def _sync_tables(
    people: dict[int, set[int | None]], seen: Sequence[PageOf]
) -> list[tuple[int, int, datetime | None]]:
    """Note open pages for other processes; return each table's number and due time."""
    if has_other_processes():
        pages = [(pk, person) for pk, at_table in people.items() for person in at_table]
        note_pages([*pages, *seen], LISTENING)
    rows = Game.objects.filter(pk__in=people)
    return list(rows.values_list("pk", "number", "due_at"))


def _find_signed_out(since: datetime) -> list[int]:
    """Return the pks of players with a session that ended since then."""
    ended = Player.objects.filter(session_ended_at__gt=since)
    return list(ended.values_list("pk", flat=True))


def _is_ripe(due_at: datetime) -> bool:
    return clock.is_ripe(due_at, clock.now())


@contextmanager
def _logged(message: str) -> Iterator[None]:
    """Log an error instead of raising it, so that other sockets go on."""
    try:
        yield
    except Exception:
        logger.exception(message)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub


def longest_way(pk: int, players: Iterable[int | None]) -> float:
    """Return how long a message of one of these players can be under way, in seconds.

    Any thread may call it. For a player with a page in another process it is the most.
    """
    ways: dict[int | None, float] = {}
    for hub in list(_hubs.values()):
        ways |= hub.ways_at(pk)
    asked = tuple(players)
    others = {(pk, player) for player in asked if player not in ways}
    if others and has_other_processes() and others - without_page(others):
        return LONGEST_WAY
    return max((ways.get(player, 0) for player in asked), default=0)


def is_seen(pk: int, player_id: int) -> bool:
    """Return whether a player sees a page of this table in any process.

    Any thread may call it. If it is unknown, the answer is yes.
    """
    if any(hub.is_seen(pk, player_id) for hub in list(_hubs.values())):
        return True
    return has_other_processes() and not without_page([(pk, player_id, SEEN)])


def tell_listeners(
    pk: int, tell: Tell, told: Callable[[], None] = lambda: None
) -> None:
    """Call every listener of a table in this process, from any thread.

    `told` is called after the last of them.
    """
    _call_hubs(lambda hub: hub.tell(pk, tell, told))


def tell_pages_of(player_id: int, tell: Tell) -> None:
    """Call every listener of a player in this process, from any thread."""
    _call_hubs(lambda hub: hub.tell_pages_of(player_id, tell))


def _call_hubs(call: Callable[[Hub], None]) -> None:
    for loop, hub in list(_hubs.items()):
        # Only another thread has to wake the loop, which takes two system calls.
        is_own = hub.thread == get_ident()
        # A closed loop raises; it has no sockets left.
        with suppress(RuntimeError):
            (loop.call_soon if is_own else loop.call_soon_threadsafe)(call, hub)
