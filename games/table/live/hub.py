"""Keeps the tables of this process going: heartbeats, absences and due moves.

It also tells other processes, if there are any, the players at these tables.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from contextvars import Context
from datetime import datetime, timedelta
from time import monotonic
from weakref import WeakKeyDictionary, WeakValueDictionary

from channels.layers import get_channel_layer
from django.utils import timezone

from games.models import Game, Player
from games.play import clock
from games.play.clock import serving
from games.play.connections import (
    Connection,
    connections,
    forget_old,
    list_people_at,
    list_seeing_at,
)
from games.play.publish import name_table_group
from games.play.selectors import get_table_view_at
from games.play.signs import signs
from games.players.identity import name_player_group
from games.table.live.due_timer import DueTimer
from games.table.live.processes import listen_to_processes
from games.table.lobby.starting import make_due
from games.table.people.idle import judge_idle, settle_idle
from games.table.people.missing_pages import Absences, Missing
from games.table.people.presence import note_missing
from runtime.layer import tell_other_processes
from runtime.restart import find_restart
from runtime.threads import (
    Kind,
    call_on,
    find_thread,
    find_worker,
    log_errors,
    start_task,
)

HEARTBEAT = 10
# A row may become visible this long after its own time stamp, because clocks differ and
# transactions take time.
_OVERLAP = timedelta(seconds=60)
# Seconds before an accusation that could not be played is tried again.
PAUSES = (0.5, 1, 2)
# The number of sockets that may enter at the same time.
MOST_ENTERING = 2


class Hub:
    """The tables of one event loop. Only that loop calls it."""

    def __init__(self) -> None:
        self._heartbeats: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._checked_at = timezone.now()
        self._due_timer = DueTimer(self._make_due_moves, clock.count_seconds_until)
        self._absences = Absences()
        self._settling: set[int] = set()
        self.minutes_until_restart: int | None = None
        self._entrance = asyncio.Semaphore(MOST_ENTERING)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def start(self) -> None:
        """Begin to send heartbeats and to hear other processes."""
        # An empty context: the tasks serve all sockets, not only this one.
        if self._heartbeats is None:
            self._checked_at = timezone.now()
            work = self._keep_sending_heartbeats()
            self._heartbeats = asyncio.create_task(work, context=Context())
        if self._listener is None and get_channel_layer().is_shared:
            work = listen_to_processes()
            self._listener = asyncio.create_task(work, context=Context())

    @asynccontextmanager
    async def entrance(self, address: str) -> AsyncIterator[None]:
        """Wait until a page of this address may enter: addresses take turns.

        When all pages reconnect at once, other calls still get their turn.
        """
        turn = self._turns.setdefault(address, asyncio.Lock())
        async with turn, self._entrance:
            yield

    def join(self, pk: int, connection: Connection) -> None:
        """Add a connection to a table."""
        people = list_people_at(pk)
        connections.join(pk, connection)
        self.start()
        self._note_absences(pk)
        if people != list_people_at(pk):
            self.tell_people([pk])

    def leave(self, pk: int, connection: Connection) -> None:
        """Remove a connection."""
        people = list_people_at(pk), list_seeing_at(pk)
        connections.leave(pk, connection)
        if not connections.at(pk):
            self._due_timer.forget(pk)
        self._note_absences(pk)
        if people != (list_people_at(pk), list_seeing_at(pk)):
            self.tell_people([pk])

    def expect(self, pk: int, number: int, due_at: datetime | None) -> None:
        """Schedule the due move of a table as of this number."""
        if connections.at(pk):
            self._due_timer.expect(pk, number, due_at)

    def tell_people(self, pks: Iterable[int]) -> None:
        """Tell other processes which players have a page of these tables, or see it."""
        tables = [
            [pk, list(list_people_at(pk)), list(list_seeing_at(pk))] for pk in pks
        ]
        tell_other_processes("pages.open", tables=tables)

    def watch(self, pk: int) -> None:
        """Ask silent players of a table for a sign, and have idle ones noted."""
        here = connections.at(pk)
        table_view = get_table_view_at(here[0].code, 0, None) if here else None
        if table_view is None:
            return
        idleness = judge_idle(table_view)
        changed = set()
        for page in here:
            is_asked = page.player_id in idleness.asked
            if page.player_id and page.is_asked != is_asked:
                page.is_asked = is_asked
                changed.add(page.player_id)
        for player_id in changed:
            _tell(name_player_group(player_id), {"type": "page.asked"})
        if idleness.has_changes and pk not in self._settling:
            self._settling.add(pk)
            start_task(self._settle_idle(pk, here[0].code))

    async def _settle_idle(self, pk: int, code: str) -> None:
        with log_errors("Idle players of a table could not be noted."):
            await call_on(find_worker(code), settle_idle, code)
        self._settling.discard(pk)

    async def _make_due_moves(self, pk: int) -> None:
        for page in connections.at(pk)[:1]:
            due = await call_on(find_worker(page.code), make_due, page.code)
            self.expect(pk, *due)

    async def _keep_sending_heartbeats(self) -> None:
        # A tenth of the tables each second: all tables at once would delay moves. The
        # seconds run on while the database answers, or pages would miss a heartbeat.
        # Looks into the database at once, and every ten seconds: an idle server keeps a
        # connection there, which tells others that it runs.
        second, beat_at = -1, monotonic()
        while True:
            beat_at = max(beat_at + 1, monotonic())
            await asyncio.sleep(beat_at - monotonic())
            serving.beat()
            second = (second + 1) % HEARTBEAT
            for pk in connections.tables():
                with log_errors("Idle players of a table could not be found."):
                    self.watch(pk)
            pks = [pk for pk in connections.tables() if pk % HEARTBEAT == second]
            # Without tables, too: a process that hears no message counts as cut off.
            self.tell_people(pks)
            self._report_absences()
            if second == 0:
                forget_old()
                signs.forget_old()
                with log_errors("A word of a restart could not be looked up."):
                    self.minutes_until_restart = await _read(find_restart)
                with log_errors("Ended sessions could not be looked up."):
                    await self._check_sessions()
            with log_errors("The heartbeat of the sockets failed."):
                await self._send_heartbeats(pks)

    async def _check_sessions(self) -> None:
        """Make sockets of ended sessions check theirs, as a message may be lost."""
        now = timezone.now()
        since = self._checked_at - _OVERLAP
        ended = await _read(_find_signed_out, since)
        for player_id in ended:
            _tell(name_player_group(player_id), {"type": "session.ended"})
        self._checked_at = now

    def _note_absences(self, pk: int) -> None:
        """Note the expected players without a page at this process."""
        here = connections.at(pk)
        if not here:
            self._absences.forget(pk)
            return
        newest = max(here, key=lambda page: page.number)
        self._absences.note(pk, newest.expected, list_people_at(pk), monotonic())

    def _report_absences(self) -> None:
        for pk, missing in self._absences.list_due(monotonic()):
            for page in connections.at(pk)[:1]:
                start_task(self._report(pk, page.code, missing))

    async def _report(self, pk: int, code: str, missing: Missing) -> None:
        with log_errors("Absent players of a table could not be noted."):
            there = await _read(note_missing, code, missing)
            self._absences.note_elsewhere(pk, there, monotonic())

    async def _send_heartbeats(self, pks: list[int]) -> None:
        rows = await _read(_read_tables, pks) if pks else []
        for pk, number, due_at in rows:
            self._note_absences(pk)
            self.expect(pk, number, due_at)
            _tell(name_table_group(pk), {"type": "table.heartbeat", "number": number})
            # Moves get their turn between the heartbeats of two tables.
            await asyncio.sleep(0)


async def make_due_in(code: str, seconds: float) -> None:
    """Make a table's due moves in some seconds: an entered accusation counts then.

    If it fails again and again, the next heartbeat or visit of the table makes them.
    """
    for pause in (seconds, *PAUSES):
        await asyncio.sleep(pause)
        with log_errors("An entered accusation could not be played."):
            await call_on(find_worker(code), make_due, code)
            return


async def _read[**P, T](call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    return await call_on(find_thread(Kind.READER), call, *args, **kwargs)


def _read_tables(pks: list[int]) -> list[tuple[int, int, datetime | None]]:
    """Return each table's number and due time."""
    rows = Game.objects.filter(pk__in=pks)
    return list(rows.values_list("pk", "number", "due_at"))


def _tell(group: str, message: dict[str, object]) -> None:
    """Send a message to a group here: each process sends its own heartbeats."""
    get_channel_layer().group_send_here(group, message)


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
