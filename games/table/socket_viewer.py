"""The viewer behind a socket: the table's code, the player and the language.

Each method reads the database, so the caller runs it on a thread (runtime.threads).
"""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils import translation

from games.errors import TooFast
from games.live.watch import LONGEST_LATENCY
from games.models.game import clean_code
from games.models.player import Player
from games.play.selectors import TableView, get_table_view_or_404
from games.players import limits
from games.players.identity import find_player, is_guest_of
from games.players.sessions import SessionStore
from runtime.addresses import address_of_socket


class SocketViewer:
    """The table of a socket, its player and its language."""

    def __init__(self, scope: dict[str, Any]) -> None:
        self._scope = scope
        self.address = address_of_socket(scope)
        self.code: str = scope["url_route"]["kwargs"]["code"]
        # A display has a spectator's view, even on a player's own phone.
        self.is_display = b"display" in scope["query_string"]
        self.language = language_of(scope)
        self.player: Player | None = None
        # Whether the page is not hidden, as it last said.
        self.is_seen = False
        # The session in which the player was last found to be this guest.
        self._guest_text = ""

    @property
    def latency(self) -> float:
        """Return how long a message is under way, in seconds; 0 if unknown."""
        round_trip: float = self._scope.get("round_trip", float)()
        return min(round_trip / 2, LONGEST_LATENCY)

    def count_opening(self) -> bool:
        """Count this socket; return whether its address may open it.

        Every display that opens or closes changes its table.
        """
        if not limits.CONNECTS.hit(self.address):
            return False
        of_table = f"{self.address} {clean_code(self.code)}"
        return not self.is_display or limits.DISPLAYS.hit(of_table)

    def enter(self) -> TableView:
        """Find the player and return the first view of the table.

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
        return table_view

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
        return SessionStore(self._scope["cookies"].get(settings.SESSION_COOKIE_NAME))


def language_of(scope: dict[str, Any]) -> str:
    """Return the language in a socket's address, English if it is not supported."""
    query = scope["query_string"].decode("ascii", "replace")
    asked = query.partition("language=")[2].partition("&")[0]
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_supported_language_variant("en")
