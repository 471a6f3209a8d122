"""Knows the players with a page at another process, or with one without a socket.

Each process tells the others the players of its pages (games.table.live.hub); they
keep them for some seconds. Any thread may ask.
"""

from collections.abc import Iterable
from time import monotonic
from typing import NamedTuple

from channels.layers import get_channel_layer

from runtime.layer import tell_other_processes

# Seconds that the word of another process counts: it renews it every 10 s.
NOTE_SECONDS = 15
# Seconds that a request of a page without a socket counts: it asks every 5 s.
ASKING = 10
# Seconds without a word through Redis after which other processes are unknown. Each
# process speaks once a second and hears itself.
DEAF_AFTER = 4
# The pks of a table and of a player; None for a table without a host.
type PageOf = tuple[int, int | None]
# The pk of a table, its players with a page, and those with a visible one.
type _Report = tuple[int, list[int], list[int]]


class _Note(NamedTuple):
    """The players with a page of a table at another process, and with a visible one."""

    people: frozenset[int]
    viewing: frozenset[int]
    until: float


# By table and process.
_words: dict[int, dict[str, _Note]] = {}
# When the last request of a page without a socket stops counting.
_asking: dict[PageOf, float] = {}


def note_people(process: str, tables: Iterable[_Report]) -> None:
    """Note the players with a page of each table at another process."""
    until = monotonic() + NOTE_SECONDS
    for pk, people, viewing in tables:
        word = _Note(frozenset(people), frozenset(viewing), until)
        _words.setdefault(pk, {})[process] = word


def ask_from(pk: int, player_id: int, seconds: float) -> None:
    """Note, at every process, that a player has a page without a socket."""
    note_asking(pk, player_id, seconds)
    tell_other_processes("page.asks", pk=pk, player=player_id, seconds=seconds)


def note_asking(pk: int, player_id: int, seconds: float) -> None:
    """Note that a player has a page without a socket, for so many seconds."""
    _asking[pk, player_id] = monotonic() + seconds


def is_elsewhere(pk: int, player_id: int | None) -> bool:
    """Return whether a player has a page of a table at another process."""
    return any(player_id in word.people for word in _list_notes(pk))


def is_visible_elsewhere(pk: int, player_id: int) -> bool:
    """Return whether a player sees a table's page at another process."""
    return any(player_id in word.viewing for word in _list_notes(pk))


def find_without_page(places: Iterable[PageOf]) -> set[PageOf]:
    """Return those of these players with neither; none while that is unknown."""
    if is_unknown():
        return set()
    now = monotonic()
    silent = {each for each in places if _asking.get(each, 0) <= now}
    return {each for each in silent if not is_elsewhere(*each)}


def list_tables_elsewhere() -> set[int]:
    """Return the tables with a page at another process, or with one without a socket.

    A table that another process has just left counts for some seconds more.
    """
    now = monotonic()
    asking = {pk for (pk, _player), until in list(_asking.items()) if until > now}
    return asking | {pk for pk in list(_words) if _list_notes(pk)}


def is_unknown() -> bool:
    """Return whether other processes may have pages that this one does not know of."""
    return bool(get_channel_layer().is_deaf(DEAF_AFTER))


def forget_old() -> None:
    """Drop words and requests that no longer count."""
    now = monotonic()
    for page, until in list(_asking.items()):
        if until <= now:
            _asking.pop(page, None)
    for pk, words in list(_words.items()):
        if all(word.until <= now for word in list(words.values())):
            _words.pop(pk, None)


def forget_all() -> None:
    """Drop everything. For tests."""
    _asking.clear()
    _words.clear()


def _list_notes(pk: int) -> list[_Note]:
    now = monotonic()
    return [word for word in list(_words.get(pk, {}).values()) if word.until > now]
