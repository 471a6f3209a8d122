"""The page behind a table's socket: its player, its language, and its updates.

The methods that read the database are for the worker of the table.
"""

import time
from collections import deque
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from django.http import Http404
from django.utils import translation

from games.codes import clean_code
from games.errors import TooFast
from games.models import Player, Standing
from games.play.connections import LONGEST_LATENCY, Update
from games.play.publish import publish_page
from games.play.selectors import (
    TableView,
    get_number,
    get_table_view_at,
    get_table_view_or_404,
)
from games.play.snapshot import Table
from games.players import limits
from games.players.identity import find_player, is_guest_in
from games.players.sessions import SessionStore, get_session
from games.table.cleanup import VISIT, note_visit
from games.table.live.socket_messages import Messages
from games.table.page.whole import PROTOCOL
from games.table.people.presence import bring_back, note_here
from runtime.addresses import read_socket_address
from runtime.queue import known_sessions
from runtime.threads import call_on, find_worker


class TableConnection:
    """A page at a table, its viewer, and the table as the last update shows it."""

    table: Table
    is_absent: bool
    is_seated: bool
    may_sign: bool

    def __init__(self, scope: dict[str, Any]) -> None:
        self._scope = scope
        self._name = token_hex(8)
        self.address = read_socket_address(scope)
        self.code = clean_code(scope["url_route"]["kwargs"]["code"])
        self._worker = find_worker(self.code)
        # A display has a spectator's view, even on a player's own phone.
        self.is_display = b"display" in scope["query_string"]
        self.language = read_language(scope)
        # Whether the page is from before the site's last upgrade.
        self.is_older = f"protocol={PROTOCOL}".encode() not in scope["query_string"]
        # Whether the page, when it was loaded, said that the server restarts soon.
        self.knows_of_restart = b"restart=" in scope["query_string"]
        self.messages = Messages(self.language)
        # The prepared updates, for the socket to send.
        self.updates: deque[Update] = deque()
        self.player: Player | None = None
        # Whether the page is not hidden, as it last said.
        self.is_visible = False
        # Whether the page asks its player for a sign (games.table.live.hub).
        self.is_asked = False
        # Asks for the session as it is stored, and the one in which the player was last
        # found to be this guest.
        self._stored_session = self._session()
        self._guest_text = ""

    @property
    def player_id(self) -> int | None:
        """Return the primary key of the page's player, if it has one."""
        return self.player.pk if self.player else None

    @property
    def name(self) -> str:
        """Return the name of the page's player, unless the host has removed them."""
        is_out = self.table.find_standing(self.player_id) == Standing.OUT
        return self.player.name if self.player and not is_out else ""

    @property
    def latency(self) -> float:
        """Return how long a message is under way, in seconds; 0 if unknown."""
        measure = self._scope.get("round_trip")
        round_trip: float = measure() if measure else 0
        return min(round_trip / 2, LONGEST_LATENCY)

    @property
    def number(self) -> int:
        """Return the number of the last update."""
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

    def enter(self) -> None:
        """Find the player, note the page as open, and remember its first view.

        Raises:
            Http404: no table has this code.
            TooFast: the address has guessed too many codes.
        """
        if not self.is_display:
            session = self._session()
            self.player = find_player(session, self.code)
            if self.player is not None:
                known_sessions.note(session.session_key)
        try:
            table_view = self.look()
        except Http404:
            if wait := limits.count_wrong_code(self.address):
                raise TooFast(wait) from None
            raise
        is_stranger = table_view.viewer < 0 and not table_view.is_host
        if is_stranger and (wait := limits.count_guess_wait(self.address)):
            raise TooFast(wait)
        table_view = self._note_opened(table_view)
        self.messages.begin(table_view)
        self._remember(table_view)

    def look(self) -> TableView:
        """Return the viewer's current view of the table.

        Raises:
            Http404: the table no longer exists.
        """
        return get_table_view_or_404(self.code, self.player, is_display=self.is_display)

    def recheck(self) -> bool:
        """Prepare the changes of the meantime; return whether the player is signed in.

        A table may change, and a session end, before the socket has joined its groups.
        """
        self.catch_up()
        return self.player is None or self.is_signed_in()

    def prepare(self, number: int, began: float | None = None) -> None:
        """Keep the update to this number for the socket, unless the page has it."""
        if number <= self.number:
            return
        table_view = get_table_view_at(
            self.code, number, self.player, is_display=self.is_display
        )
        table_view = table_view or self.look()
        if table_view.table.number > self.number:
            with translation.override(self.language):
                text = self.messages.change(table_view)
            self._keep(table_view, text, began)

    def catch_up(self) -> None:
        """Prepare the update to the table's present number."""
        self.prepare(get_number(self.table.pk) or 0)

    def prepare_everything(self) -> None:
        """Keep the whole table for the socket: the page has lost something."""
        table_view = self.look()
        with translation.override(self.language):
            text = self.messages.everything(table_view)
        self._keep(table_view, text, None)

    def _keep(self, table_view: TableView, text: str, began: float | None) -> None:
        table, was_seated = table_view.table, self.is_seated
        self._remember(table_view)
        # A player who has lost the seat or got one is another viewer.
        is_last = was_seated != self.is_seated
        update = Update(text, table.number, table.due_at, is_last, began)
        self.updates.append(update)

    def is_signed_in(self) -> bool:
        """Return whether the session still belongs to the player."""
        return find_player(self._session(), self.code) == self.player

    def find_mover(self) -> Player | None:
        """Return the player of the session now: a signed-out player cannot move."""
        text = self._stored_session.text()
        if text and text == self._guest_text:
            return self.player
        session = self._session()
        is_guest = is_guest_in(self.player, session)
        # To check the signature of a session takes as long as to read it.
        self._guest_text = text if is_guest else ""
        return self.player if is_guest else find_player(session, self.code)

    def _session(self) -> SessionStore:
        return get_session(self._scope["cookies"])

    def _remember(self, table_view: TableView) -> None:
        self.table = table_view.table
        self.is_absent = table_view.is_absent()
        self.is_seated = table_view.viewer >= 0
        self.may_sign = table_view.may_sign

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

    async def note_still_open(self) -> None:
        """Renew the presence of this page from time to time."""
        if time.monotonic() - self._visited_at > VISIT:
            await self.on_worker(self._visit, self.table.pk)
        if self.is_absent and self.player:
            # The player was noted as away while this socket opened.
            await self.on_worker(note_here, self.code, self.player)


def read_language(scope: dict[str, Any]) -> str:
    """Return the language in a socket's address, English if it is not supported."""
    query = scope["query_string"].decode("ascii", "replace")
    asked = query.partition("language=")[2].partition("&")[0]
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_supported_language_variant("en")
