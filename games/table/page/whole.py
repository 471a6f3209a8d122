"""Presents a table's page: its frame, its public regions, and a viewer's own ones.

Public regions are made of the spectator's observation alone, once for all viewers. An
own region stands in the place of the public one with the same id, or in a place of its
own. The page's protocol is in docs/updates.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table
from games.rules.observe import REFEREE, SPECTATOR, Observation, Viewer
from games.table.page.controls import show_accuse, show_moves
from games.table.page.hand import (
    HostTools,
    OwnPart,
    SeatTools,
    build_own_part,
    find_host_tools,
    find_seat_tools,
    show_late,
)
from games.table.page.lobby import show_lobby
from games.table.page.log_lines import Log, build_log
from games.table.page.middle import show_middle
from games.table.page.podium import show_podium
from games.table.page.regions import Region, build_region, join_lines
from games.table.page.result import (
    Onward,
    build_onward,
    list_result_marks,
    show_reveal,
    show_scores,
)
from games.table.page.seat_parts import (
    Marks,
    Percents,
    list_marks,
    list_seats,
    show_seats,
    show_tokens,
)
from games.table.page.status import show_countdown, show_status
from games.table.subject import OwnPlace, PublicPlace, show_own, show_public

# The version of the protocol: a page of another one loads itself anew.
PROTOCOL = 2
_WATCHING = {SPECTATOR: "spectator", REFEREE: "referee"}

# A region, or the log, which is one as well.
type Part = Region | Log


class Frame(NamedTuple):
    """The surroundings of the regions. If they change, the whole table is sent.

    `places` are the ids of the regions in each place that subjects fill. In a lobby
    there is one, `lobby`. `seats` is the number of seats in a game.
    """

    code: str
    viewer: str
    is_host: bool
    places: dict[str, tuple[str, ...]]
    seats: int


@dataclass(frozen=True, eq=False)
class Public:
    """The public marks and regions of a table at one number."""

    number: int
    # The attributes of #table and of the seats, by the ids of these elements.
    marks: dict[str, Marks]
    parts: dict[str, Part]
    # The ids of the regions that subjects show, by their place.
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Page:
    """The page of one viewer: public parts, and own ones in their place.

    `me` is the seat that the page calls "you".
    """

    frame: Frame
    public: Public
    own: dict[str, Region]
    me: Viewer

    @property
    def number(self) -> int:
        return self.public.number

    @property
    def parts(self) -> dict[str, Part]:
        """Return every part as this page shows it."""
        parts = self.public.parts.items()
        return {dom_id: part.to(self.me) for dom_id, part in parts} | self.own

    def render(self, **fields: Any) -> SafeString:
        """Return `#table` as HTML in the active language.

        `fields` are those of the forms of a page that works without scripts.
        """
        context = {
            "frame": self.frame,
            "number": self.number,
            "marks": self.public.marks,
            "regions": self.parts,
            "seats": list_seats(self.frame.seats, self.public.marks),
            "fields": fields,
        }
        folder = "display/" if self.frame.viewer == "display" else ""
        template = f"games/table/{folder}_table.html"
        return join_lines(render_to_string(template, context))


def show_page(table_view: TableView, chances: Percents | None = None) -> Page:
    """Return a viewer's page; `chances` stand on the cards of a replay."""
    public, observation = table_view.public, table_view.observation
    if public is None or observation is None:
        return _show_lobby_page(table_view)
    if _is_stranger(table_view):
        return _show_strangers_page(
            public, is_display=table_view.is_display, may_open=table_view.may_open
        )
    return _show_game_page(table_view, public, observation, chances)


def _is_stranger(table_view: TableView) -> bool:
    """Return whether the viewer is a spectator without a name, and not kept out."""
    is_known = table_view.name or table_view.is_host or table_view.is_replay
    has_standing = table_view.standing is not None
    return table_view.viewer == SPECTATOR and not (is_known or has_standing)


# All strangers share it.
@lru_cache(maxsize=64)
def _show_strangers_page(
    public: PublicTable, *, is_display: bool, may_open: bool
) -> Page:
    table_view = TableView(
        table=public.table,
        viewer=SPECTATOR,
        name="",
        is_host=False,
        is_display=is_display,
        observation=public.observation,
        public=public,
        may_open=may_open,
    )
    return _show_game_page(table_view, public, public.observation, None)


def _show_lobby_page(table_view: TableView) -> Page:
    table = table_view.table
    parts = show_lobby(table_view)
    countdown = show_countdown(table, is_replay=False)
    public = Public(
        table.number, {"table": _list_marks(table, 0)}, {countdown.id: countdown}
    )
    frame = _build_frame(table_view, {"lobby": _list_ids(parts)})
    own = _by_id([*show_status(table_view), *parts])
    return Page(frame, public, own, table_view.me)


def _show_game_page(
    table_view: TableView,
    public: PublicTable,
    observation: Observation,
    chances: Percents | None,
) -> Page:
    shown = _show_public(public) if chances is None else _show_parts(public, chances)
    step: tuple[Region, ...] = ()
    if table_view.table.script and not table_view.is_display:
        step = show_own(OwnPlace.STEP, table_view)
    own = _show_own(table_view, observation) | _by_id(step)
    places = shown.places | {"step": _list_ids(step)}
    frame = _build_frame(table_view, places, len(table_view.table.seats))
    return Page(frame, shown, own, table_view.me)


def _build_frame(
    table_view: TableView, places: dict[str, tuple[str, ...]], seats: int = 0
) -> Frame:
    return Frame(
        code=table_view.table.code,
        viewer=name_viewer(table_view),
        is_host=table_view.is_host,
        places=places,
        seats=seats,
    )


def name_viewer(table_view: TableView) -> str:
    """Return the viewer as `data-viewer` of `#table` names it."""
    if table_view.is_display:
        return "display"
    return _WATCHING.get(table_view.viewer, str(table_view.viewer))


# The viewers of a table share it.
@lru_cache(maxsize=64)
def _show_public(public: PublicTable) -> Public:
    return _show_parts(public, None)


def _show_parts(public: PublicTable, chances: Percents | None) -> Public:
    """Return the public part of every page. No presenter here is given a viewer."""
    table = public.table
    result = show_public(PublicPlace.RESULT, public)
    below = show_public(PublicPlace.BELOW, public)
    parts: list[Part] = [
        show_countdown(table, is_replay=public.is_replay),
        *show_middle(public),
        show_reveal(public),
        show_scores(public),
        *result,
        *show_seats(public, chances),
        *below,
        build_log(table, is_replay=public.is_replay),
    ]
    marks = {
        "table": _list_marks(table, public.observation.number),
        "result": list_result_marks(table),
    }
    places = {"result": _list_ids(result), "below": _list_ids(below)}
    return Public(table.number, marks | list_marks(public), _by_id(parts), places)


def _list_marks(table: Table, round_number: int) -> Marks:
    return {
        "data-phase": table.phase,
        "data-round": str(round_number),
        "data-moves": str(table.move_count),
        "data-reason": table.reason or None,
    }


def _show_own(table_view: TableView, observation: Observation) -> dict[str, Region]:
    """Return the regions of this viewer alone, by their ids."""
    table, viewer = table_view.table, table_view.viewer
    accuse = show_accuse(table_view, observation)
    if table_view.is_display:
        return _by_id([*show_status(table_view), accuse, show_podium(table_view)])
    parts = [
        *show_status(table_view),
        show_late(table_view, observation),
        show_moves(table_view, observation),
        accuse,
        *_show_tools(
            build_own_part(table_view, observation),
            build_onward(table_view),
            find_seat_tools(table_view),
            find_host_tools(table_view),
            show_own(OwnPlace.MENU, table_view),
        ),
    ]
    if viewer >= 0:
        is_replay = table_view.is_replay
        parts.append(show_countdown(table, is_replay=is_replay, viewer=viewer))
        parts.append(show_tokens(viewer, observation.seats[viewer].tokens))
    return _by_id(parts)


# A move seldom changes them.
@lru_cache(maxsize=512)
def _show_tools(
    own_part: OwnPart,
    onward: Onward | None,
    seat_tools: SeatTools | None,
    host_tools: HostTools | None,
    offers: tuple[Region, ...],
) -> tuple[Region, ...]:
    return (
        build_region("hand", "_hand.html", hand=own_part),
        build_region("onward", "_onward.html", onward=onward),
        build_region("seat-tools", "_seat_tools.html", tools=seat_tools),
        build_region("leaving", "_leaving.html", tools=seat_tools, offers=offers),
        build_region("host-tools", "_host_tools.html", tools=host_tools),
    )


def _by_id[P: (Region, Part)](parts: Iterable[P]) -> dict[str, P]:
    return {part.id: part for part in parts}


def _list_ids(regions: Iterable[Region]) -> tuple[str, ...]:
    return tuple([region.id for region in regions])


def find_changed_marks(before: Public, after: Public) -> dict[str, Marks]:
    """Return the marks of each element that differ."""
    return {
        dom_id: changed
        for dom_id, marks in after.marks.items()
        if (changed := dict(marks.items() - before.marks[dom_id].items()))
    }


# The viewers of a table share it.
@lru_cache(maxsize=64)
def find_changed_parts(before: Public, after: Public) -> dict[str, Part]:
    """Return the public parts that differ, and new lines of the log, by their ids."""
    changed = [
        part.parts_since(before.parts[dom_id])
        for dom_id, part in after.parts.items()
        if part != before.parts[dom_id]
    ]
    return _by_id([part for parts in changed for part in parts])


def find_own_changes(before: Page, after: Page) -> dict[str, Part]:
    """Return the parts of an update that only this viewer's page is sent."""
    public, me = find_changed_parts(before.public, after.public), after.me
    own = {dom_id: part.to(me) for dom_id, part in public.items() if me in part.about}
    for dom_id, part in after.own.items():
        # The part that the page would show without it.
        shown = public.get(dom_id, before.own[dom_id])
        if part != shown:
            own[dom_id] = part
    return own
