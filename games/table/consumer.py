"""A viewer's socket at a table: sends updates and heartbeats, receives moves."""

from contextlib import suppress
from functools import lru_cache
from json.encoder import encode_basestring

from channels.exceptions import DenyConnection
from django.http import Http404
from django.utils import translation

from games.errors import TooFast
from games.live.broadcast import listen_to_others
from games.live.hub import get_hub
from games.play.selectors import TableView, get_number, get_table_view_at
from games.play.store import is_at_hand
from games.players import limits
from games.table.page_presence import PagePresence, to_json
from games.table.present.table import present
from games.table.present.words import watchers_in_words
from games.table.reactions import reaction_in_words
from games.table.socket_moves import SocketMoves
from games.table.socket_viewer import SocketViewer
from runtime.database import DATABASE_AWAY
from runtime.html.piece import Node
from runtime.html.update import update_between
from runtime.loop import held_loop, loop
from runtime.metrics import (
    DROPPED_AS_LARGE,
    HEALED_BY_HEARTBEAT,
)
from runtime.threads import in_thread

# The largest message in bytes; the server's own limit is a little higher.
LARGEST_MESSAGE = 64_000
NO_SUCH_TABLE = 4404
# Makes the page reconnect. 1013 would fit better, but Daphne cannot send any other code
# below 3000.
TRY_LATER = 1000
SIGNED_OUT = 4401


class TableConsumer(PagePresence):
    """Sends its viewer each change, and every 10 s the number of the table.

    Each message is written in the viewer's language. It stays active in the task, and
    no other text is written there.
    """

    # The hub delivers every change, so that a socket needs no channel of its own.
    channel_layer_alias = None
    # True after a failed check of the session, for the next heartbeat to repeat it.
    needs_viewer_check = False
    # The page was last told of these watchers.
    watchers: tuple[str, ...] = ()

    async def connect(self) -> None:
        """Accept the socket, join the hub and send the table's current number."""
        self.viewer = SocketViewer(self.scope)
        if not self.viewer.count_opening():
            # The page goes on asking for updates, and opens its socket again.
            raise DenyConnection
        await self.accept()
        self.moves = SocketMoves(self.viewer)
        try:
            async with get_hub().entrance:
                table_view = await loop.run(
                    "An opened socket",
                    self._enter,
                    is_short=is_at_hand(self.viewer.code),
                )
            await self._join(table_view)
        except Http404:
            await self.close(NO_SUCH_TABLE)
        except (TooFast, *DATABASE_AWAY):
            await self.close(TRY_LATER)

    def _enter(self) -> TableView:
        return self.note_opened(self.viewer.enter())

    async def _join(self, table_view: TableView) -> None:
        self.pk = table_view.table.pk
        self._note_view(table_view)
        get_hub().join(self)
        self.schedule_due_moves()
        await self.open_display()
        await listen_to_others()
        # Catches up with changes made before the socket joined the hub.
        number, is_signed_in = await loop.run("A second look", self._look_again)
        self.needs_viewer_check = not is_signed_in
        await self.on_heartbeat(number or self.number)

    def _look_again(self) -> tuple[int | None, bool]:
        is_signed_in = self.player is None or self.viewer.is_signed_in()
        return get_number(self.pk), is_signed_in

    async def disconnect(self, code: int) -> None:
        """Leave the hub, and note the page as closed."""
        get_hub().leave(self)
        await self.note_closed()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Make the received move and acknowledge it; malformed messages are ignored."""
        if not limits.MESSAGES.hit(id(self)):
            await self.close(TRY_LATER)
            return
        answer = None
        if self.pk and not self.is_display:
            was_seen = self.is_seen
            answer = await self.moves.answer_to(text_data or "")
            await self.note_sight(was_seen=was_seen)
        if answer is None:
            return
        # The page shows the change before it hears that the move was made. Most refused
        # moves come from a page that has missed a change.
        with suppress(*DATABASE_AWAY):
            number = answer.get("number") or await in_thread(get_number, self.pk)
            await self.on_change(number or 0)
        await self.send(to_json(**answer))

    async def check_viewer(self) -> None:
        """Close the socket if its session no longer belongs to its player."""
        if self.player is None:
            return
        # If the query fails, the next heartbeat repeats it.
        self.needs_viewer_check = True
        self.needs_viewer_check = not await in_thread(self.viewer.is_signed_in)
        if self.needs_viewer_check:
            await self._close_for_former_viewer()

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Send the viewer a reaction or a bot's phrase."""
        translation.activate(self.viewer.language)
        words = reaction_in_words(reaction)
        await self.send(to_json(seat=seat, reaction=reaction, words=words))

    async def on_change(self, number: int) -> None:
        """Send the viewer the change to this number, unless it was sent already."""
        if number > self.number:
            table_view = get_table_view_at(
                self.table.code, number, self.player, is_display=self.is_display
            )
            if table_view is None:
                table_view = await in_thread(self.viewer.look)
            await self._send_table_view(table_view)

    async def on_heartbeat(self, number: int) -> None:
        """Send a change if its message was lost, and the number in any case."""
        await self.note_still_open()
        if self.needs_viewer_check:
            await self.check_viewer()
        if number > self.number:
            HEALED_BY_HEARTBEAT.inc()
            await self.on_change(number)
        await self.send(to_json(number=self.number, **self._note_watchers()))

    def _note_watchers(self) -> dict[str, str]:
        """Return the watchers in words, if they have changed."""
        watchers = get_hub().watchers_at(self.pk)
        if watchers == self.watchers:
            return {}
        self.watchers = watchers
        translation.activate(self.viewer.language)
        return {"watching": watchers_in_words(watchers)}

    def _note_view(self, table_view: TableView) -> None:
        self.number, self.shown = table_view.table.number, present(table_view)
        self.remember(table_view)

    async def _send_table_view(self, table_view: TableView) -> None:
        if table_view.table.number <= self.number:
            return
        follows, before, was_seated = self.number, self.shown, self.is_seated
        # Noted before the first await: a change that arrives meanwhile must be computed
        # from the view that this message sends.
        with held_loop("An update"):
            self._note_view(table_view)
            message = _message_between(follows, before, self)
        self.schedule_due_moves()
        await self.send(message)
        if was_seated != self.is_seated:
            # The player has lost the seat or got one: the page belongs to the viewer of
            # before.
            await self._close_for_former_viewer()

    async def _close_for_former_viewer(self) -> None:
        if not self.is_closing:
            # No message may follow: it could hold secrets of the former player.
            self.is_closing = True
            await self.close(SIGNED_OUT)


def _message_between(follows: int, before: Node, socket: TableConsumer) -> str:
    """Return the message that updates a page from one number to the socket's."""
    translation.activate(socket.viewer.language)
    content = update_between(before, socket.shown)
    message = _update_message(socket.number, follows, socket.table.move_count, content)
    if len(message) < LARGEST_MESSAGE / 4 or len(message.encode()) <= LARGEST_MESSAGE:
        return message
    # The server accepts no larger message; the page then requests the full update.
    DROPPED_AS_LARGE.inc()
    return to_json(number=socket.number)


# The viewers of a table follow each other, and many are sent the same.
@lru_cache(maxsize=16)
def _update_message(number: int, follows: int, moves: int, content: str) -> str:
    # Twice as fast as `to_json`, which makes an encoder for each message.
    numbers = f'"number":{number},"follows":{follows},"moves":{moves}'
    return f'{{{numbers},"content":{encode_basestring(content)}}}'
