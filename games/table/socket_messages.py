"""The messages that a table's socket sends, in its viewer's language."""

import json
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, cast

from django.utils import translation
from django.utils.translation import gettext as _

from games.live import clock
from games.play.selectors import TableView
from games.table.present.status import watchers_in_words
from games.table.present.table import TableFacts, present
from games.table.reactions import reaction_in_words
from runtime.html.piece import Node
from runtime.html.update import full_update, update_between
from runtime.metrics import DROPPED_AS_LARGE

# The largest message in bytes; the server's own limit is a little higher.
LARGEST_UPDATE = 64_000
# Kept, because `json.dumps` would create an encoder for each message.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Messages:
    """Writes one viewer's messages, and remembers what the page was last shown.

    The table's worker calls `begin` and `change`, the socket's task the others. There
    the language stays active, as no other text is written.
    """

    _table_view: TableView
    _shown: Node

    def __init__(self, language: str) -> None:
        self._language = language
        self._watchers: tuple[str, ...] = ()

    def begin(self, table_view: TableView) -> None:
        """Note the view that the page shows already."""
        self._table_view, self._shown = table_view, present(table_view)

    def change(self, table_view: TableView) -> str:
        """Return the update from the last view to this one, in the active language."""
        follows, before = self._table_view.table.number, self._shown
        self.begin(table_view)
        content = update_between(before, self._shown)
        table = table_view.table
        message = _update_message(table.number, follows, table.move_count, content)
        return _fitting(message, table.number)

    def everything(self, table_view: TableView) -> str:
        """Return the whole table, for a page that is not as it should be."""
        self.begin(table_view)
        table, content = table_view.table, full_update(self._shown)
        number, moves = table.number, table.move_count
        return _fitting(to_json(number=number, moves=moves, content=content), number)

    @property
    def viewer(self) -> str:
        """Return the viewer whose table the page is shown, as the page names it."""
        return cast("TableFacts", self._shown.facts).viewer

    def heartbeat(self, number: int, watchers: tuple[str, ...], **more: str) -> str:
        """Return the table's number, and its watchers in words if they have changed."""
        if watchers != self._watchers:
            self._watchers = watchers
            translation.activate(self._language)
            more["watching"] = watchers_in_words(watchers)
        now = round(clock.now().timestamp() * 1000)
        return to_json(number=number, now=now, **more)

    def reaction(self, seat: int, reaction: str) -> str:
        """Return a reaction or a bot's phrase."""
        translation.activate(self._language)
        words = reaction_in_words(reaction)
        return to_json(seat=seat, reaction=reaction, words=words)

    def crowded(self) -> str:
        """Return the note that this page has to do without a socket."""
        translation.activate(self._language)
        note = _(
            "Too many pages are open on your network. This one updates every few "
            "seconds instead of at once."
        )
        return to_json(note=note)

    def new_page(self) -> str:
        """Return the note that the viewer's seat was opened on another page."""
        translation.activate(self._language)
        note = _("Your seat is open on another page now. You can play on both.")
        return to_json(note=note)


def _fitting(message: str, number: int) -> str:
    """Return an update; a larger one than the server sends as its number alone.

    The page then requests the full update over HTTP.
    """
    size = len(message)
    if size < LARGEST_UPDATE / 4 or len(message.encode()) <= LARGEST_UPDATE:
        return message
    DROPPED_AS_LARGE.inc()
    return to_json(number=number)


def to_json(**message: Any) -> str:
    """Return a message as compact JSON, with unescaped letters to save bytes."""
    return _encode(message)


# The viewers of a table follow each other, and many are sent the same.
@lru_cache(maxsize=16)
def _update_message(number: int, follows: int, moves: int, content: str) -> str:
    # Twice as fast as `to_json`, which makes an encoder for each message.
    numbers = f'"number":{number},"follows":{follows},"moves":{moves}'
    return f'{{{numbers},"content":{encode_basestring(content)}}}'
