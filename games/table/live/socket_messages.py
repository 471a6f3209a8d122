"""The messages of a table's socket, in its viewer's language (docs/updates.md).

An update names what happened, for sounds and motion. The names are public, but for
whether the game has begun to wait for the viewer.
"""

import json
from functools import lru_cache
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play import clock
from games.play.connections import has_display_at, list_watchers_at
from games.play.log import Entry, EntryKind
from games.play.selectors import TableView
from games.table.page.log_lines import Log
from games.table.page.regions import Region
from games.table.page.status import describe_watchers, to_milliseconds
from games.table.page.whole import (
    PROTOCOL,
    Page,
    Part,
    Public,
    find_changed_marks,
    find_changed_parts,
    find_own_changes,
    show_page,
)
from games.table.reactions import describe_reaction
from runtime.metrics import DROPPED_AS_LARGE

# The largest message in bytes; the server's own limit is a little higher.
LARGEST_UPDATE = 64_000
# Kept, because `json.dumps` would create an encoder for each message.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Messages:
    """Writes one viewer's messages, and remembers the page that was last sent.

    The table's worker calls `begin`, `change` and `everything`, with the viewer's
    language active, and the socket's task the others.
    """

    _page: Page

    def __init__(self, language: str) -> None:
        self._language = language
        self._watchers: tuple[str, ...] = ()

    def begin(self, table_view: TableView) -> None:
        """Note the view that the page shows already."""
        self._page = show_page(table_view)

    def change(self, table_view: TableView) -> str:
        """Return the update from the last view to this one."""
        page = show_page(table_view)
        update = write_update(self._page, page, self._language)
        # Only now: a failed update is tried again.
        self._page = page
        return _limit(update, page.number)

    def everything(self, table_view: TableView) -> str:
        """Return the update that makes any page of this viewer right."""
        page = show_page(table_view)
        update = write_whole(page)
        self._page = page
        return _limit(update, page.number)

    def heartbeat(self, pk: int, number: int, **more: Any) -> str:
        """Return the table's number, and whether a display of it is open.

        Its watchers follow in words if they have changed.
        """
        watchers = list_watchers_at(pk)
        if has_display_at(pk):
            more["display"] = True
        if watchers != self._watchers:
            self._watchers = watchers
            translation.activate(self._language)
            more["watching"] = describe_watchers(watchers)
        now = to_milliseconds(clock.now())
        return to_json(number=number, now=now, **more)

    def greeting(self, pk: int, number: int) -> str:
        """Return the first message, with the protocol and the viewer."""
        viewer = self._page.frame.viewer
        return self.heartbeat(pk, number, protocol=PROTOCOL, viewer=viewer)

    def restart(self, minutes: int) -> str:
        """Return the note that the server restarts soon, as a new page shows it."""
        translation.activate(self._language)
        note = ngettext(
            "The server restarts in %(minutes)s minute. Games go on afterwards.",
            "The server restarts in %(minutes)s minutes. Games go on afterwards.",
            minutes,
        )
        return to_json(note=note % {"minutes": minutes})

    def reaction(self, seat: int, reaction: str) -> str:
        """Return a reaction or a bot's phrase."""
        translation.activate(self._language)
        words = describe_reaction(reaction)
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


def _limit(update: str, number: int) -> str:
    """Return an update; a larger one than the server sends as its number alone."""
    size = len(update)
    if size < LARGEST_UPDATE / 4 or len(update.encode()) <= LARGEST_UPDATE:
        return update
    DROPPED_AS_LARGE.inc()
    return to_json(number=number)


def to_json(**message: Any) -> str:
    """Return a message as compact JSON, with unescaped letters to save bytes."""
    return _encode(message)


def write_update(before: Page, after: Page, language: str) -> str:
    """Return the update for a page that shows `before`, in the active language."""
    if before.frame != after.frame:
        return write_whole(after)
    public = _write_public(before.public, after.public, language)
    own = _encode_parts(find_own_changes(before, after))
    yours = ',"yours":true' if is_called(before, after) else ""
    return f'{{"number":{after.number},{public},"own":{own}{yours}}}'


# All viewers of a table with one language share it.
@lru_cache(maxsize=512)
def _write_public(before: Public, after: Public, _language: str) -> str:
    marks = _encode(find_changed_marks(before, after))
    public = _encode_parts(find_changed_parts(before, after))
    happened = _encode(list_happened(before, after))
    return f'"happened":{happened},"marks":{marks},"public":{public}'


def _encode_parts(parts: dict[str, Any]) -> str:
    return _encode({dom_id: part.render() for dom_id, part in parts.items()})


def write_whole(page: Page) -> str:
    """Return the update that makes any page of its viewer show this one."""
    own = {"table": page.render()}
    return to_json(number=page.number, marks={}, public={}, own=own)


def list_happened(before: Public, after: Public) -> list[str]:
    """Return the names of the public changes, in their order.

    These are the kinds of the new lines of the log, a drawn card, and a gold token
    that a player got.
    """
    names = [] if _find_drawn(before) == _find_drawn(after) else ["drawn"]
    for entry in _list_entries(after)[len(_list_entries(before)) :]:
        names += [entry.kind.value, *(["gold"] if _is_gold(entry) else [])]
    return list(dict.fromkeys(names))


def _list_entries(public: Public) -> tuple[Entry, ...]:
    log = public.parts.get("log")
    return log.entries if isinstance(log, Log) else ()


def _find_drawn(public: Public) -> str | None:
    drawn = _get_value(public.parts.get("drawn"), "drawn")
    return drawn.suspect if drawn else None


def _is_gold(entry: Entry) -> bool:
    is_award = entry.kind is EntryKind.AWARDED
    return is_award and entry.word == "gold" and bool(entry.words[1])


def is_called(before: Page, after: Page) -> bool:
    """Return whether the game, or a question, has begun to wait for the viewer."""
    return not _list_calls(after) <= _list_calls(before)


def _list_calls(page: Page) -> set[str]:
    """Return the ids of the questions to the viewer, and of the status if it calls."""
    status = _get_value(page.own.get("status-sentence"), "status")
    # In a lobby the questions stand alone, else among the moves.
    moves = _get_value(page.own.get("moves"), "moves")
    asking = moves.questions if moves else page.own.get("questions")
    questions = _get_value(asking, "questions") or ()
    calls = {question.id for question in questions}
    return calls | {"status"} if status and status.mine else calls


def _get_value(part: Part | None, name: str) -> Any:
    return dict(part.values).get(name) if isinstance(part, Region) else None
