"""The requests for seats, as the pages of a table show them and ask about them."""

from collections.abc import Iterator
from typing import NamedTuple

from games.models import Standing, TablePhase, VoteKind
from games.play import clock
from games.play.selectors import TableView
from games.play.snapshot import Table, TableBystander, TableSeat
from games.play.transaction import game_closed, round_began
from games.table.page.regions import Region, build_region
from games.table.people.holders import drop_promises, keep_promises
from games.table.people.votes import FEWEST_AGREEING, list_votes
from games.table.subject import Subject


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

    `answers` are those of the viewer: "holder" of the seat, "host", in the "lobby", or
    "voter". `may_now` tells whether the viewer may let them play in this round.
    """

    asker: int
    seat: int
    name: str
    answers: str
    may_now: bool


def ask_about_seats(table_view: TableView) -> tuple[Region, ...]:
    """Return a question for each request for a seat that the viewer can answer."""
    table = table_view.table
    claims = [
        build_region(
            f"question-claim-{claim.asker}",
            "_seat_questions.html#claim",
            code=table.code,
            asker=claim.asker,
            claim=claim,
        )
        for claim in find_claims(table_view)
    ]
    if table.phase == TablePhase.LOBBY:
        return tuple(claims)
    takeovers = [
        build_region(
            f"question-takeover-{takeover.asker}",
            "_seat_questions.html#takeover",
            code=table.code,
            takeover=takeover,
        )
        for row, takeover in find_takeovers(table)
        # A claim to an own seat is one question, before and after the promise.
        if not takeover.is_own and _may_let_play(table_view, row)
    ]
    askers = _ask_about_spectators(table) if table_view.is_host else ()
    return (*claims, *takeovers, *askers)


def _ask_about_spectators(table: Table) -> Iterator[Region]:
    askers, free = _list_askers(table), _list_free_seats(table)
    kind, template = ("asker", "asker") if free else ("wait", "waiting-asker")
    for asker, name in askers:
        yield build_region(
            f"question-{kind}-{asker}",
            f"_seat_questions.html#{template}",
            code=table.code,
            asker=asker,
            name=name,
            free=free,
            are_many=len(askers) > 1,
        )


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
            is_asked = answers in ("host", "voter")
            may_now = is_asked and _may_let_play(table_view, row)
            claims.append(Claim(row.key, seat.index, seat.name, answers, may_now))
    return tuple(claims)


def _find_answers(table_view: TableView, row: TableBystander, seat: TableSeat) -> str:
    """Return which answers to a claim the viewer has (Claim); empty for none.

    The host's one is given with the promise, and a voter's with the vote.
    """
    if table_view.viewer == seat.index:
        return "holder"
    if seat.is_here or row.promised_seat not in (None, seat.index):
        return ""
    is_lobby = table_view.table.phase == TablePhase.LOBBY
    if table_view.is_host:
        is_open = row.promised_seat is None
        return ("lobby" if is_lobby else "host") if is_open else ""
    return "voter" if not is_lobby and _may_let_play(table_view, row) else ""


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
        (seat.index, seat.name)
        for seat in table.seats
        if (seat.bot or seat.presence in clock.PLAYED_FOR)
        and seat.index not in promised
    )


def list_undecided(table: Table, asker: int) -> tuple[str, ...]:
    """Return the names of those who would have to let an asking player play now.

    Nobody, if they are too few to decide.
    """
    voters = [each for each in table.seats if each.may_vote]
    agreed = list_votes(table, VoteKind.TAKE_OVER, asker)
    names = tuple(each.name for each in voters if each.index not in agreed)
    return names if _are_enough(table) else ()


def _are_enough(table: Table) -> bool:
    return sum(each.may_vote for each in table.seats) >= FEWEST_AGREEING


def _may_let_play(table_view: TableView, row: TableBystander) -> bool:
    """Return whether the viewer's vote lets an asking player play in this round.

    The host has voted by promising another's seat, and alone decides nothing.
    """
    table, viewer = table_view.table, table_view.viewer
    if table_view.is_display or viewer < 0 or not table.seats[viewer].may_vote:
        return False
    has_voted = viewer in list_votes(table, VoteKind.TAKE_OVER, row.key)
    return not has_voted and _are_enough(table)


SUBJECT = Subject(
    ask=ask_about_seats,
    receivers={round_began: keep_promises, game_closed: drop_promises},
)
