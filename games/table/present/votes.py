"""What players have to agree to: a pause, and stand-ins for those who are away."""

from typing import NamedTuple

from games.live import clock
from games.models.game import Limits, Presence, TablePhase
from games.play.selectors import TableView
from games.play.snapshot import Table, TableSeat
from games.table.present.words import join_names, name_or_removed

PAUSE = "pause"


class Absence(NamedTuple):
    """Somebody for whom nobody plays, and how far the others are with a stand-in."""

    seat: int
    name: str
    agreed: int
    needed: int
    may_agree: bool

    @property
    def shown_name(self) -> str:
        """Return who is away, in words."""
        return name_or_removed(self.name)


class Agreements(NamedTuple):
    """What is to be agreed at a table that is played at; nothing for spectators.

    `wish` are those who want to pause, or to go on where the table pauses.
    """

    code: str
    is_host: bool
    is_paused: bool
    wish: tuple[str, ...]
    may_agree: bool
    absences: tuple[Absence, ...]

    @property
    def wishing_names(self) -> str:
        """Return who agrees to a pause, or to its end, in words."""
        return join_names(list(self.wish))

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to say."""
        return not (self.is_paused or self.wish or self.absences)


class SeatTools(NamedTuple):
    """What a player may do about the own seat while a game runs."""

    code: str
    may_pause: bool
    is_seated: bool


def agreements_of(table_view: TableView) -> Agreements | None:
    """Return what is to be agreed, None where nothing is."""
    table = table_view.table
    if table.phase == TablePhase.OVER or table.is_tutorial or table_view.is_replay:
        return None
    agreed = dict(table.agreed)
    wishing = _agreeing(table, agreed.get(PAUSE, ()))
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
    """Return the tools of a seat, None for those who have none."""
    table = table_view.table
    is_seated = table_view.viewer >= 0
    is_closed = (
        table.phase == TablePhase.OVER or table.is_tutorial or table_view.is_replay
    )
    may_pause = _is_timed(table_view) and table.paused_at is None
    if is_closed or not (is_seated or (table_view.is_host and may_pause)):
        return None
    return SeatTools(table.code, may_pause, is_seated)


def _is_timed(table_view: TableView) -> bool:
    table = table_view.table
    is_played_for = bool(table.bots) or any(map(clock.is_played_for, table.presences))
    return table.limits != Limits.OFF or is_played_for


def _absence_of(
    table_view: TableView, seat: int, agreed: dict[str, tuple[int, ...]]
) -> Absence:
    table = table_view.table
    agreeing = _agreeing(table, agreed.get(f"stand-in.{seat}", ()))
    return Absence(
        seat=seat,
        name=table.seats[seat].name,
        agreed=len(agreeing),
        needed=sum(_counts(seat) for seat in table.seats) // 2 + 1,
        may_agree=_may_agree(table_view, agreeing),
    )


def _agreeing(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of these seats whose word counts: their players are here."""
    return tuple(seat for seat in seats if _counts(table.seats[seat]))


def _counts(seat: TableSeat) -> bool:
    return seat.is_here and not seat.bot


def _may_agree(table_view: TableView, agreeing: tuple[int, ...]) -> bool:
    if table_view.is_display:
        return False
    if table_view.viewer < 0:
        return table_view.is_host
    is_here = table_view.table.seats[table_view.viewer].is_here
    return is_here and (table_view.is_host or table_view.viewer not in agreeing)
