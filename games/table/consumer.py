"""A viewer's socket at a table: updates and heartbeats out, the viewer's moves in."""

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
    make_move,
    read_message,
    send_elsewhere,
)

# Bytes of a message as it is sent; the server's own limit is a little higher.
LARGEST_MESSAGE = 64_000
NO_SUCH_TABLE = 4404
# The page opens its socket again. Daphne fails to send another code below 3000, so not
# 1013, which would say it better.
TRY_LATER = 1000
SIGNED_OUT = 4401


class TableConsumer(PagePresence):
    """Sends its viewer what changed, and every 10 s the number of the table."""

    # A layer that is away must not keep a socket from its table (games.live.broadcast).
    channel_layer_alias = None
    is_in_doubt = False

    async def __call__(self, *arguments: Any) -> None:
        """Serve the socket; however that ends, it is told nothing more."""
        with SOCKETS.track_inprogress():
            try:
                await super().__call__(*arguments)
            finally:
                get_hub().leave(self)

    async def connect(self) -> None:
        """Listen to the table, and tell the page the number that it should be at."""
        self.address = address_of_socket(self.scope)
        if not rate_limits.CONNECTS.allows(self.address):
            # Its page goes on asking for updates, and comes back.
            raise DenyConnection
        await self.accept()
        self.way = DelayEstimate()
        self.language = language_of(self.scope)
        try:
            await self._come_in()
        except Http404:
            await self.close(NO_SUCH_TABLE)
        except (TooFast, *DATABASE_AWAY):
            await self.close(TRY_LATER)

    async def _come_in(self) -> None:
        async with get_hub().entrance:
            table_view = await in_thread(self._enter)
        self.pk, self.number = table_view.table.pk, table_view.table.number
        self.shown = present(table_view)
        self.look_at(table_view)
        get_hub().join(self)
        self.expect_dues()
        if self.is_display:
            await in_thread(note_display, self.code, is_open=True)
        await listen_to_others()
        # What changed before anything was joined is caught up with here.
        number = await in_thread(get_number, self.pk)
        await self.check_viewer()
        await self.on_heartbeat(number or self.number)

    async def disconnect(self, code: int) -> None:
        """Listen no more, and close the display."""
        get_hub().leave(self)
        await self.go_away()
        if self.pk and self.is_display and not get_hub().has_display(self.pk):
            # A table that is gone has no display either.
            with suppress(NoSuchTable, *DATABASE_AWAY):
                await in_thread(note_display, self.code, is_open=False)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Make the move that came in, and acknowledge it; rubbish is ignored."""
        if not rate_limits.MESSAGES.allows(id(self)):
            await self.close(TRY_LATER)
            return
        message = read_message(text_data or "")
        if message is None or not self.pk or self.is_display:
            return
        is_late = self.way.delay_of(message) > LONGEST_DELAY
        if message.content is None:
            return
        if is_late:
            DROPPED_AS_LATE.inc()
        try:
            acknowledgement = None if is_late else await self._acknowledge(message)
        except DATABASE_AWAY:
            acknowledgement = None
        # The first door says more, and a page knocks there again and again.
        await self.send(to_json(**acknowledgement or send_elsewhere(message)))

    async def _acknowledge(self, message: Message) -> dict[str, Any]:
        acknowledgement = await in_thread(self._make_move, message)
        if "number" not in acknowledgement:
            # A refusal means as a rule that the page has missed something.
            await self.on_change(await in_thread(get_number, self.pk) or 0)
        return acknowledgement

    async def check_viewer(self) -> None:
        """Close the socket if its session is its player's no more."""
        if self.player is None:
            return
        # What fails is tried again with the next heartbeat.
        self.is_in_doubt = True
        self.is_in_doubt = not await in_thread(self._is_still_viewer)
        if self.is_in_doubt:
            await self._close_out()

    async def on_reaction(self, seat: int, reaction: str) -> None:
        """Show the viewer a bark or a paw."""
        with translation.override(self.language):
            words = reaction_in_words(reaction)
        await self.send(to_json(seat=seat, reaction=reaction, words=words))

    async def on_change(self, number: int) -> None:
        """Send the viewer what changed, unless that has been sent already."""
        if number > self.number:
            table_view = get_table_view_at(
                self.pk, number, self.player, is_display=self.is_display
            )
            await self._show(table_view or await in_thread(self._look))

    async def on_heartbeat(self, number: int) -> None:
        """Send what a lost message would have told, and the number in any case."""
        await self.attend()
        if self.is_in_doubt:
            await self.check_viewer()
        if number > self.number:
            HEALED_BY_HEARTBEAT.inc()
            await self._show(await in_thread(self._look))
        await self.send(to_json(number=self.number))

    def _enter(self) -> TableView:
        # A display sees what a spectator sees, whoever has opened it.
        self.is_display = b"display" in self.scope["query_string"]
        self.code = self.scope["url_route"]["kwargs"]["code"]
        session = _session_of(self.scope)
        self.player = None if self.is_display else find_player(session, self.code)
        tidy_now_and_then()
        return self.arrive(self._look_for_first_time())

    def _look_for_first_time(self) -> TableView:
        try:
            table_view = self._look()
        except Http404:
            if rate_limits.count_wrong_code(self.address):
                raise
            raise TooFast(rate_limits.WRONG_CODES.seconds) from None
        is_stranger = table_view.viewer < 0 and not table_view.is_host
        if is_stranger and not rate_limits.may_guess(self.address):
            raise TooFast(rate_limits.WRONG_CODES.seconds)
        return table_view

    def _is_still_viewer(self) -> bool:
        # Of the database: a process that ends a session while Redis is away to it
        # cannot take the session out of the cache.
        key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        return find_player(db.SessionStore(key), self.code) == self.player

    def _make_move(self, message: Message) -> dict[str, Any]:
        # Read anew: whoever has signed out meanwhile moves no more.
        session = _session_of(self.scope)
        player = self.player
        if not is_still(player, session):
            player = find_player(session, self.code)
        with translation.override(self.language):
            return make_move(self.code, player, message)

    def _look(self) -> TableView:
        return get_table_view_or_404(self.code, self.player, is_display=self.is_display)

    async def _show(self, table_view: TableView) -> None:
        if table_view.table.number <= self.number:
            return
        follows, before, was_seated = self.number, self.shown, self.is_seated
        # Both are set before the first await: a message that comes meanwhile must
        # start from what this one has sent.
        self.number, self.shown = table_view.table.number, present(table_view)
        self.look_at(table_view)
        self.expect_dues()
        await self._send_change(follows, before)
        if was_seated and not self.is_seated:
            # Shown out, removed or left: this page was made for who sat there.
            await self._close_out()

    async def _close_out(self) -> None:
        if not self.is_closing:
            # From now on nothing is sent that its player may see.
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
    """Return the language of a page from the address of its socket."""
    query = scope["query_string"].decode("ascii", "replace")
    asked = query.partition("language=")[2].partition("&")[0]
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_supported_language_variant("en")
