"""The presence part of a table's socket.

An open page keeps its player present, and has due moves made.
"""

import json
import time
from contextlib import suppress
from secrets import token_hex
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from games.errors import NoSuchTable
from games.hosting.cleanup import VISIT, note_visit
from games.hosting.presence import (
    bring_back,
    note_display,
    note_here,
    note_missing,
)
from games.live.absence import Missing, Person
from games.live.broadcast import publish_page
from games.live.hub import get_hub
from games.live.open_pages import (
    DISPLAY,
    LISTENING,
    SEEN,
    forget_page,
    note_pages,
)
from games.models.bystanders import Standing
from games.models.player import Player
from games.play.due_moves import make_due_moves
from games.play.selectors import TableView
from games.play.snapshot import Table
from games.table.socket_viewer import SocketViewer
from runtime.database import DATABASE_AWAY
from runtime.loop import has_other_processes
from runtime.metrics import DROPPED_AT_CLOSING, SOCKETS
from runtime.threads import in_thread


class PagePresence(AsyncWebsocketConsumer):
    """A page at a table: its player is present, and due moves are made meanwhile.

    The consumer sets `viewer` when it connects and `pk` when the table is found, and
    calls `note_opened`, `remember`, `schedule_due_moves`, `open_display`,
    `note_still_open` and `note_closed`.
    """

    viewer: SocketViewer
    table: Table
    pk = 0
    number = 0
    is_closing = False

    def __init__(self) -> None:
        super().__init__()
        self.page = token_hex(8)

    async def __call__(self, *arguments: Any) -> None:
        """Serve the socket, and leave the hub however the connection ends."""
        with SOCKETS.track_inprogress():
            try:
                await super().__call__(*arguments)
            finally:
                get_hub().leave(self)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message on the event loop.

        Channels would first switch threads to close old database connections. Here only
        the long-lived threads have connections, and they close them themselves.
        """
        await getattr(self, get_handler_name(message))(message)

    @property
    def player(self) -> Player | None:
        """Return the page's player, if it has one."""
        return self.viewer.player

    @property
    def player_id(self) -> int | None:
        """Return the primary key of the page's player, if it has one."""
        return self.player.pk if self.player else None

    @property
    def name(self) -> str:
        """Return the name of the page's player, unless the host has removed them."""
        is_out = self.table.standing_of(self.player_id) == Standing.OUT
        return self.player.name if self.player and not is_out else ""

    @property
    def is_display(self) -> bool:
        """Return whether the page is a display for the middle of the table."""
        return self.viewer.is_display

    @property
    def is_seen(self) -> bool:
        """Return whether the page is not hidden, as far as it told."""
        return self.viewer.is_seen

    @property
    def way(self) -> float:
        """Return how long a message of this page is under way, in seconds."""
        return self.viewer.way

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players expected to have a page open at this table."""
        return self.table.expected

    async def on_due(self) -> None:
        """Make the table's due moves, and schedule the next ones."""
        number, due_at = await in_thread(make_due_moves, self.viewer.code)
        get_hub().expect(self.pk, number, due_at)

    async def report(self, missing: Missing) -> set[Person]:
        """Note the players without a page here; return those with one elsewhere."""
        return await in_thread(note_missing, self.viewer.code, missing)

    async def on_new_page(self, player_id: int, page: str) -> None:
        """Tell the viewer that their seat was opened on another page."""
        if self.player_id != player_id or self.page == page:
            return
        translation.activate(self.viewer.language)
        note = _("Your seat is open on another page now. You can play on both.")
        await self.send(to_json(note=note))

    async def send(self, *arguments: Any, **keywords: Any) -> None:
        """Send a message, unless the socket is closing: its page will reconnect."""
        if self.is_closing:
            return
        try:
            await super().send(*arguments, **keywords)
        except Disconnected:
            DROPPED_AT_CLOSING.inc()

    def note_opened(self, table_view: TableView) -> TableView:
        """Note a page that was just opened, and return its player's view.

        Blocks: call it on a thread.
        """
        if self.player and table_view.is_absent():
            table_view = bring_back(table_view, self.player)
        self.visit(table_view.table.pk)
        if self.player:
            publish_page(table_view.table.pk, self.player.pk, self.page)
            if has_other_processes():
                note_pages([(table_view.table.pk, self.player.pk)], LISTENING)
        return table_view

    def visit(self, pk: int) -> None:
        """Note that the table is in use. Blocks."""
        self.visited_at = time.monotonic()
        note_visit(pk)

    def remember(self, table_view: TableView) -> None:
        """Remember the table of a view, and the presence of its viewer."""
        self.table = table_view.table
        self.is_absent = table_view.is_absent()
        self.is_seated = table_view.viewer >= 0

    def schedule_due_moves(self) -> None:
        """Schedule the table's due moves. The page has joined the hub."""
        get_hub().expect(self.pk, self.table.number, self.table.due_at)

    async def note_still_open(self) -> None:
        """Renew the presence of this page from time to time."""
        if time.monotonic() - self.visited_at > VISIT:
            await in_thread(self.visit, self.pk)
        if self.is_absent and self.player:
            # The player was noted as away while this socket opened.
            await in_thread(note_here, self.viewer.code, self.player)
        if self.is_display and not self.table.has_display:
            # Another process, unaware of this display, noted that the last one had
            # closed.
            await in_thread(note_display, self.viewer.code, is_open=True)

    async def note_sight(self, *, was_seen: bool) -> None:
        """Tell other processes that the page was hidden or shown."""
        place = (self.pk, self.player_id, SEEN)
        if was_seen == self.is_seen or not self.player_id or not has_other_processes():
            return
        if self.is_seen:
            await in_thread(note_pages, [place], LISTENING)
        elif not get_hub().is_seen(*place[:2]):
            await in_thread(forget_page, place)

    async def open_display(self) -> None:
        """Note the page as the table's display, if it is one."""
        if self.is_display:
            await in_thread(note_display, self.viewer.code, is_open=True)

    async def note_closed(self) -> None:
        """Note that this page is closed."""
        if not self.pk:
            return
        owner = DISPLAY if self.is_display else self.player_id
        was_seen, self.viewer.is_seen = self.is_seen, False
        await self.note_sight(was_seen=was_seen)
        is_last = not get_hub().has_page(self.pk, owner)
        if owner and is_last and has_other_processes():
            await in_thread(forget_page, (self.pk, owner))
        if self.is_display and is_last:
            # A deleted table has no display to note.
            with suppress(NoSuchTable, *DATABASE_AWAY):
                await in_thread(note_display, self.viewer.code, is_open=False)


# Kept, because `json.dumps` would create an encoder for each message.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_json(**message: Any) -> str:
    """Return a message as compact JSON, with unescaped letters to save bytes."""
    return _encode(message)
