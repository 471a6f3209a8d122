"""Presents the players' votes: on pauses, and on stand-ins for absent players."""

from typing import NamedTuple

from games.labels import join_names, name_or_removed
from games.models.game import Presence, TablePhase
from games.play.selectors import TableView
from games.play.snapshot import Table, TableSeat

PAUSE = "pause"


class Absence(NamedTuple):
    """An absent player without a stand-in, and the votes for one."""

    seat: int
    name: str
    agreed: int
    needed: int
    may_agree: bool

    @property
    def shown_name(self) -> str:
        """Return the absent player's name, or words for a removed one."""
        return name_or_removed(self.name)


class Agreements(NamedTuple):
    """The pause, votes and absences of a running game.

    `wish` names the voters for a pause or, in a pause, for its end.
    """

    code: str
    is_host: bool
    is_paused: bool
    wish: tuple[str, ...]
    may_agree: bool
    absences: tuple[Absence, ...]

    @property
    def wishing_names(self) -> str:
        """Return the names of the voters for the pause or its end."""
        return join_names(list(self.wish))

    @property
    def is_empty(self) -> bool:
        """Return whether there is no pause, vote or absence."""
        return not (self.is_paused or self.wish or self.absences)


class SeatTools(NamedTuple):
    """A player's tools for the own seat in a running game."""

    code: str
    may_pause: bool
    is_seated: bool


def agreements_of(table_view: TableView) -> Agreements | None:
    """Return the pause, votes and absences of a table, if there are any."""
    table = table_view.table
    if table.phase == TablePhase.OVER or table.is_tutorial or table_view.is_replay:
        return None
    agreed = dict(table.agreed)
    wishing = _valid_votes(table, agreed.get(PAUSE, ()))
    agreements = Agreements(
        code=table.code,
        is_host=table_view.is_host,
        is_paused=table.paused_at is not None,
        wish=tuple(table.seats[seat].name for seat in wishing),
        may_agree=_may_agree(table_view, wishing),
        absences=tuple(
            _absence_of(table_view, seat.index, agreed)
            for seat in table.seats
            if seat.presence == Presence.AWAY
        ),
    )
    return None if agreements.is_empty else agreements


def seat_tools_of(table_view: TableView) -> SeatTools | None:
    """Return the tools of the viewer, if there are any."""
    table = table_view.table
    is_seated = table_view.viewer >= 0
    is_closed = (
        table.phase == TablePhase.OVER or table.is_tutorial or table_view.is_replay
    )
    may_pause = table_view.table.has_schedule and table.paused_at is None
    if is_closed or not (is_seated or (table_view.is_host and may_pause)):
        return None
    return SeatTools(table.code, may_pause, is_seated)


def _absence_of(
    table_view: TableView, seat: int, agreed: dict[str, tuple[int, ...]]
) -> Absence:
    table = table_view.table
    agreeing = _valid_votes(table, agreed.get(f"stand-in.{seat}", ()))
    return Absence(
        seat=seat,
        name=table.seats[seat].name,
        agreed=len(agreeing),
        needed=sum(_may_vote(seat) for seat in table.seats) // 2 + 1,
        may_agree=_may_agree(table_view, agreeing),
    )


def _valid_votes(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with a valid vote: their players are present."""
    return tuple(seat for seat in seats if _may_vote(table.seats[seat]))


def _may_vote(seat: TableSeat) -> bool:
    return seat.is_here and not seat.bot


def _may_agree(table_view: TableView, agreeing: tuple[int, ...]) -> bool:
    if table_view.is_display:
        return False
    if table_view.viewer < 0:
        return table_view.is_host
    is_here = table_view.table.seats[table_view.viewer].is_here
    return is_here and (table_view.is_host or table_view.viewer not in agreeing)
