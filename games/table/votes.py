"""The joint decisions of the players: their votes, and the part that a page shows.

The host decides alone on a pause or a stand-in. A pause stops every limit: a paused
table has no due move.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from games.errors import Refused, refuse_if
from games.labels import name_of_seat
from games.models import Game, Idle, Player, Presence, Standing, TablePhase
from games.play import clock
from games.play.schedule import set_due_at, set_dues
from games.play.seat_holders import name_takeover
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table, TableBystander, TableSeat
from games.play.transaction import locked_game, mark_changed, require_playing

PAUSE = "pause"
# The seat in question follows: "stand-in.2".
STAND_IN = "stand-in"


# All present players, and at least so many, must agree to show a newcomer a clue.
FEWEST_AGREEING = 2


def count_votes_needed(here: int) -> int:
    """Return the votes that a stand-in takes: more than half of those present."""
    return here // 2 + 1


def agree(game: Game, player: Player, what: str) -> bool:
    """Count a player's vote for a proposal; return whether it is a new one.

    A host without a seat has no vote to count. The caller holds the lock on the game
    row.

    Raises:
        TableError: neither seated nor the host, or the player is away.
    """
    seat = game.seats.filter(player=player).first()
    if seat is None:
        refuse_if(game.host_id != player.pk, Refused.NOT_SEATED)
        return False
    refuse_if(seat.presence != Presence.HERE, Refused.NOT_HERE)
    before = game.agreed.get(what, ())
    game.agreed = {**game.agreed, what: sorted({*before, seat.index})}
    return seat.index not in before


def read_present_votes(game: Game, what: str) -> tuple[int, int]:
    """Return the votes of the present players, and the number of present players."""
    here = game.seats.filter(presence=Presence.HERE, bot="")
    indices = set(here.values_list("index", flat=True))
    return len(indices & set(game.agreed.get(what, ()))), len(indices)


def withdraw(game: Game, seat: int) -> None:
    """Delete the votes of a seat and the votes about it.

    The caller holds the lock on the game row.
    """
    about = f"{STAND_IN}.{seat}"
    left = {
        what: [other for other in seats if other != seat]
        for what, seats in game.agreed.items()
        if what != about
    }
    game.agreed = {what: seats for what, seats in left.items() if seats}


def pause(code: str, player: Player, *, pauses: bool) -> None:
    """Vote to pause or resume a table. The host decides alone.

    Otherwise it takes the votes of all present players.

    Raises:
        TableError: not in play, no seat, or the player is away.
    """
    with locked_game(code) as game:
        require_playing(game)
        if pauses == (game.paused_at is not None):
            return
        is_new = agree(game, player, PAUSE)
        agreeing, here = read_present_votes(game, PAUSE)
        if game.host_id != player.pk and agreeing < here:
            if is_new:
                mark_changed(game)
            return
        pause_or_resume(game)


def pause_or_resume(game: Game) -> None:
    """Pause a table, or resume a paused one.

    The caller holds the lock on the game row.
    """
    game.agreed = {what: game.agreed[what] for what in game.agreed if what != PAUSE}
    if game.paused_at is None:
        game.paused_at = clock.now()
        set_due_at(game)
    else:
        _resume(game)
    mark_changed(game)


def _resume(game: Game) -> None:
    """Resume the table, and postpone every due move by the length of the pause."""
    paused_at, game.paused_at = game.paused_at, None
    pause = clock.now() - paused_at if paused_at else timedelta()
    dues = map(clock.DueMove.from_dict, game.dues)
    set_dues(game, [due.later(pause) for due in dues])


class Absence(NamedTuple):
    """An absent player without a stand-in, and the votes for one.

    Or an idle one, without votes: how many it takes would tell who gave a sign.
    """

    seat: int
    name: str
    agreed: int = 0
    needed: int = 0
    idle: int = Idle.NO


class Pause(NamedTuple):
    """The pause of a running game, or a vote on it.

    `voters` names the voters for a pause or, in a pause, for its end.
    """

    is_paused: bool
    voters: tuple[str, ...]


class Takeover(NamedTuple):
    """A newcomer with a key who gets a seat with the next round, and the two names.

    `is_own` tells whether the newcomer calls it their own.
    """

    asker: int
    seat: int
    newcomer: str
    holder: str
    is_own: bool


class Claim(NamedTuple):
    """A bystander's key, the seat that they ask back on another phone, and its name.

    `answers` are those of the viewer: of the seat's holder, of the host or of a voter.
    """

    asker: int
    seat: int
    name: str
    answers: str


class Votes(NamedTuple):
    """The pause, the absent players and, for the host, those who ask to play.

    `takeovers` holds the seats that change hands with the next round; `askers` the key
    and name of each; `free` the seats that they may get; `claims` the seats asked back.
    """

    code: str
    pause: Pause | None
    absences: tuple[Absence, ...]
    takeovers: tuple[Takeover, ...] = ()
    askers: tuple[tuple[int, str], ...] = ()
    free: tuple[tuple[int, str], ...] = ()
    claims: tuple[Claim, ...] = ()

    def count_questions(self) -> int:
        """Return how many of them there are, as questions to a viewer."""
        lists = (self.absences, self.takeovers, self.askers, self.claims)
        return bool(self.pause) + sum(map(len, lists))


def find_public_votes(public: PublicTable) -> Votes | None:
    """Return the players' votes, as every page shows them."""
    table = public.table
    if public.is_replay or is_closed_to_votes(table):
        return None
    pause, absences = _build_pause(table), _list_absences(table)
    takeovers = tuple(takeover for _row, takeover in find_takeovers(table))
    if not (pause or absences or takeovers):
        return None
    return Votes(table.code, pause, absences, takeovers)


def find_questions(table_view: TableView) -> Votes | None:
    """Return the part of the votes that waits for the viewer's answer."""
    table = table_view.table
    if table_view.is_replay or is_closed_to_votes(table):
        return None
    pause = _build_pause(table) if _may_agree(table_view, PAUSE) else None
    absences = tuple(
        absence
        for absence in _list_absences(table)
        if absence.idle != Idle.STAND_IN
        and absence.seat != table_view.viewer
        and _may_agree(table_view, f"{STAND_IN}.{absence.seat}")
    )
    takeovers = tuple(
        takeover
        for row, takeover in find_takeovers(table)
        if _may_let_play(table_view, row, takeover.seat)
    )
    askers, claims = (
        _list_askers(table) if table_view.is_host else (),
        find_claims(table_view),
    )
    if not (pause or absences or takeovers or askers or claims):
        return None
    free = _list_free_seats(table) if askers else ()
    return Votes(table.code, pause, absences, takeovers, askers, free, claims)


def find_claims(table_view: TableView) -> tuple[Claim, ...]:
    """Return the claims to seats from other phones that the viewer may answer now."""
    table, claims = table_view.table, []
    for row in table.bystanders:
        seat = next(
            (each for each in table.seats if each.key == row.claimed_seat), None
        )
        if seat is None or row.standing != Standing.ASKS or table_view.is_display:
            continue
        if answers := _find_answers(table_view, row, seat):
            claims.append(Claim(row.key, seat.index, seat.name, answers))
    return tuple(claims)


def _find_answers(table_view: TableView, row: TableBystander, seat: TableSeat) -> str:
    """Return which answers to a claim the viewer has: holder, host, voter or none."""
    if table_view.viewer == seat.index:
        return "holder"
    if seat.is_here or row.promised_seat is not None:
        return ""
    if table_view.is_host:
        return "host"
    is_running = table_view.table.phase != TablePhase.LOBBY
    return "voter" if is_running and _may_let_play(table_view, row, seat.index) else ""


def list_absent(table_view: TableView) -> tuple[str, ...]:
    """Return the names of absent players, one of whom a guest without a seat may be."""
    if table_view.viewer >= 0 or table_view.has_account or table_view.standing:
        return ()
    return tuple(
        seat.name
        for seat in table_view.table.seats
        if seat.player_id is not None and seat.presence != Presence.HERE
    )


def is_closed_to_votes(table: Table) -> bool:
    return table.phase == TablePhase.OVER or bool(table.script)


def _build_pause(table: Table) -> Pause | None:
    is_paused = table.paused_at is not None
    seats = list_votes(table, PAUSE)
    if not (is_paused or seats):
        return None
    return Pause(is_paused, tuple(table.seats[seat].name for seat in seats))


def _list_absences(table: Table) -> tuple[Absence, ...]:
    """Return the absent players without a stand-in, and the idle ones."""
    needed = count_votes_needed(sum(map(may_vote, table.seats)))
    return tuple(
        Absence(seat.index, seat.name, idle=seat.idle)
        if seat.is_here
        else Absence(
            seat=seat.index,
            name=seat.name,
            agreed=len(list_votes(table, f"{STAND_IN}.{seat.index}")),
            needed=needed,
        )
        for seat in table.seats
        if (seat.idle if seat.is_here else seat.presence == Presence.AWAY)
    )


def _list_askers(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the key and name of each spectator who asks for any seat."""
    return tuple(
        (each.key, each.name)
        for each in table.bystanders
        if each.standing == Standing.ASKS
        and each.promised_seat is None
        and each.claimed_seat is None
    )


def find_takeovers(table: Table) -> Iterator[tuple[TableBystander, Takeover]]:
    """Yield the row of each newcomer, and the seat that passes with the next round."""
    for row in table.bystanders:
        if row.promised_seat is not None:
            seat = table.seats[row.promised_seat]
            is_own = row.claimed_seat == seat.key
            name = seat.name if is_own else row.name
            yield row, Takeover(row.key, seat.index, name, seat.name, is_own)


def _list_free_seats(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the seats of bots and stand-ins without a promise, with their names."""
    promised = {each.promised_seat for each in table.bystanders}
    return tuple(
        (seat.index, name_of_seat(seat.name))
        for seat in table.seats
        if (seat.bot or seat.presence in clock.PLAYED_FOR)
        and seat.index not in promised
    )


def list_votes(table: Table, what: str) -> tuple[int, ...]:
    """Return the seats with a valid vote: their players are present."""
    seats = dict(table.agreed).get(what, ())
    return tuple(seat for seat in seats if may_vote(table.seats[seat]))


def may_vote(seat: TableSeat) -> bool:
    return seat.is_here and not seat.bot


def _may_agree(table_view: TableView, what: str) -> bool:
    """Return whether the viewer may vote, and has not done so yet.

    The host decides alone, even after an own vote.
    """
    if table_view.is_display:
        return False
    if table_view.viewer < 0:
        return table_view.is_host
    table = table_view.table
    has_voted = table_view.viewer in list_votes(table, what)
    is_here = table.seats[table_view.viewer].is_here
    return is_here and (table_view.is_host or not has_voted)


def _may_let_play(table_view: TableView, row: TableBystander, seat: int) -> bool:
    """Return whether the viewer's vote lets an asking player play in this round.

    The host has voted by promising the seat, and alone decides nothing.
    """
    table, viewer = table_view.table, table_view.viewer
    if table_view.is_display or viewer < 0 or not may_vote(table.seats[viewer]):
        return False
    has_voted = viewer in list_votes(table, name_takeover(row.key, seat))
    return not has_voted and sum(map(may_vote, table.seats)) >= FEWEST_AGREEING
