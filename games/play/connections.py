"""The register of connections by table: their players, visibility and numbers.

A connection is the open socket of a page. Those of this process join and leave on its
event loop. Each other process tells the players of its pages (games.table.live.hub),
and its word counts for some seconds; so does a request of a page without a socket. Any
thread may look.
"""

from collections.abc import Iterable
from datetime import datetime
from time import monotonic
from typing import NamedTuple, Protocol

from channels.layers import get_channel_layer
from django.core.cache import cache

from runtime.layer import tell_other_processes


class Update(NamedTuple):
    """A message for one page, made by the table's worker.

    `due_at` is when the table's next move is due; `is_last` says that the page belongs
    to the viewer of before, and gets nothing else. `began` is when the change began, by
    `perf_counter`, for the page that gets it last.
    """

    text: str
    number: int
    due_at: datetime | None
    is_last: bool
    began: float | None


class Connection(Protocol):
    """The open socket of a page, which shows its table as of a number."""

    code: str
    is_display: bool
    is_seated: bool
    # Whether it is not hidden, and whether it asks its player for a sign.
    is_visible: bool
    is_asked: bool

    @property
    def number(self) -> int:
        """Return the newest number of the table that the page has."""

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players that should have a page open, as of that number."""

    @property
    def player_id(self) -> int | None:
        """Return the page's player."""

    @property
    def name(self) -> str:
        """Return the name of a watching player, empty for a stranger."""

    @property
    def latency(self) -> float:
        """Return for how many seconds a message is under way; 0 if unknown."""

    def prepare(self, number: int, began: float | None = None) -> None:
        """Keep the changes that the page lacks up to this number, for the worker."""


class Connections:
    """The connections to each table, in the order of their joining.

    No lock is needed: each method reads or changes a dictionary in one step.
    """

    def __init__(self) -> None:
        self._tables: dict[int, dict[Connection, None]] = {}

    def join(self, pk: int, connection: Connection) -> None:
        """Add a connection to the table with this primary key."""
        self._tables.setdefault(pk, {})[connection] = None

    def leave(self, pk: int, connection: Connection) -> None:
        """Remove a connection, if it is there."""
        here = self._tables.get(pk, {})
        here.pop(connection, None)
        if not here:
            self._tables.pop(pk, None)

    def at(self, pk: int) -> list[Connection]:
        """Return the connections to a table."""
        return list(self._tables.get(pk, ()))

    def tables(self) -> list[int]:
        """Return the primary keys of the tables with a connection."""
        return list(self._tables)


connections = Connections()

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


# Seconds: the most that the server believes of the latency of a page.
LONGEST_LATENCY = 0.12


def list_open_tables() -> set[int] | None:
    """Return the tables with a page at any process; None while that is unknown."""
    return None if is_unknown() else {*connections.tables(), *list_tables_elsewhere()}


def list_people_at(pk: int) -> set[int]:
    """Return the players with a page of this table at this process."""
    return {each.player_id for each in connections.at(pk) if each.player_id is not None}


def has_page(pk: int, player_id: int) -> bool:
    """Return whether a player has a page of this table open, at any process."""
    return player_id in list_people_at(pk) or is_elsewhere(pk, player_id)


def list_watchers_at(pk: int) -> tuple[str, ...]:
    """Return the name of each player that only watches a table, and of each stranger.

    A stranger has an empty name, and counts once for each page. Pages at other
    processes are missing.
    """
    watching = [
        each for each in connections.at(pk) if not each.is_seated | each.is_display
    ]
    players = {each.player_id: each.name for each in watching if each.player_id}
    strangers = [each.name for each in watching if not each.player_id]
    return tuple(sorted([*players.values(), *strangers]))


def has_display_at(pk: int) -> bool:
    """Return whether a display of this table is open at this process."""
    return any(each.is_display for each in connections.at(pk))


def list_seeing_at(pk: int) -> set[int]:
    """Return the players with a visible page of this table at this process."""
    shown = (each for each in connections.at(pk) if each.is_visible)
    return {each.player_id for each in shown if each.player_id is not None}


def is_page_visible(pk: int, player_id: int) -> bool:
    """Return whether a player sees a page of this table; if unknown, they do."""
    is_here = player_id in list_seeing_at(pk)
    return is_here or is_visible_elsewhere(pk, player_id) or is_unknown()


def find_longest_latency(pk: int, players: Iterable[int | None]) -> float:
    """Return how long a message of one of these players can be under way, in seconds.

    For a player with a page at another process it is the most.
    """
    here: dict[int | None, float] = {}
    for page in connections.at(pk):
        here[page.player_id] = max(page.latency, here.get(page.player_id, 0))
    asked = tuple(players)
    others = set(asked) - here.keys()
    if others and (is_unknown() or any(is_elsewhere(pk, each) for each in others)):
        return LONGEST_LATENCY
    return max((here.get(player, 0) for player in asked), default=0)


# Seconds between two notices of one table to a player: of one process, because a proxy
# sends all pages of a table to the same one.
NOTICE_PAUSE = 60


def may_tell(kind: str, pk: int, player_id: int | None) -> bool:
    """Return whether a player does not see a table, and note that a notice is sent."""
    if player_id is None or is_page_visible(pk, player_id):
        return False
    return cache.add(f"{kind}.{pk}.{player_id}", value=True, timeout=NOTICE_PAUSE)
