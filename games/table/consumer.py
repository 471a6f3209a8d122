"""A viewer's socket at a table: sends updates and heartbeats, receives moves."""

from contextlib import suppress
from typing import Any

from channels.exceptions import DenyConnection
from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404
from django.utils import translation
from django.utils.module_loading import import_string

from games.errors import NoSuchTable, TooFast
from games.live.broadcast import listen_to_others
from games.live.hub import get_hub
from games.ops import rate_limits
from games.ops.addresses import address_of_socket
from games.ops.database import DATABASE_AWAY
from games.ops.metrics import (
    DROPPED_AS_LARGE,
    DROPPED_AS_LATE,
    HEALED_BY_HEARTBEAT,
    SOCKETS,
)
from games.ops.threads import in_thread
from games.play.cleanup import tidy_now_and_then
from games.play.presence import note_display
from games.play.selectors import (
    TableView,
    get_number,
    get_table_view_at,
    get_table_view_or_404,
)
from games.players.identity import find_player, is_still
from games.table.page_presence import PagePresence, to_json
from games.table.present.nodes import Node
from games.table.present.table import present
from games.table.reactions import reaction_in_words
from games.table.render import update_between
from games.table.socket_moves import (
    LONGEST_DELAY,
    DelayEstimate,
    Message,
    ask_for_post,
    make_move,
    read_message,
)

# The largest message in bytes; the server's own limit is a little higher.
LARGEST_MESSAGE = 64_000
NO_SUCH_TABLE = 4404
# Makes the page reconnect. 1013 would fit better, but Daphne fails to send any other
# code below 3000.
TRY_LATER = 1000
SIGNED_OUT = 4401


class TableConsumer(PagePresence):
    """Sends its viewer each change of a table, and the table's number every 10 s."""

    # Without a channel of its own, a socket keeps working while the channel layer is
    # down (games.live.broadcast).
    channel_layer_alias = None
    needs_viewer_check = False

    async def __call__(self, *arguments: Any) -> None:
        """Serve the socket, and leave the hub however the connection ends."""
        with SOCKETS.track_inprogress():
            try:
                await super().__call__(*arguments)
            finally:
                get_hub().leave(self)

    async def connect(self) -> None:
        """Accept the socket, join the hub and send the table's current number."""
        self.address = address_of_socket(self.scope)
        if not rate_limits.CONNECTS.allows(self.address):
            # The page polls for updates meanwhile, and connects again.
            raise DenyConnection
        await self.accept()
        self.delay = DelayEstimate()
        self.language = language_of(self.scope)
        try:
            await self._join_table()
        except Http404:
            await self.close(NO_SUCH_TABLE)
        except (TooFast, *DATABASE_AWAY):
            await self.close(TRY_LATER)

    async def _join_table(self) -> None:
        async with get_hub().entrance:
            table_view = await in_thread(self._open_table)
        self.pk, self.number = table_view.table.pk, table_view.table.number
        self.shown = present(table_view)
        self.remember(table_view)
        get_hub().join(self)
        self.schedule_due_moves()
        if self.is_display:
            await in_thread(note_display, self.code, is_open=True)
        await listen_to_others()
        # Catches up with changes made before the socket joined the hub.
        number = await in_thread(get_number, self.pk)
        await self.check_viewer()
        await self.on_heartbeat(number or self.number)

    async def disconnect(self, code: int) -> None:
        """Leave the hub, and note a display as closed."""
        get_hub().leave(self)
        await self.note_closed()
        if self.pk and self.is_display and not get_hub().has_display(self.pk):
            # A deleted table has no display to note.
            with suppress(NoSuchTable, *DATABASE_AWAY):
                await in_thread(note_display, self.code, is_open=False)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Make the received move and acknowledge it; malformed messages are ignored."""
        if not rate_limits.MESSAGES.allows(id(self)):
            await self.close(TRY_LATER)
            return
        message = read_message(text_data or "")
        if message is None or not self.pk or self.is_display:
            return
        is_late = self.delay.delay_of(message) > LONGEST_DELAY
        if message.content is None:
            return
        if is_late:
            DROPPED_AS_LATE.inc()
        try:
            acknowledgement = None if is_late else await self._acknowledge(message)
        except DATABASE_AWAY:
            acknowledgement = None
        # The page then sends its move by POST, which it repeats and which explains
        # more.
        await self.send(to_json(**acknowledgement or ask_for_post(message)))

    async def _acknowledge(self, message: Message) -> dict[str, Any]:
        acknowledgement = await in_thread(self._make_move, message)
        if "number" not in acknowledgement:
            # A refused move usually means that the page has missed a change.
            await self.on_change(await in_thread(get_number, self.pk) or 0)
        return acknowledgement

    async def check_viewer(self) -> None:
        """Close the socket if its session no longer belongs to its player."""
        if self.player is None:
            return
        # If the query fails, the next heartbeat repeats it.
        self.needs_viewer_check = True
        self.needs_viewer_check = not await in_thread(self._is_still_viewer)
        if self.needs_viewer_check:
            await self._close_for_former_viewer()

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Send the viewer a reaction or a bot's phrase."""
        with translation.override(self.language):
            words = reaction_in_words(reaction)
        await self.send(to_json(seat=seat, reaction=reaction, words=words))

    async def on_change(self, number: int) -> None:
        """Send the viewer the change up to this number, unless it was sent already."""
        if number > self.number:
            table_view = get_table_view_at(
                self.pk, number, self.player, is_display=self.is_display
            )
            await self._send_table_view(
                table_view or await in_thread(self._get_table_view)
            )

    async def on_heartbeat(self, number: int) -> None:
        """Send changes whose messages were lost, and the number in any case."""
        await self.note_still_open()
        if self.needs_viewer_check:
            await self.check_viewer()
        if number > self.number:
            HEALED_BY_HEARTBEAT.inc()
            await self._send_table_view(await in_thread(self._get_table_view))
        await self.send(to_json(number=self.number))

    def _open_table(self) -> TableView:
        # A display sees what a spectator sees, even if a player has opened it.
        self.is_display = b"display" in self.scope["query_string"]
        self.code = self.scope["url_route"]["kwargs"]["code"]
        session = _session_of(self.scope)
        self.player = None if self.is_display else find_player(session, self.code)
        tidy_now_and_then()
        return self.note_opened(self._get_table_view_within_limits())

    def _get_table_view_within_limits(self) -> TableView:
        try:
            table_view = self._get_table_view()
        except Http404:
            if rate_limits.count_wrong_code(self.address):
                raise
            raise TooFast(rate_limits.WRONG_CODES.seconds) from None
        is_stranger = table_view.viewer < 0 and not table_view.is_host
        if is_stranger and not rate_limits.may_guess(self.address):
            raise TooFast(rate_limits.WRONG_CODES.seconds)
        return table_view

    def _is_still_viewer(self) -> bool:
        # Reads the database: a process that cannot reach Redis cannot delete an ended
        # session from the cache.
        key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        return find_player(db.SessionStore(key), self.code) == self.player

    def _make_move(self, message: Message) -> dict[str, Any]:
        # The session is read again, because its player may have signed out.
        session = _session_of(self.scope)
        player = self.player
        if not is_still(player, session):
            player = find_player(session, self.code)
        with translation.override(self.language):
            return make_move(self.code, player, message)

    def _get_table_view(self) -> TableView:
        return get_table_view_or_404(self.code, self.player, is_display=self.is_display)

    async def _send_table_view(self, table_view: TableView) -> None:
        if table_view.table.number <= self.number:
            return
        follows, before, was_seated = self.number, self.shown, self.is_seated
        # Both are set before the first await: a change that arrives meanwhile must be
        # computed from the state that this message sends.
        self.number, self.shown = table_view.table.number, present(table_view)
        self.remember(table_view)
        self.schedule_due_moves()
        await self._send_change(follows, before)
        if was_seated and not self.is_seated:
            # The player left or was removed: this page belongs to a seated viewer.
            await self._close_for_former_viewer()

    async def _close_for_former_viewer(self) -> None:
        if not self.is_closing:
            # No message may follow: it could hold secrets of the former player.
            self.is_closing = True
            await self.close(SIGNED_OUT)

    async def _send_change(self, follows: int, before: Node) -> None:
        with translation.override(self.language):
            content = update_between(before, self.shown)
        message = to_json(number=self.number, follows=follows, content=content)
        if len(message.encode()) > LARGEST_MESSAGE:
            # The server takes no larger one; the page asks for the whole update.
            DROPPED_AS_LARGE.inc()
            message = to_json(number=self.number)
        await self.send(message)


def _session_of(scope: dict[str, Any]) -> SessionBase:
    store = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    return store(scope["cookies"].get(settings.SESSION_COOKIE_NAME))


def language_of(scope: dict[str, Any]) -> str:
    """Return the language in a socket's address, English if it is not supported."""
    query = scope["query_string"].decode("ascii", "replace")
    asked = query.partition("language=")[2].partition("&")[0]
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_supported_language_variant("en")
