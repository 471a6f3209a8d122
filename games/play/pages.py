"""The pages at this process by table: their players, visibility and numbers.

A page joins and leaves on its event loop; any thread may look. The players' signs are
kept here, too: a request, a touch or a key, but nothing that a page does by itself.
"""

from collections.abc import Iterable
from datetime import datetime
from time import monotonic
from typing import NamedTuple, Protocol

from django.core.cache import cache

from games.play import clock
from games.play.other_pages import (
    is_elsewhere,
    is_unknown,
    is_visible_elsewhere,
    list_tables_elsewhere,
)
from games.play.serving import serving


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


class OpenSocketPage(Protocol):
    """A page with an open socket, as it shows its table now."""

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


class Pages:
    """The pages of each table, in the order of their joining.

    No lock is needed: each method reads or changes a dictionary in one step.
    """

    def __init__(self) -> None:
        self._tables: dict[int, dict[OpenSocketPage, None]] = {}

    def join(self, pk: int, page: OpenSocketPage) -> None:
        """Add a page of the table with this primary key."""
        self._tables.setdefault(pk, {})[page] = None

    def leave(self, pk: int, page: OpenSocketPage) -> None:
        """Remove a page, if it is there."""
        pages = self._tables.get(pk, {})
        pages.pop(page, None)
        if not pages:
            self._tables.pop(pk, None)

    def at(self, pk: int) -> list[OpenSocketPage]:
        """Return the pages of a table."""
        return list(self._tables.get(pk, ()))

    def tables(self) -> list[int]:
        """Return the primary keys of the tables with a page."""
        return list(self._tables)


pages = Pages()
# Seconds: the most that the server believes of the latency of a page.
LONGEST_LATENCY = 0.12


def list_open_tables() -> set[int] | None:
    """Return the tables with a page at any process; None while that is unknown."""
    return None if is_unknown() else {*pages.tables(), *list_tables_elsewhere()}


def list_people_at(pk: int) -> set[int]:
    """Return the players with a page of this table at this process."""
    return {each.player_id for each in pages.at(pk) if each.player_id is not None}


def has_page(pk: int, player_id: int) -> bool:
    """Return whether a player has a page of this table open, at any process."""
    return player_id in list_people_at(pk) or is_elsewhere(pk, player_id)


def list_watchers_at(pk: int) -> tuple[str, ...]:
    """Return the name of each player that only watches a table, and of each stranger.

    A stranger has an empty name, and counts once for each page. Pages at other
    processes are missing.
    """
    watching = [each for each in pages.at(pk) if not each.is_seated | each.is_display]
    players = {each.player_id: each.name for each in watching if each.player_id}
    strangers = [each.name for each in watching if not each.player_id]
    return tuple(sorted([*players.values(), *strangers]))


def has_display_at(pk: int) -> bool:
    """Return whether a display of this table is open at this process."""
    return any(each.is_display for each in pages.at(pk))


def list_seeing_at(pk: int) -> set[int]:
    """Return the players with a visible page of this table at this process."""
    shown = (each for each in pages.at(pk) if each.is_visible)
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
    for page in pages.at(pk):
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


# When a table has waited for a player for so many seconds without a sign, the own page
# asks for one, and later the others may let a stand-in play.
ASK_AFTER = 90
IDLE_AFTER = 120


class Signs:
    """Keeps the last sign of each player at a table, and since when the table waits.

    No lock is needed: each method reads or changes a dictionary in one step.
    """

    def __init__(self) -> None:
        # By the code of a table and a player.
        self._signs: dict[tuple[str, int | None], float] = {}
        # By code, the time of the last look at a table, and when each wait began.
        self._waits: dict[str, tuple[float, dict[int | None, float]]] = {}

    def note(self, code: str, player_id: int, age: float = 0) -> bool:
        """Note a sign of so many seconds ago; return whether it is the newest."""
        given_at, key = monotonic() - age, (code, player_id)
        is_newest = given_at > self._signs.get(key, 0)
        if is_newest:
            self._signs[key] = given_at
        return is_newest

    def is_active(self, code: str, person: int | None) -> bool:
        """Return whether a player has given a sign in the last two minutes."""
        given_at = self._signs.get((code, person))
        return (
            given_at is not None
            and monotonic() - given_at < clock.span(IDLE_AFTER).total_seconds()
        )

    def measure(
        self, code: str, awaited: Iterable[int | None]
    ) -> dict[int | None, float]:
        """Return for how many seconds a table has waited for these without a sign.

        Time in which nobody looked at the table, or in which this process could hear no
        sign, does not count.
        """
        now = monotonic()
        looked_at, before = self._waits.get(code, (now, {}))
        if now - looked_at > clock.span(IDLE_AFTER).total_seconds():
            before = {}
        waits = {who: before.get(who, now) for who in awaited}
        self._waits[code] = now, waits
        awake = serving.count_seconds()
        most = now if awake is None else awake
        return {
            who: min(most, now - max(since, self._signs.get((code, who), since)))
            for who, since in waits.items()
        }

    def forget_old(self) -> None:
        """Drop the signs and the waits that no longer count."""
        oldest = monotonic() - clock.span(IDLE_AFTER).total_seconds()
        for key, given_at in list(self._signs.items()):
            if given_at < oldest:
                self._signs.pop(key, None)
        for code, (looked_at, _waits) in list(self._waits.items()):
            if looked_at < oldest:
                self._waits.pop(code, None)

    def clear(self) -> None:
        """Drop everything. For tests."""
        self._signs.clear()
        self._waits.clear()


signs = Signs()
