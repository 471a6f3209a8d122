"""Keeps the tables of this process going: heartbeats, absences and due moves.

A table's first socket starts them, and its last one ends them.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextvars import Context
from datetime import datetime, timedelta
from time import monotonic
from weakref import WeakKeyDictionary

from django.utils import timezone

from games.hosting.lifecycle import make_due
from games.hosting.presence import note_missing
from games.live import clock
from games.live.absence import Absences, Missing
from games.live.broadcast import check_sockets_of
from games.live.listener import Listener, listeners
from games.live.open_pages import LISTENING, SEEN, PageOf, note_pages
from games.live.watch import is_seen_here, people_at
from games.models.game import Game
from games.models.player import Player
from runtime.sockets.registry import logged
from runtime.sockets.relay import has_other_processes
from runtime.sockets.timer import DueTimer
from runtime.threads import Kind, call_on, find_thread, find_worker, start_task

HEARTBEAT = 10
# A row may become visible this long after its own time stamp, because clocks differ and
# transactions take time.
_OVERLAP = timedelta(seconds=60)
# The number of sockets that may enter at the same time.
MOST_ENTERING = 2


class Hub:
    """The tables of one event loop. Only that loop calls it."""

    def __init__(self) -> None:
        self._heartbeats: asyncio.Task[None] | None = None
        self._checked_at = timezone.now()
        self._due_timer = DueTimer(self._make_due_moves, clock.seconds_until)
        self._absences = Absences()
        # When all pages reconnect at once, other calls still get their turn.
        self.entrance = asyncio.Semaphore(MOST_ENTERING)

    def join(self, listener: Listener) -> None:
        """Add a socket, which hears about each change of its table from now on."""
        listeners.join(listener.pk, listener)
        if self._heartbeats is None:
            self._checked_at = timezone.now()
            # An empty context: the task serves all sockets, not only this one.
            self._heartbeats = asyncio.create_task(
                self._keep_sending_heartbeats(), context=Context()
            )
        self._note_absences(listener.pk)

    def leave(self, listener: Listener) -> None:
        """Remove a socket, if it has joined."""
        listeners.leave(listener.pk, listener)
        if listener.pk not in listeners.here():
            self._due_timer.forget(listener.pk)
        self._note_absences(listener.pk)
        if not listeners.here() and self._heartbeats is not None:
            self._heartbeats.cancel()
            self._heartbeats = None

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Schedule the due move of a table as of this number."""
        if pk in listeners.here():
            self._due_timer.expect(pk, number, due_at)

    async def _make_due_moves(self, pk: int) -> None:
        for listener in tuple(listeners.here().get(pk, ()))[:1]:
            code = listener.page.code
            self.expect(pk, *await call_on(find_worker(code), make_due, code))

    async def _keep_sending_heartbeats(self) -> None:
        # A tenth of the tables each second: all tables at once would delay moves. The
        # seconds run on while the database answers, or pages would miss a heartbeat.
        second, beat_at = 0, monotonic()
        while True:
            beat_at = max(beat_at + 1, monotonic())
            await asyncio.sleep(beat_at - monotonic())
            self._report_absences()
            second = (second + 1) % HEARTBEAT
            if second == 0:
                with logged("Ended sessions could not be looked up."):
                    await self._check_sessions()
            with logged("The heartbeat of the sockets failed."):
                await self._send_heartbeats(
                    pk for pk in listeners.here() if pk % HEARTBEAT == second
                )

    async def _check_sessions(self) -> None:
        """Make sockets of ended sessions check theirs, as a message may be lost."""
        now = timezone.now()
        since = self._checked_at - _OVERLAP
        for player_id in await _read(_find_signed_out, since):
            check_sockets_of(player_id)
        self._checked_at = now

    def _note_absences(self, pk: int) -> None:
        """Note the expected players without a page at this process."""
        pages = [each.page for each in listeners.here().get(pk, ())]
        if not pages:
            self._absences.forget(pk)
            return
        newest = max(pages, key=lambda page: page.number)
        self._absences.note(pk, newest.expected, people_at(pk), monotonic())

    def _report_absences(self) -> None:
        for pk, missing in self._absences.reports(monotonic()):
            code = next(iter(listeners.here()[pk])).page.code
            start_task(self._report(pk, code, missing))

    async def _report(self, pk: int, code: str, missing: Missing) -> None:
        with logged("Absent players of a table could not be noted."):
            # It asks the cache, which may be slow: no worker waits for it.
            elsewhere = await _read(note_missing, code, missing)
            self._absences.note_elsewhere(pk, elsewhere, monotonic())

    async def _send_heartbeats(self, pks: Iterable[int]) -> None:
        people = {pk: people_at(pk) for pk in pks}
        pages = [(pk, person, SEEN) for pk in people for person in people[pk]]
        seen = [page for page in pages if is_seen_here(*page[:2])]
        for pk, number, due_at in await _read(_sync_tables, people, seen):
            self._note_absences(pk)
            self.expect(pk, number, due_at)
            for listener in tuple(listeners.here().get(pk, ())):
                with logged("A socket missed a heartbeat."):
                    await listener.on_heartbeat(number)


async def make_due_in(code: str, seconds: float) -> None:
    """Make a table's due moves after some seconds: a held accusation counts then."""
    await asyncio.sleep(seconds)
    with logged("A held accusation could not be played."):
        await call_on(find_worker(code), make_due, code)


async def _read[**P, T](call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    return await call_on(find_thread(Kind.READER), call, *args, **kwargs)


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
    ended = Player.objects.filter(session_ended_at__gt=since)
    return list(ended.values_list("pk", flat=True))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub
