"""The page behind a table's socket: its player, its language, and its presence.

The methods that are not asynchronous read the database, so they are for the worker of
the table.
"""

import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from django.http import Http404
from django.utils import translation

from games.errors import TooFast
from games.hosting.cleanup import VISIT, note_visit
from games.hosting.presence import bring_back, note_here
from games.live.broadcast import publish_page
from games.live.open_pages import LISTENING, SEEN, forget_page, note_pages
from games.live.watch import LONGEST_LATENCY, is_seen_here, people_at
from games.models.game import Standing, clean_code
from games.models.player import Player
from games.play.selectors import TableView, get_table_view_or_404
from games.play.snapshot import Table
from games.players import limits
from games.players.identity import find_player, is_guest_of
from games.players.sessions import SessionStore, session_in
from runtime.addresses import address_of_socket
from runtime.sockets.relay import has_other_processes
from runtime.threads import Kind, call_on, find_thread, find_worker


class OpenPage:
    """A page at a table, its viewer, and the table as the viewer was last shown it."""

    table: Table
    is_absent: bool
    is_seated: bool

    def __init__(self, scope: dict[str, Any]) -> None:
        self._scope = scope
        self._name = token_hex(8)
        self.address = address_of_socket(scope)
        self.code = clean_code(scope["url_route"]["kwargs"]["code"])
        self._worker = find_worker(self.code)
        # A display has a spectator's view, even on a player's own phone.
        self.is_display = b"display" in scope["query_string"]
        self.language = language_of(scope)
        self.player: Player | None = None
        # Whether the page is not hidden, as it last said.
        self.is_seen = False
        # The session in which the player was last found to be this guest.
        self._guest_text = ""

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
    def latency(self) -> float:
        """Return how long a message is under way, in seconds; 0 if unknown."""
        round_trip: float = self._scope.get("round_trip", float)()
        return min(round_trip / 2, LONGEST_LATENCY)

    @property
    def number(self) -> int:
        """Return the number of the table that the page shows."""
        return self.table.number

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players expected to have a page open at this table."""
        return self.table.expected

    async def on_worker[**P, T](
        self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a call on the table's worker."""
        return await call_on(self._worker, call, *args, **kwargs)

    def count_opening(self) -> bool:
        """Count this socket; return whether its address may open it."""
        return limits.CONNECTS.hit(self.address)

    def enter(self) -> TableView:
        """Find the player, note the page as open, and return its first view.

        Raises:
            Http404: no table has this code.
            TooFast: the address has guessed too many codes.
        """
        if not self.is_display:
            self.player = find_player(self._session(), self.code)
        try:
            table_view = self.look()
        except Http404:
            if limits.count_wrong_code(self.address):
                raise
            raise TooFast(limits.WRONG_CODES.seconds) from None
        is_stranger = table_view.viewer < 0 and not table_view.is_host
        if is_stranger and not limits.may_guess(self.address):
            raise TooFast(limits.WRONG_CODES.seconds)
        return self._note_opened(table_view)

    def look(self) -> TableView:
        """Return the viewer's current view of the table.

        Raises:
            Http404: the table no longer exists.
        """
        return get_table_view_or_404(self.code, self.player, is_display=self.is_display)

    def is_signed_in(self) -> bool:
        """Return whether the session still belongs to the player."""
        return find_player(self._session(), self.code) == self.player

    def find_mover(self) -> Player | None:
        """Return the player of the session now: a signed-out player cannot move."""
        session = self._session()
        text = session.text()
        if text and text == self._guest_text:
            return self.player
        is_guest = is_guest_of(self.player, session)
        # To check the signature of a session takes as long as to read it.
        self._guest_text = text if is_guest else ""
        return self.player if is_guest else find_player(session, self.code)

    def _session(self) -> SessionStore:
        return session_in(self._scope["cookies"])

    def remember(self, table_view: TableView) -> None:
        """Remember the table that the viewer is shown."""
        self.table = table_view.table
        self.is_absent = table_view.is_absent()
        self.is_seated = table_view.viewer >= 0

    def is_former(self, player_id: int, name: str) -> bool:
        """Return whether a page with this name is a newer one of the same player."""
        return self.player_id == player_id and self._name != name

    def _note_opened(self, table_view: TableView) -> TableView:
        if self.player and table_view.is_absent():
            table_view = bring_back(table_view, self.player)
        pk = table_view.table.pk
        self._visit(pk)
        if self.player:
            publish_page(pk, self.player.pk, self._name)
        return table_view

    def _visit(self, pk: int) -> None:
        """Note that the table is in use."""
        self._visited_at = time.monotonic()
        note_visit(pk)

    async def note_joined(self) -> None:
        """Tell other processes of the page."""
        if self.player and has_other_processes():
            await _tell_others(note_pages, [(self.table.pk, self.player.pk)], LISTENING)

    async def note_still_open(self) -> None:
        """Renew the presence of this page from time to time."""
        if time.monotonic() - self._visited_at > VISIT:
            await self.on_worker(self._visit, self.table.pk)
        if self.is_absent and self.player:
            # The player was noted as away while this socket opened.
            await self.on_worker(note_here, self.code, self.player)

    async def note_sight(self, *, was_seen: bool) -> None:
        """Tell other processes that the page was hidden or shown."""
        place = (self.table.pk, self.player_id, SEEN)
        if was_seen == self.is_seen or not self.player_id or not has_other_processes():
            return
        if self.is_seen:
            await _tell_others(note_pages, [place], LISTENING)
        elif not is_seen_here(*place[:2]):
            await _tell_others(forget_page, place)

    async def note_closed(self) -> None:
        """Note that this page, which has left the hub, is closed."""
        was_seen, self.is_seen = self.is_seen, False
        await self.note_sight(was_seen=was_seen)
        if not self.player_id or self.player_id in people_at(self.table.pk):
            return
        if has_other_processes():
            await _tell_others(forget_page, (self.table.pk, self.player_id))


async def _tell_others[**P](
    call: Callable[P, None], *args: P.args, **kwargs: P.kwargs
) -> None:
    """Write to the cache, which may be slow: no worker waits for it."""
    await call_on(find_thread(Kind.READER), call, *args, **kwargs)


def language_of(scope: dict[str, Any]) -> str:
    """Return the language in a socket's address, English if it is not supported."""
    query = scope["query_string"].decode("ascii", "replace")
    asked = query.partition("language=")[2].partition("&")[0]
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_supported_language_variant("en")
