"""A viewer's socket at a table: sends updates and heartbeats, receives moves."""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from time import perf_counter
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.http import Http404

from games.errors import TooFast
from games.play.connections import Update
from games.play.publish import name_table_group
from games.players import limits
from games.players.identity import name_player_group
from games.table.live.connection import TableConnection
from games.table.live.hub import get_hub
from games.table.live.socket_messages import to_json
from games.table.live.socket_moves import SocketMoves
from runtime.database import DATABASE_AWAY
from runtime.metrics import (
    CROWDED_OUT,
    DROPPED_AT_CLOSING,
    HEALED_BY_HEARTBEAT,
    MOVE_TO_PUSH,
    SOCKETS,
)
from runtime.queue import find_client
from runtime.threads import act_for, log_errors

type Handler = Callable[[dict[str, Any]], Awaitable[None]]

NO_SUCH_TABLE = 4404
# Makes the page reconnect. 1013 would fit better, but Daphne cannot send any other code
# below 3000.
TRY_LATER = 1000
SIGNED_OUT = 4401


class TableConsumer(AsyncJsonWebsocketConsumer):
    """Sends its viewer each change, and every 10 s the number of the table.

    It is in the group of its table and in that of its player. The table's worker
    prepares the updates (TableConnection); the loop sends them.
    """

    # The table's primary key, when it is found, and the number that the page was sent.
    pk = number = 0
    is_closing = False
    # True after a failed check of the session, for the next heartbeat to repeat it.
    needs_viewer_check = False

    async def __call__(self, scope: dict[str, Any], *arguments: Any) -> None:
        """Serve the socket, and leave its groups however the connection ends."""
        act_for(find_client(scope))
        self.page = TableConnection(scope)
        self.messages = self.page.messages
        place = limits.SOCKETS.place(self.page.address)
        with SOCKETS.track_inprogress(), place as self.has_place:
            try:
                await super().__call__(scope, *arguments)
            finally:
                await self._leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message on the event loop; the socket survives a failed one.

        Channels would first switch threads to close old database connections. Here only
        the threads of runtime.threads have connections, and they close them themselves.
        """
        # A process of another release may send an unknown type.
        handler: Handler | None = getattr(self, get_handler_name(message), None)
        if handler is None:
            return
        if message["type"].startswith("websocket."):
            await handler(message)
        else:
            with log_errors("A socket missed a message of its group."):
                await handler(message)

    async def send(self, *arguments: Any, **keywords: Any) -> None:
        """Send a message, unless the socket is closing: its page will reconnect."""
        if self.is_closing:
            return
        try:
            await super().send(*arguments, **keywords)
        except Disconnected:
            DROPPED_AT_CLOSING.inc()

    async def connect(self) -> None:
        """Accept the socket, join the groups and send the table's current number."""
        if not self.page.count_opening():
            # The page goes on asking for updates, and opens its socket again.
            raise DenyConnection
        await self.accept()
        if not self.has_place:
            CROWDED_OUT.inc()
            await self.send(self.messages.crowded())
            await self.close(TRY_LATER)
            return
        try:
            async with get_hub().entrance(self.page.address):
                await self.page.on_worker(self.page.enter)
            # Its session may be known now.
            act_for(find_client(self.scope))
            await self._join()
        except Http404:
            await self.close(NO_SUCH_TABLE)
        except (TooFast, *DATABASE_AWAY):
            await self.close(TRY_LATER)

    async def _join(self) -> None:
        page, table = self.page, self.page.table
        self.pk, self.number, self.moves = table.pk, table.number, SocketMoves(page)
        get_hub().join(self.pk, page)
        get_hub().expect(self.pk, table.number, table.due_at)
        for group in self._groups():
            await self.channel_layer.group_add(group, self.channel_name)
        # Catches up with changes made before the socket joined its groups.
        self.needs_viewer_check = not await page.on_worker(page.recheck)
        # A page may show another viewer's table: a session can end or begin while the
        # page has no socket.
        # The script of an older page asks for the number that it lacks, and is told to
        # load itself anew (games.table.live.http_views.update).
        number = self.number + page.is_older
        await self.send(self.messages.greeting(self.pk, number))
        await self._send_updates()

    def _groups(self) -> list[str]:
        groups = [name_table_group(self.pk)]
        if self.page.player_id is not None:
            groups.append(name_player_group(self.page.player_id))
        return groups

    async def _leave(self) -> None:
        # Not in `disconnect`, which Channels does not call after an error.
        if self.pk:
            get_hub().leave(self.pk, self.page)
            for group in self._groups():
                await self.channel_layer.group_discard(group, self.channel_name)

    # Messages from the page.

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Read a message with its time of arrival; bytes are ignored."""
        if not limits.MESSAGES.hit(id(self)):
            await self.close(TRY_LATER)
        elif self.pk and (text := message.get("text")):
            await self.receive(text, at=message.get("at"))

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """Return the parsed text, None if it is malformed."""
        try:
            return json.loads(text_data)
        except (RecursionError, ValueError):
            return None

    async def receive_json(self, content: Any, at: float | None = None) -> None:
        """Make the received move, or send a lost page everything."""
        if isinstance(content, dict) and content.get("lost") is True:
            with suppress(Http404, *DATABASE_AWAY):
                await self.page.on_worker(self.page.prepare_everything)
            await self._send_updates()
        elif not self.page.is_display:
            was_visible = self.page.is_visible
            message = self.moves.read(content)
            if was_visible != self.page.is_visible:
                get_hub().tell_people([self.pk])
            if message and message.sign is not None:
                get_hub().watch(self.pk)
            if message and message.move:
                with log_errors("A move over a socket failed."):
                    answer = await self.moves.answer_to(message.move, message.now, at)
                    await self._acknowledge(answer)

    async def _acknowledge(self, answer: dict[str, Any]) -> None:
        # The page shows the change before it hears that the move was made. Most refused
        # moves come from a page that has missed a change.
        is_settled = answer.keys().isdisjoint(["again", "elsewhere"])
        if is_settled and answer.get("number", inf) > self.page.number:
            with suppress(*DATABASE_AWAY):
                await self.page.on_worker(self.page.catch_up)
        await self._send_updates()
        await self.send(to_json(**answer))

    # Messages from the groups.

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Send the change to this number, unless it was sent already."""
        await self._send_change(event["number"])

    async def table_heartbeat(self, event: dict[str, Any]) -> None:
        """Send a change if its message was lost, and the number in any case."""
        await self.page.note_still_open()
        if self.needs_viewer_check:
            await self._check_viewer()
        if event["number"] > self.page.number:
            HEALED_BY_HEARTBEAT.inc()
        await self._send_change(event["number"])
        await self.page_asked(event)
        minutes = get_hub().minutes_until_restart
        if minutes and not self.page.knows_of_restart:
            await self.send(self.messages.restart(minutes))
        self.page.knows_of_restart = minutes is not None

    async def page_asked(self, _event: dict[str, Any]) -> None:
        """Send a heartbeat, which also asks for a sign of the viewer or no longer."""
        more = {"still": True} if self.page.is_asked else {}
        await self.send(self.messages.heartbeat(self.pk, self.number, **more))

    async def table_reaction(self, event: dict[str, Any]) -> None:
        """Send the viewer a reaction or a bot's phrase."""
        await self.send(self.messages.reaction(event["seat"], event["reaction"]))

    async def table_new_page(self, event: dict[str, Any]) -> None:
        """Tell the viewer that their seat was opened on another page."""
        if self.page.is_former(event["player"], event["page"]):
            await self.send(self.messages.new_page())

    async def session_ended(self, _event: dict[str, Any]) -> None:
        """Close the socket if its session has ended: one of this player's has."""
        await self._check_viewer()

    async def _send_change(self, number: int) -> None:
        # A change made at this process is prepared already.
        if number > self.page.number:
            await self.page.on_worker(self.page.prepare, number)
        await self._send_updates()

    async def _send_updates(self) -> None:
        """Send the prepared updates; close the socket after one marked as the last."""
        while self.page.updates:
            await self._send_update(self.page.updates.popleft())

    async def _send_update(self, update: Update) -> None:
        get_hub().expect(self.pk, update.number, update.due_at)
        await self.send(update.text)
        self.number = update.number
        if update.began is not None:
            MOVE_TO_PUSH.observe(perf_counter() - update.began)
        if update.is_last:
            await self._close_for_former_viewer()

    async def _check_viewer(self) -> None:
        # If the query fails, the next heartbeat repeats it.
        self.needs_viewer_check = True
        is_signed_in = await self.page.on_worker(self.page.is_signed_in)
        self.needs_viewer_check = not is_signed_in
        if self.needs_viewer_check:
            await self._close_for_former_viewer()

    async def _close_for_former_viewer(self) -> None:
        if not self.is_closing:
            # No message may follow: it could hold secrets of the former player.
            self.is_closing = True
            await self.close(SIGNED_OUT)


class NoSuchSocket(AsyncJsonWebsocketConsumer):
    """Refuses sockets at unknown addresses."""

    async def connect(self) -> None:
        """Answer 403 to the handshake."""
        raise DenyConnection
