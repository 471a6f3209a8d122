"""Whose pages are open: what the processes of a site tell each other by the cache.

A process knows its own sockets (games.live.absence). Pages without one, and the sockets
of other processes, are known by an entry that lasts for a moment and is renewed.
"""

from collections.abc import Iterable
from secrets import token_hex

from games.ops import soft_cache

# What this process is called among the processes of a site.
PROCESS = token_hex(8)
# A page without a socket asks every 5 s, a process tells every 10 s of its sockets. An
# entry need not last much longer: who has none is missing only after a while
# (games.live.absence).
ASKING = 10
LISTENING = 15

# The screen in the middle of a table, among the players whose pages are open there.
DISPLAY = -1

# A player at a table.
type PageOf = tuple[int, int | None]


def note_pages(places: Iterable[PageOf], seconds: int) -> None:
    """Note that these players have a page open, for so many seconds."""
    soft_cache.note_all(map(_key_of, places), seconds)


def forget_page(place: PageOf) -> None:
    """Note that a player has closed the last page in this process."""
    soft_cache.forget(_key_of(place))


def without_page(places: Iterable[PageOf]) -> set[PageOf]:
    """Return those of these players for whom no process knows a page."""
    keys = {_key_of(place): place for place in places}
    return {keys[key] for key in soft_cache.find_unknown(keys)}


def _key_of(place: PageOf) -> str:
    return "page.{}.{}".format(*place)
