"""Finds the idle players, and lets stand-ins play for them until they give a sign.

An idle player is here, but has given no sign for two minutes while the table waited for
a move, the start, the end of a pause, or a stand-in for somebody absent.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.codes import clean_code
from games.models import Game, Idle, Player, Presence, Seat, TablePhase, VoteKind
from games.play import clock
from games.play.connections import is_unknown
from games.play.schedule import replan
from games.play.selectors import TableView, get_table_view_or_404, see
from games.play.signs import ASK_AFTER, IDLE_AFTER, signs
from games.play.snapshot import Table, TableSeat
from games.play.transaction import get_snapshot, locked_game, mark_changed
from games.rules.editions import SEATS
from games.table.people.host import pass_host_on
from games.table.people.missing_pages import Person
from games.table.people.votes import count_votes_needed, list_votes, settle
from runtime.layer import tell_other_processes


def note_sign(code: str, player_id: int, age: float = 0) -> None:
    """Note, at every process, a sign of so many seconds ago. It runs no query."""
    if signs.note(clean_code(code), player_id, age):
        about = {"code": clean_code(code), "player": player_id, "age": age}
        tell_other_processes("person.sign", **about)


def look_for_idle(table_view: TableView, player: Player | None) -> TableView:
    """Return a viewer's view after the changes that signs, or none, have brought."""
    if not judge_idle(table_view).has_changes:
        return table_view
    code, is_display = table_view.table.code, table_view.is_display
    settle_idle(code)
    return get_table_view_or_404(code, player, is_display=is_display)


def settle_idle(code: str) -> None:
    """Mark idle players and let stand-ins play, and end both for those who are back.

    The rights of an idle host pass to the next player who gives signs.

    Raises:
        NoSuchTable: no table has this code.
    """
    with locked_game(code) as game:
        idleness = judge_idle(see(get_snapshot(game), None))
        seats = list(game.seats.order_by("index"))
        for seat in seats:
            if seat.index in idleness.changes:
                set_idle(game, seat, idleness.changes[seat.index])
        gone = {seat.player_id for seat in seats} - idleness.active
        if idleness.is_host_idle and pass_host_on(game, seats, gone):
            mark_changed(game)


def set_idle(game: Game, seat: Seat, idle: int) -> None:
    """Note whether a player is idle. The caller holds the lock on the game row."""
    seat.idle = idle
    seat.save(update_fields=["idle"])
    game.votes.filter(kind=VoteKind.STAND_IN, about=seat.index).delete()
    if game.started_at is not None:
        replan(game)
        # The others may have waited for this player alone to end a pause.
        settle(game)
    mark_changed(game)


class Idleness(NamedTuple):
    """What follows from the signs at a table, for pages, seats and the host.

    `active` are the people who gave a sign in the last two minutes, and `asked` those
    whose own page asks for one. `changes` holds what `Seat.idle` should be.
    """

    active: set[Person]
    asked: set[Person]
    changes: dict[int, int]
    is_host_idle: bool

    @property
    def has_changes(self) -> bool:
        """Return whether `settle_idle` has something to do."""
        return bool(self.changes) or self.is_host_idle


def judge_idle(table_view: TableView) -> Idleness:
    """Return what follows from the signs at a table. It runs no query.

    Nothing does while nobody gives one. A pause ends the count of each wait, as does a
    time in which other processes are not heard.
    """
    table, code = table_view.table, table_view.table.code
    if not table.is_for_people:
        return Idleness(set(), set(), {}, is_host_idle=False)
    people = {each.player_id: each for each in table.seats if each.may_vote}
    awaited = set() if is_unknown() else _find_awaited(table_view)
    people_or_host = {*people, table.host_id} - {None}
    waits = signs.measure(code, awaited & people_or_host)
    active = {who for who in people if signs.is_active(code, who)}
    ask_after = clock.span(ASK_AFTER).total_seconds()
    asked = {who for who, waited in waits.items() if waited >= ask_after}
    changes = {}
    for who, seat in people.items():
        idle = _judge_seat(table, seat, waits.get(who, 0), active)
        if idle:
            asked.add(who)
        if idle != seat.idle:
            changes[seat.index] = idle
    is_host_idle = bool(active) and _is_host_idle(table, waits, people, changes)
    return Idleness(active, asked, changes, is_host_idle)


def _find_awaited(table_view: TableView) -> set[Person]:
    """Return the people for whose act a table waits.

    A pause may last, unless somebody has voted for its end; the host can end it alone,
    and starts a game. The next game of an evening waits for those who are not ready. If
    the turn is an absent player's, a vote for a stand-in waits for the other votes.
    """
    table = table_view.table
    if table.phase == TablePhase.LOBBY and table.dues:
        return {each.player_id for each in table.seats if not each.is_ready}
    if table.phase == TablePhase.LOBBY:
        return {table.host_id} if len(table.seats) >= SEATS[0] else set()
    if table.paused_at is not None:
        return _find_others(table, list_votes(table, VoteKind.PAUSE))
    awaited = {table.seats[index].player_id for index in table_view.waiting_for}
    for index in table_view.waiting_for:
        if table.seats[index].presence == Presence.AWAY:
            awaited |= _find_others(table, list_votes(table, VoteKind.STAND_IN, index))
    return awaited


def _find_others(table: Table, voters: tuple[int, ...]) -> set[Person]:
    """Return the people for whom a vote waits, the host among them."""
    others = {each.player_id for each in table.seats if each.index not in voters}
    return others | {table.host_id} if voters else set()


def _is_host_idle(
    table: Table,
    waits: Mapping[Person, float],
    people: Mapping[Person, TableSeat],
    changes: Mapping[int, int],
) -> bool:
    """Return whether the host is an idle player, or silent without a seat."""
    seat = people.get(table.host_id)
    if seat is not None:
        return bool(changes.get(seat.index, seat.idle))
    idle_after = clock.span(IDLE_AFTER).total_seconds()
    return waits.get(table.host_id, 0) >= idle_after


def _judge_seat(
    table: Table, seat: TableSeat, waited: float, active: set[Person]
) -> int:
    """Return what `Seat.idle` should be; nothing follows while nobody is active."""
    if not active and not signs.is_active(table.code, table.host_id):
        return seat.idle
    if seat.player_id in active:
        return Idle.NO
    if not seat.idle:
        idle_after = clock.span(IDLE_AFTER).total_seconds()
        return Idle.OFFERED if waited >= idle_after else Idle.NO
    voters = list_votes(table, VoteKind.STAND_IN, seat.index)
    agreeing = [voter for voter in voters if table.seats[voter].player_id in active]
    is_agreed = len(agreeing) >= count_votes_needed(VoteKind.STAND_IN, len(active))
    return Idle.STAND_IN if is_agreed else seat.idle
