"""Presents what the players decide together, and the tools of a viewer's seat."""

from typing import NamedTuple

from games.hosting.presence import PAUSE, STAND_IN, count_votes_needed
from games.labels import name_of_seat
from games.live import clock
from games.models import Presence, Standing, TablePhase
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table, TableSeat

_ASKING: dict[int | None, str] = {
    None: "may",
    Standing.ASKS: "asked",
    Standing.OUT: "out",
}


class Absence(NamedTuple):
    """An absent player without a stand-in, and the votes for one."""

    seat: int
    name: str
    agreed: int
    needed: int


class Pause(NamedTuple):
    """The pause of a running game, or a vote on it.

    `wish` names the voters for a pause or, in a pause, for its end.
    """

    is_paused: bool
    wish: tuple[str, ...]


class Votes(NamedTuple):
    """The pause, the absent players and, for the host, those who ask to play.

    `askers` holds the key and name of each; `free` the seats that they may get.
    """

    code: str
    pause: Pause | None
    absences: tuple[Absence, ...]
    askers: tuple[tuple[int, str], ...] = ()
    free: tuple[tuple[int, str], ...] = ()


class SeatTools(NamedTuple):
    """A player's tools for the own seat in a running game, or a way to get one.

    `asking` is "may" for a spectator who may ask for one, "asked" or "out".
    """

    code: str
    may_pause: bool
    is_seated: bool
    call_link: str
    name: str
    asking: str
    has_account: bool


def find_public_votes(public: PublicTable) -> Votes | None:
    """Return what the players decide together, as everybody is shown it."""
    table = public.table
    if public.is_replay or _is_closed(table):
        return None
    pause, absences = _build_pause(table), _list_absences(table)
    return Votes(table.code, pause, absences) if pause or absences else None


def find_questions(table_view: TableView) -> Votes | None:
    """Return the part of the votes that waits for the viewer's answer."""
    table = table_view.table
    if table_view.is_replay or _is_closed(table):
        return None
    pause = _build_pause(table) if _may_agree(table_view, PAUSE) else None
    absences = tuple(
        absence
        for absence in _list_absences(table)
        if _may_agree(table_view, f"{STAND_IN}.{absence.seat}")
    )
    askers = _list_askers(table) if table_view.is_host else ()
    if not (pause or absences or askers):
        return None
    free = _list_free_seats(table) if askers else ()
    return Votes(table.code, pause, absences, askers, free)


def find_seat_tools(table_view: TableView) -> SeatTools | None:
    """Return the tools of the viewer, if there are any."""
    table = table_view.table
    is_seated = table_view.viewer >= 0
    may_pause = table.has_schedule and table.paused_at is None
    if table_view.is_replay or table_view.is_display or _is_closed(table):
        return None
    return SeatTools(
        code=table.code,
        may_pause=may_pause and (is_seated or table_view.is_host),
        is_seated=is_seated,
        call_link=table.settings.call_link if is_seated else "",
        name=table_view.name,
        asking="" if is_seated else _ASKING.get(table_view.standing, ""),
        has_account=table_view.has_account,
    )


def _is_closed(table: Table) -> bool:
    return table.phase == TablePhase.OVER or table.is_tutorial


def _build_pause(table: Table) -> Pause | None:
    is_paused = table.paused_at is not None
    seats = _list_votes(table, PAUSE)
    if not (is_paused or seats):
        return None
    return Pause(is_paused, tuple(table.seats[seat].name for seat in seats))


def _list_absences(table: Table) -> tuple[Absence, ...]:
    """Return the absent players without a stand-in."""
    needed = count_votes_needed(sum(map(_may_vote, table.seats)))
    return tuple(
        Absence(
            seat=seat.index,
            name=seat.name,
            agreed=len(_list_votes(table, f"{STAND_IN}.{seat.index}")),
            needed=needed,
        )
        for seat in table.seats
        if seat.presence == Presence.AWAY
    )


def _list_askers(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the key and name of each spectator who asks for a seat."""
    return tuple(
        (pk, name)
        for pk, _, name, standing in table.bystanders
        if standing == Standing.ASKS
    )


def _list_free_seats(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the seats that a bot or a stand-in plays, with their names."""
    return tuple(
        (seat.index, name_of_seat(seat.name))
        for seat in table.seats
        if seat.bot or seat.presence in clock.PLAYED_FOR
    )


def _list_votes(table: Table, what: str) -> tuple[int, ...]:
    """Return the seats with a valid vote: their players are present."""
    seats = dict(table.agreed).get(what, ())
    return tuple(seat for seat in seats if _may_vote(table.seats[seat]))


def _may_vote(seat: TableSeat) -> bool:
    return seat.is_here and not seat.bot


def _may_agree(table_view: TableView, what: str) -> bool:
    """Return whether the viewer may vote, and has not done so yet.

    The host decides alone, whatever the host has voted before.
    """
    if table_view.is_display:
        return False
    if table_view.viewer < 0:
        return table_view.is_host
    table = table_view.table
    has_voted = table_view.viewer in _list_votes(table, what)
    is_here = table.seats[table_view.viewer].is_here
    return is_here and (table_view.is_host or not has_voted)
