"""Presents the controls of a replay: position, viewers, speed and shared links."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.archive.access import Access
from games.archive.races import race_in_words
from games.archive.receipts import receipt_of
from games.labels import name_or_removed
from games.models.archive import ReplayLink
from games.models.move import MoveRow
from games.play.selectors import TableView
from games.rules.observe import REFEREE, Viewer

REFEREE_NAME = "referee"
# The time for which an automatic replay shows a position, in milliseconds.
SPEEDS = {"slow": 3000, "steady": 1500, "fast": 500}


@dataclass(frozen=True, slots=True)
class View:
    """A viewer as which the user may watch the replay."""

    name: str
    value: str
    query: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link that the player shares, with the name of its viewer and its query."""

    name: str
    value: str
    query: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The controls of a replay; each query is relative to the page's own address.

    Its forms send `viewer` and `link` along. `speed` is empty unless the replay plays
    by itself.
    """

    code: str
    at: int
    last: int
    viewer: str
    link: str
    speed: str
    made_at: datetime | None
    race: str
    views: tuple[View, ...]
    links: tuple[SharedLink, ...]
    is_seated: bool
    has_record: bool
    # For players of the game, else empty.
    receipt: str

    @property
    def first_query(self) -> str:
        return self._query(0)

    @property
    def back_query(self) -> str:
        return self._query(max(self.at - 1, 0))

    @property
    def next_query(self) -> str:
        return self._query(min(self.at + 1, self.last))

    @property
    def last_query(self) -> str:
        return self._query(self.last)

    @property
    def speeds(self) -> tuple[tuple[str, str], ...]:
        """Return the values of the speeds and their names; empty is by hand."""
        return (
            ("", _("manual")),
            ("slow", "▶ 1×"),
            ("steady", "▶ 2×"),
            ("fast", "▶ 6×"),
        )

    @property
    def wait(self) -> int:
        """Return the milliseconds until the next move, 0 without autoplay."""
        return SPEEDS.get(self.speed, 0) if self.at < self.last else 0

    @property
    def link_query(self) -> str:
        """Return the query that gives access by a shared link; empty without one."""
        return f"?{urlencode({'link': self.link})}" if self.link else ""

    def _query(self, at: int) -> str:
        return query_of(at, self.viewer, self.link)


def present_replay(
    access: Access,
    table_view: TableView,
    links: list[ReplayLink],
    move: MoveRow | None,
    speed: str,
) -> Replay:
    """Return the controls around a position of a closed game."""
    at, shown = table_view.table.move_count, value_of(table_view.viewer)
    names = {seat.index: seat.name for seat in table_view.table.seats}
    return Replay(
        code=table_view.table.code,
        at=at,
        last=access.game.move_count,
        viewer=shown,
        link=access.link,
        speed=speed if speed in SPEEDS else "",
        made_at=move.made_at if move else None,
        race=race_in_words(move, names) if move else "",
        views=tuple(
            View(
                _name_of(viewer, names),
                value_of(viewer),
                query_of(at, value_of(viewer), access.link),
                viewer == table_view.viewer,
            )
            for viewer in access.viewers
        ),
        links=tuple(
            SharedLink(
                _name_of(link.viewer, names),
                value_of(link.viewer),
                f"?{urlencode({'link': link.token})}",
            )
            for link in links
        ),
        is_seated=access.seat is not None,
        has_record=access.sees_all,
        receipt="" if access.seat is None else str(receipt_of(access.game)),
    )


def value_of(viewer: Viewer) -> str:
    """Return the query value of a viewer: a seat's number or `referee`."""
    return REFEREE_NAME if viewer == REFEREE else str(viewer)


def query_of(at: int, viewer: str, link: str = "", why: str = "") -> str:
    """Return the query of a position as a viewer saw it, and a question about it."""
    asked = {"at": at, "as": viewer} | ({"link": link} if link else {})
    return f"?{urlencode(asked | ({'why': why} if why else {}))}"


def _name_of(viewer: Viewer, names: dict[int, str]) -> str:
    if viewer == REFEREE:
        return _("Referee")
    return name_or_removed(names[viewer])
