"""Presents a viewer's own clue, tools and late accusation, and the host's tools."""

from typing import NamedTuple

from games.errors import Refusal
from games.models import Standing, TablePhase
from games.play.selectors import TableView
from games.rules.illegal import Why
from games.rules.observe import Observation
from games.table.page.refusals import explain
from games.table.page.regions import Region, build_region
from games.table.people.seat_questions import list_undecided
from games.table.subject import OwnPlace, show_own


class OwnPart(NamedTuple):
    """The viewer's own clue and tools; only this viewer's page may hold it.

    `owner` is the name at a shared replay's seat, empty for the user's own one.
    """

    clue: str
    owner: str
    tools: tuple[Region, ...]


class Late(NamedTuple):
    """The referee's reason why an accusation of the viewer came too late."""

    why: str

    @property
    def refusal(self) -> Refusal:
        """Return the explanation for the player."""
        return explain(Why[self.why])


class HostTools(NamedTuple):
    """The host's tools in a running game: hand it over, or end it.

    `others` holds index and name of the other players' seats.
    """

    code: str
    others: tuple[tuple[int, str], ...]


def build_own_part(table_view: TableView, observation: Observation) -> OwnPart:
    """Return the viewer's own clue and tools."""
    table = table_view.table
    is_anothers = table_view.viewer >= 0 and table_view.me != table_view.viewer
    return OwnPart(
        clue=observation.my_clue or "",
        owner=table.seats[table_view.viewer].name if is_anothers else "",
        tools=show_own(OwnPlace.CLUE, table_view),
    )


def find_host_tools(table_view: TableView) -> HostTools | None:
    """Return the host's tools, None for other viewers and after the game."""
    table = table_view.table
    if not table_view.is_host or table.phase == TablePhase.OVER:
        return None
    others = tuple(
        (seat.index, seat.name)
        for seat in table.seats
        if seat.is_here and seat.player_id != table.host_id
    )
    return HostTools(table.code, others)


_ASKING: dict[int | None, str] = {
    None: "may",
    Standing.ASKS: "asked",
    Standing.OUT: "out",
}


class SeatTools(NamedTuple):
    """A player's tools for the own seat, or a way to get one, here or in the next game.

    `asking` is "may" for a spectator who may ask for one, "asked", "own" for one asked
    back, "waits" as long as its player seems to be there, "back" for one that returns
    with the next round, "promised" or "out"; `promised` is the name of that seat.
    `undecided` are the names of those who have not said that an own seat returns at
    once. `claimable` are the names of seats that a guest may ask back.
    """

    code: str
    is_seated: bool
    call_link: str
    name: str
    asking: str
    has_account: bool
    promised: str = ""
    undecided: tuple[str, ...] = ()
    claimable: tuple[str, ...] = ()
    is_over: bool = False
    next_code: str = ""


def find_seat_tools(table_view: TableView) -> SeatTools | None:
    """Return the tools of the viewer, if there are any."""
    table = table_view.table
    is_seated, is_over = table_view.viewer >= 0, table.phase == TablePhase.OVER
    if table_view.is_replay or table.script or (is_seated and is_over):
        return None
    asking, promised = ("", "") if is_seated else _find_asking(table_view)
    return SeatTools(
        code=table.code,
        is_seated=is_seated,
        call_link=table.settings.call_link if is_seated else "",
        name=table_view.name,
        asking=asking,
        has_account=table_view.has_account,
        promised=promised,
        undecided=list_undecided(table, table_view.asker)
        if asking in ("own", "back") and table_view.asker is not None
        else (),
        claimable=_list_claimable(table_view),
        is_over=is_over,
        next_code=table.next_code,
    )


def _find_asking(table_view: TableView) -> tuple[str, str]:
    """Return what a viewer without a seat asks for (SeatTools), and a seat's name."""
    table, asking = table_view.table, _ASKING.get(table_view.standing, "")
    promised, claimed = table_view.promised_seat, table_view.claimed_seat
    if promised is not None:
        asking = "back" if promised == claimed else "promised"
        return asking, table.seats[promised].name
    if claimed is None or asking != "asked":
        return asking, ""
    seat = table.seats[claimed]
    return "waits" if seat.is_here else "own", seat.name


def _list_claimable(table_view: TableView) -> tuple[str, ...]:
    """Return the names of players, one of whom a guest without a seat may be.

    An idle player is there (games.table.people.holders.find_claimable).
    """
    if table_view.viewer >= 0 or table_view.has_account or table_view.standing:
        return ()
    return tuple(
        seat.name
        for seat in table_view.table.seats
        if seat.player_id is not None and not (seat.is_here and seat.idle)
    )


def show_late(table_view: TableView, observation: Observation) -> Region:
    """Return the notice of the viewer, until their seat has accused a suspect."""
    return build_region("late", "_late.html", late=_find_late(table_view, observation))


def _find_late(table_view: TableView, observation: Observation) -> Late | None:
    has_accused = any(
        made.seat == observation.viewer for made in observation.accusations
    )
    if has_accused or table_view.is_replay:
        return None
    table = table_view.table
    player_id = (
        table.seats[observation.viewer].player_id if observation.viewer >= 0 else None
    )
    why = dict(table.late).get(player_id) if player_id else None
    return Late(why) if why else None
