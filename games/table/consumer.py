"""A viewer's socket at a table: sends updates and heartbeats, receives moves."""

from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404
from django.urls import path, re_path

from games.errors import TooFast
from games.hosting.hub import get_hub
from games.live.watch import watchers_at
from games.play.selectors import TableView, get_number, get_table_view_at
from games.play.transaction import is_at_hand
from games.players import limits
from games.table.open_page import OpenPage
from games.table.socket_messages import Messages, to_json
from games.table.socket_moves import SocketMoves
from runtime.database import DATABASE_AWAY
from runtime.loop import held_loop, loop
from runtime.metrics import (
    CROWDED_OUT,
    DROPPED_AT_CLOSING,
    HEALED_BY_HEARTBEAT,
    SOCKETS,
)
from runtime.sockets.relay import listen_to_others
from runtime.threads import in_thread

NO_SUCH_TABLE = 4404
# Makes the page reconnect. 1013 would fit better, but Daphne cannot send any other code
# below 3000.
TRY_LATER = 1000
SIGNED_OUT = 4401


class TableConsumer(AsyncWebsocketConsumer):
    """Sends its viewer each change, and every 10 s the number of the table."""

    # The hub delivers every change, so that a socket needs no channel of its own.
    channel_layer_alias = None
    # The table's primary key, when it is found.
    pk = 0
    is_closing = False
    # True after a failed check of the session, for the next heartbeat to repeat it.
    needs_viewer_check = False
    # False until the page knows whom the socket serves; then the newest number so far.
    is_greeted = False
    newest = 0

    async def __call__(self, scope: dict[str, Any], *arguments: Any) -> None:
        """Serve the socket, and leave the hub however the connection ends."""
        self.page = OpenPage(scope)
        place = limits.SOCKETS.place(self.page.address)
        with SOCKETS.track_inprogress(), place as self.has_place:
            try:
                await super().__call__(scope, *arguments)
            finally:
                get_hub().leave(self)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message on the event loop.

        Channels would first switch threads to close old database connections. Here only
        the long-lived threads have connections, and they close them themselves.
        """
        await getattr(self, get_handler_name(message))(message)

    async def send(self, *arguments: Any, **keywords: Any) -> None:
        """Send a message, unless the socket is closing: its page will reconnect."""
        if self.is_closing:
            return
        try:
            await super().send(*arguments, **keywords)
        except Disconnected:
            DROPPED_AT_CLOSING.inc()

    async def connect(self) -> None:
        """Accept the socket, join the hub and send the table's current number."""
        if not self.page.count_opening():
            # The page goes on asking for updates, and opens its socket again.
            raise DenyConnection
        await self.accept()
        self.moves = SocketMoves(self.page)
        self.messages = Messages(self.page.language)
        if not self.has_place:
            CROWDED_OUT.inc()
            await self.send(self.messages.crowded())
            await self.close(TRY_LATER)
            return
        try:
            async with get_hub().entrance:
                is_short = is_at_hand(self.page.code)
                table_view = await loop.run(
                    "An opened socket", self.page.enter, is_short=is_short
                )
            await self._join(table_view)
        except Http404:
            await self.close(NO_SUCH_TABLE)
        except (TooFast, *DATABASE_AWAY):
            await self.close(TRY_LATER)

    async def _join(self, table_view: TableView) -> None:
        self.pk = table_view.table.pk
        self.messages.begin(table_view)
        self.page.remember(table_view)
        get_hub().join(self)
        self._schedule_due_moves()
        await listen_to_others()
        # Catches up with changes made before the socket joined the hub.
        number, is_signed_in = await loop.run("A second look", self._look_again)
        self.needs_viewer_check = not is_signed_in
        await self._greet()
        await self.on_change(max(number or 0, self.newest))

    async def _greet(self) -> None:
        """Send the first heartbeat, with the viewer: a page may show another one's.

        A session can end or begin while the page has no socket. Such a page must take
        no difference of what this viewer is shown.
        """
        self.is_greeted = True
        viewer = {"viewer": self.messages.viewer}
        watchers = watchers_at(self.pk)
        await self.send(self.messages.heartbeat(self.page.number, watchers, **viewer))

    def _look_again(self) -> tuple[int | None, bool]:
        is_signed_in = self.page.player is None or self.page.is_signed_in()
        return get_number(self.pk), is_signed_in

    async def disconnect(self, code: int) -> None:
        """Leave the hub, and note the page as closed."""
        get_hub().leave(self)
        if self.pk:
            await self.page.note_closed()

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Make the received move and acknowledge it; malformed messages are ignored."""
        if not limits.MESSAGES.hit(id(self)):
            await self.close(TRY_LATER)
            return
        if not self.pk or self.page.is_display:
            return
        was_seen = self.page.is_seen
        text, at = message.get("text") or "", message.get("at")
        answer = await self.moves.answer_to(text, at)
        await self.page.note_sight(was_seen=was_seen)
        if answer is None:
            return
        if "elsewhere" not in answer:
            # The page shows the change before it hears that the move was made. Most
            # refused moves come from a page that has missed a change.
            with suppress(*DATABASE_AWAY):
                number = answer.get("number") or await in_thread(get_number, self.pk)
                await self.on_change(number or 0)
        await self.send(to_json(**answer))

    async def on_change(self, number: int) -> None:
        """Send the viewer the change to this number, unless it was sent already."""
        self.newest = max(self.newest, number)
        if self.is_greeted and number > self.page.number:
            table_view = get_table_view_at(
                self.page.code,
                number,
                self.page.player,
                is_display=self.page.is_display,
            )
            if table_view is None:
                table_view = await in_thread(self.page.look)
            await self._send_table_view(table_view)

    async def on_heartbeat(self, number: int) -> None:
        """Send a change if its message was lost, and the number in any case."""
        await self.page.note_still_open()
        if self.needs_viewer_check:
            await self._check_viewer()
        if number > self.page.number:
            HEALED_BY_HEARTBEAT.inc()
            await self.on_change(number)
        watchers = watchers_at(self.pk)
        await self.send(self.messages.heartbeat(self.page.number, watchers))

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Send the viewer a reaction or a bot's phrase."""
        await self.send(self.messages.reaction(seat, reaction))

    async def on_new_page(self, player_id: int, name: str) -> None:
        """Tell the viewer that their seat was opened on another page."""
        if self.page.is_former(player_id, name):
            await self.send(self.messages.new_page())

    async def on_session_end(self, player_id: int) -> None:
        """Close the socket if it is this player's and its session has ended."""
        if self.page.player_id == player_id:
            await self._check_viewer()

    async def _check_viewer(self) -> None:
        # If the query fails, the next heartbeat repeats it.
        self.needs_viewer_check = True
        self.needs_viewer_check = not await in_thread(self.page.is_signed_in)
        if self.needs_viewer_check:
            await self._close_for_former_viewer()

    def _schedule_due_moves(self) -> None:
        table = self.page.table
        get_hub().expect(self.pk, table.number, table.due_at)

    async def _send_table_view(self, table_view: TableView) -> None:
        if table_view.table.number <= self.page.number:
            return
        was_seated = self.page.is_seated
        # Noted before the first await: a change that arrives meanwhile must be computed
        # from the view that this message sends.
        with held_loop("An update"):
            self.page.remember(table_view)
            message = self.messages.change(table_view)
        self._schedule_due_moves()
        await self.send(message)
        if was_seated != self.page.is_seated:
            # The player has lost the seat or got one: the page belongs to the viewer of
            # before.
            await self._close_for_former_viewer()

    async def _close_for_former_viewer(self) -> None:
        if not self.is_closing:
            # No message may follow: it could hold secrets of the former player.
            self.is_closing = True
            await self.close(SIGNED_OUT)


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses sockets at unknown addresses."""

    async def connect(self) -> None:
        """Answer 403 to the handshake."""
        raise DenyConnection


websocket_urlpatterns = [
    path("ws/t/<str:code>/", TableConsumer.as_asgi()),
    re_path("", NoSuchSocket.as_asgi()),
]
