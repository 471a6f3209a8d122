"""What a socket does besides showing its table: it is a page, and somebody watches."""

import json
import time
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from games.live.absence import Missing, Person
from games.live.broadcast import publish_page
from games.live.hub import get_hub
from games.live.open_pages import (
    DISPLAY,
    LISTENING,
    forget_page,
    has_other_processes,
    note_pages,
)
from games.models.player import Player
from games.ops.metrics import DROPPED_AT_CLOSING
from games.ops.threads import in_thread
from games.play.cleanup import VISIT, note_visit
from games.play.due_moves import make_due_moves
from games.play.presence import (
    is_missed,
    note_display,
    note_here,
    note_missing,
    welcome,
)
from games.play.selectors import TableView
from games.play.snapshot import Table


class PagePresence(AsyncWebsocketConsumer):
    """A page of a table: its player is there, and what is due is made meanwhile."""

    pk = 0
    is_display = False
    is_closing = False
    code: str
    language: str
    player: Player | None = None
    table: Table

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message on the loop.

        Channels would change threads before, to close old database connections: the
        kept threads, which alone have any here, do that themselves.
        """
        await getattr(self, get_handler_name(message))(message)

    @property
    def player_id(self) -> int | None:
        """Return the player whose page this is, if it is one's."""
        return self.player.pk if self.player else None

    @property
    def expected(self) -> frozenset[int | None]:
        """Return whose pages should be at this table."""
        return self.table.expected

    async def on_due(self) -> None:
        """Have made at this table what is due."""
        number, due_at = await in_thread(make_due_moves, self.code)
        get_hub().expect(self.pk, number, due_at)

    async def report(self, missing: Missing) -> set[Person]:
        """Have noted who has no page at this table; return who has one elsewhere."""
        return await in_thread(note_missing, self.code, missing)

    async def on_other_page(self, player_id: int) -> None:
        """Tell the viewer if it was they who have opened another page."""
        if self.player_id != player_id:
            return
        with translation.override(self.language):
            note = _("Your seat is open on another page now. Both can be played on.")
        await self.send(to_json(note=note))

    async def send(self, *arguments: Any, **keywords: Any) -> None:
        """Send, unless the socket is closing: its page comes back and asks."""
        if self.is_closing:
            return
        try:
            await super().send(*arguments, **keywords)
        except Disconnected:
            DROPPED_AT_CLOSING.inc()

    def arrive(self, table_view: TableView) -> TableView:
        """Note a page that has just been opened; return what its player sees then.

        It blocks, so it is called on a thread.
        """
        table_view = welcome(table_view, self.player)
        self.visit(table_view.table.pk)
        if self.player:
            # This page does not listen yet, so all that on_change it are others.
            publish_page(table_view.table.pk, self.player.pk)
            if has_other_processes():
                note_pages([(table_view.table.pk, self.player.pk)], LISTENING)
        return table_view

    def visit(self, pk: int) -> None:
        """Note that this table is not left alone. It blocks."""
        self.visited_at = time.monotonic()
        note_visit(pk)

    def look_at(self, table_view: TableView) -> None:
        """Remember of a view who should be at its table, and whether its viewer is."""
        self.table = table_view.table
        self.is_missed = is_missed(table_view)
        self.is_seated = table_view.viewer >= 0

    def expect_dues(self) -> None:
        """Have seen to what is due at the table that was looked at."""
        get_hub().expect(self.pk, self.table.number, self.table.due_at)

    async def attend(self) -> None:
        """Note now and then that this page is still there."""
        if time.monotonic() - self.visited_at > VISIT:
            await in_thread(self.visit, self.pk)
        if self.is_missed and self.player:
            # Noted as away in the moment in which this socket was opened.
            await in_thread(note_here, self.code, self.player)
        if self.is_display and not self.table.has_display:
            # Another one was closed, in a process that did not know of this one.
            await in_thread(note_display, self.code, is_open=True)

    async def go_away(self) -> None:
        """Note that this page is closed."""
        who = DISPLAY if self.is_display else self.player_id
        is_last = not get_hub().has_page(self.pk, who)
        if who and is_last and has_other_processes():
            await in_thread(forget_page, (self.pk, who))


# Kept, as `json.dumps` would make one for each message.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_json(**message: Any) -> str:
    """Return a message as it is sent: as few bytes as Cyrillic letters allow."""
    return _encode(message)
