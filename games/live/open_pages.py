"""Shares open pages between the processes of a site, through the cache.

The hub knows the sockets of its process. Pages without a socket, and sockets of other
processes, have a short-lived entry in the cache that is renewed.
"""

from collections.abc import Iterable

from runtime import soft_cache

# Seconds that an entry lasts. A page without a socket polls every 5 s, and a process
# renews the entries of its sockets every 10 s. A player without an entry counts as
# absent only after a while (games.live.absence).
ASKING = 10
LISTENING = 15

# Marks the page of a player who sees it: it is not hidden behind others.
SEEN = "seen"

# The pks of a table and of a player, and perhaps SEEN.
type PageOf = tuple[int, int | None] | tuple[int, int | None, str]


def note_pages(places: Iterable[PageOf], seconds: int) -> None:
    """Note that these players have a page open, for this many seconds."""
    soft_cache.note_all(map(_key_of, places), seconds)


def forget_page(place: PageOf) -> None:
    """Note that a player closed the last page in this process."""
    soft_cache.forget(_key_of(place))


def without_page(places: Iterable[PageOf]) -> set[PageOf]:
    """Return those of these players without a page in any process."""
    keys = {_key_of(place): place for place in places}
    return {keys[key] for key in soft_cache.find_unknown(keys)}


def _key_of(place: PageOf) -> str:
    return ".".join(("page", *map(str, place)))
