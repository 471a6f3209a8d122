"""Presents the lobby: its seats, the invitation and the set-up."""

from dataclasses import replace
from datetime import time
from typing import NamedTuple

from games.models import Standing, TablePhase
from games.play.selectors import TableView
from games.play.webhook import strip_webhook_path
from games.rules.editions import SEATS, FirstPlayer, Investigator, Options, Settings
from games.rules.observe import SPECTATOR
from games.table.lobby.starting import FEWEST_AT_ONCE
from games.table.page.hand import SeatTools, find_seat_tools
from games.table.page.own_tables import title_table
from games.table.page.regions import Region, build_region
from games.table.page.result import build_proof
from games.table.page.status import list_missing
from games.table.subject import OwnPlace, list_questions, show_own
from runtime.addresses import is_at_home


class Invitation(NamedTuple):
    """The code of the evening at this table, and whether the home page lists it.

    `may_need_help` is for a host at home whose friends' phones have not come yet.
    """

    code: str
    listed: bool
    may_need_help: bool


class LobbySeat(NamedTuple):
    """A taken seat in the lobby; its key stays when the order changes."""

    key: int
    seat: int
    name: str
    investigator: str
    is_host: bool
    is_mine: bool
    got_up: time | None
    is_away: bool
    is_idle: bool
    bot: str
    is_ready: bool

    @property
    def has_tools(self) -> bool:
        """Return whether the host may move or change this seat."""
        return self.seat > 0 or not self.is_mine


class Roster(NamedTuple):
    """The seats in clockwise order; the host's page can change them.

    `removed` holds the key and the name of each removed player, for the host.
    """

    code: str
    places: tuple[LobbySeat, ...]
    is_host: bool
    has_account: bool
    removed: tuple[tuple[int, str], ...]


class OwnSeat(NamedTuple):
    """The viewer's own seat, or the form to take one.

    `free` holds the investigators without a seat.
    """

    code: str
    name: str
    is_seated: bool
    is_full: bool
    free: tuple[str, ...]
    investigator: str
    asks_time: bool
    lacks_contribution: bool
    tools: tuple[Region, ...]
    more: SeatTools | None


class Setup(NamedTuple):
    """The edition and options; the host's page has forms to change them."""

    code: str
    edition: str
    options: Options
    settings: Settings
    is_host: bool


class Start(NamedTuple):
    """The host's start button, and the seats that may go first.

    `is_next` tells whether to start is the host's next step: one without a seat takes
    one first.
    `is_ready` says whether another seated player is ready, and is None for other
    viewers. `ready` counts the ready players and the host, out of `people`.
    `is_gathering` tells whether the game begins by itself, and `missing` names those
    for whom it waits.
    """

    code: str
    is_host: bool
    can_start: bool
    is_next: bool
    chooses_first: bool
    names: tuple[tuple[int, str], ...]
    host_name: str
    is_ready: bool | None
    ready: int
    people: int
    is_gathering: bool
    missing: tuple[str, ...]


def show_lobby(table_view: TableView) -> list[Region]:
    """Return the regions of a table before its game, in their order on the page.

    All are the viewer's own: a lobby changes seldom, and each part has forms.
    """
    table = table_view.table
    if table.phase == TablePhase.OVER:
        return [build_region("closed", "_cancelled.html", next_code=table.next_code)]
    proof = build_region("proof", "_proof.html", proof=build_proof(table))
    if table_view.is_display:
        return [*_show_display(table_view), proof]
    setup = _build_setup(table_view)
    return [
        *_show_first_parts(table_view, setup),
        proof,
        build_region(
            "closing", "_cancel.html", code=table.code if table_view.is_host else ""
        ),
    ]


def _show_first_parts(table_view: TableView, setup: Setup) -> list[Region]:
    """Return the seats, subjects and invitation, the viewer's next step first."""
    invitation = build_region(
        "invitation", "_invitation.html", invitation=_build_invitation(table_view)
    )
    roster = build_region("roster", "_roster.html", roster=_build_roster(table_view))
    welcome = build_region(
        "welcome",
        "_welcome.html",
        title=title_table(table_view),
        setup=setup,
    )
    settings = build_region("setup", "_setup.html", setup=setup)
    own_seat = build_region(
        "own-seat", "_own_seat.html", own_seat=_build_own_seat(table_view)
    )
    start = build_region("start", "_start.html", start=_build_start(table_view))
    is_seated = table_view.viewer != SPECTATOR
    parts = [roster, start, *show_own(OwnPlace.LOBBY, table_view)]
    # The host's friends wait for the code, phone in hand. After a game they are here.
    has_friends = not table_view.is_host or bool(table_view.table.dues)
    if is_seated and has_friends:
        parts = [*parts, own_seat, invitation, settings]
    elif is_seated:
        parts = [invitation, settings, *parts, own_seat]
    elif table_view.is_host:
        parts = [invitation, own_seat, settings, *parts]
    else:
        parts = [welcome, own_seat, *parts, invitation, settings]
    if questions := list_questions(table_view):
        asked = build_region("questions", "_questions.html", questions=questions)
        return [asked, *parts]
    return parts


def _show_display(table_view: TableView) -> list[Region]:
    """Return the invitation and the seats for the shared screen."""
    table = table_view.table
    return [
        build_region(
            "invitation",
            "display/_lobby.html#invitation",
            title=title_table(table_view),
            code=table.link_code,
        ),
        build_region(
            "roster",
            "display/_lobby.html#roster",
            places=_build_roster(table_view).places,
            free=tuple(range(len(table.seats), SEATS[-1])),
        ),
    ]


def _build_invitation(table_view: TableView) -> Invitation:
    table = table_view.table
    guests = {seat.player_id for seat in table.seats} - {None, table.host_id}
    may_need_help = table_view.is_host and not guests and is_at_home()
    return Invitation(table.link_code, table.settings.listed, may_need_help)


def _build_roster(table_view: TableView) -> Roster:
    places = tuple(
        LobbySeat(
            key=seat.key,
            seat=seat.index,
            name=seat.name,
            investigator=seat.investigator,
            is_host=seat.player_id is not None
            and seat.player_id == table_view.table.host_id,
            is_mine=table_view.viewer == seat.index,
            got_up=seat.got_up,
            is_away=not (seat.is_here or seat.bot),
            is_idle=bool(seat.idle) and table_view.viewer != seat.index,
            bot=seat.bot,
            is_ready=seat.is_ready,
        )
        for seat in table_view.table.seats
    )
    is_host, removed = table_view.is_host, _list_removed(table_view)
    return Roster(
        table_view.table.code,
        places,
        is_host,
        table_view.has_account,
        removed if is_host else (),
    )


def _list_removed(table_view: TableView) -> tuple[tuple[int, str], ...]:
    return tuple(
        (each.key, each.name)
        for each in table_view.table.bystanders
        # Players without a name cannot be told apart (games.table.people.ownership).
        if each.standing == Standing.OUT and each.name
    )


def _build_own_seat(table_view: TableView) -> OwnSeat:
    table = table_view.table
    taken = {seat.investigator for seat in table.seats}
    is_seated = table_view.viewer != SPECTATOR
    return OwnSeat(
        code=table.code,
        name=table.seats[table_view.viewer].name if is_seated else table_view.name,
        is_seated=is_seated,
        is_full=len(table.seats) >= SEATS[-1],
        free=tuple(kind.value for kind in Investigator if kind not in taken),
        investigator=table.seats[table_view.viewer].investigator if is_seated else "",
        asks_time=table.settings.first_player == FirstPlayer.EARLIEST,
        lacks_contribution=is_seated
        and not table.seats[table_view.viewer].contribution,
        tools=show_own(OwnPlace.SEAT, table_view),
        more=find_seat_tools(table_view),
    )


def _build_setup(table_view: TableView) -> Setup:
    table, settings = table_view.table, table_view.table.settings
    return Setup(
        code=table.code,
        edition=table.edition,
        options=table.options,
        settings=replace(settings, webhook=strip_webhook_path(settings.webhook))
        if table_view.is_host
        else settings.without_secrets(),
        is_host=table_view.is_host,
    )


def _build_start(table_view: TableView) -> Start:
    table, viewer = table_view.table, table_view.viewer
    asks = viewer != SPECTATOR and not table_view.is_host
    people = [seat for seat in table.seats if not seat.bot]
    missing = list_missing(table)
    ready = len(people) - len(missing)
    waits_for = min(FEWEST_AT_ONCE, len(people) or 1) if table.dues else 0
    can_start = len(table.seats) >= SEATS[0] and ready >= waits_for
    may_sit = viewer == SPECTATOR and len(table.seats) < SEATS[-1]
    return Start(
        code=table.code,
        is_host=table_view.is_host,
        can_start=can_start,
        is_next=table_view.is_host and can_start and not may_sit,
        chooses_first=table.settings.first_player == FirstPlayer.CHOSEN,
        names=tuple((seat.index, seat.name) for seat in table.seats),
        host_name=table.host_name,
        is_ready=table.seats[viewer].is_ready if asks else None,
        ready=ready,
        people=len(people),
        is_gathering=bool(table.dues),
        missing=tuple(table.seats[seat].name for seat in missing),
    )
