"""The players' votes as pages show and ask them, and the forms that count them."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django import forms
from django.urls import path

from games.models import Idle, Presence, TablePhase, VoteKind
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table, TableSeat
from games.play.transaction import game_closed, seat_left
from games.players.requests import SiteRequest
from games.table.form_views import at_table, require_player
from games.table.lobby.forms import SeatChoiceForm
from games.table.page.regions import Region, build_region
from games.table.people.presence import let_stand_in
from games.table.people.seat_questions import Takeover, find_claims, find_takeovers
from games.table.people.votes import (
    count_votes_needed,
    forget_votes,
    list_votes,
    pause,
    read_votes,
    settle_after_leaving,
)
from games.table.subject import OwnPlace, PublicPlace, Subject


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


@dataclass(frozen=True)
class Votes:
    """The pause, the absent players, and the seats that pass with the next round."""

    pause: Pause | None
    absences: tuple[Absence, ...]
    takeovers: tuple[Takeover, ...]

    def __bool__(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self.pause or self.absences or self.takeovers)

    def to(self, seat: int) -> "Votes":
        """Return what the seat's own page shows: not that its player is idle."""
        others = [each for each in self.absences if not each.idle or each.seat != seat]
        return replace(self, absences=tuple(others))


class PauseForm(forms.Form):
    """A vote to pause or to resume."""

    pause = forms.ChoiceField(choices=[("on", ""), ("off", "")])


@at_table(PauseForm)
def decide_on_pause(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Pause or resume the table, as host or by vote."""
    pause(code, require_player(request), pauses=asked["pause"] == "on")


@at_table(SeatChoiceForm)
def have_stand_in(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Have a stand-in play for an absent player, as host or by vote."""
    let_stand_in(code, require_player(request), asked["seat"])


def _show_votes(public: PublicTable) -> Region:
    """Return the votes as every page shows them, at a table of people in play."""
    table = public.table
    votes, idle = None, []
    if table.is_for_people and not public.is_replay:
        takeovers = tuple(takeover for _row, takeover in find_takeovers(table))
        votes = Votes(_find_pause(table), _list_absences(table), takeovers)
        idle = [each.seat for each in votes.absences if each.idle]
    return build_region("votes", "_votes.html", about=idle, votes=votes or None)


def _show_pausing(table_view: TableView) -> Region | None:
    """Return the button for a pause, or a vote for one, where a clock runs."""
    table = table_view.table
    is_able = table_view.viewer >= 0 or table_view.is_host
    may_stop = table.is_for_people and table.has_schedule and table.paused_at is None
    if table_view.is_replay or not (is_able and may_stop):
        return None
    return build_region("pausing", "_votes.html#pausing", code=table.code)


def ask_for_votes(table_view: TableView) -> tuple[Region, ...]:
    """Return a question for each vote that the viewer may give now.

    A host who is asked whether an absent player is back is not asked to go on without.
    """
    table = table_view.table
    if table.phase == TablePhase.LOBBY:
        return ()
    claims = find_claims(table_view)
    back = {claim.seat for claim in claims if claim.answers == "host"}
    stop = _find_pause(table)
    asked = [
        build_region(
            f"question-seat-{absence.seat}",
            "_votes.html#absence-question",
            code=table.code,
            absence=absence,
        )
        for absence in _list_absences(table)
        if absence.idle != Idle.STAND_IN
        and absence.seat not in {*back, table_view.viewer}
        and _may_agree(table_view, VoteKind.STAND_IN, absence.seat)
    ]
    if stop and _may_agree(table_view, VoteKind.PAUSE):
        dom_id = f"question-pause-{stop.is_paused}"
        template = "_votes.html#pause-question"
        question = build_region(dom_id, template, code=table.code, pause=stop)
        asked.insert(0, question)
    return tuple(asked)


def _find_pause(table: Table) -> Pause | None:
    is_paused = table.paused_at is not None
    if not is_paused and not table.find_fact(read_votes):
        return None
    seats = list_votes(table, VoteKind.PAUSE)
    if not (is_paused or seats):
        return None
    return Pause(is_paused, tuple(table.seats[seat].name for seat in seats))


def _list_absences(table: Table) -> tuple[Absence, ...]:
    """Return the absent players without a stand-in, and the idle ones."""
    return tuple(
        Absence(seat.index, seat.name, idle=seat.idle)
        if seat.is_here
        else _build_absence(table, seat)
        for seat in table.seats
        if (seat.idle if seat.is_here else seat.presence == Presence.AWAY)
    )


def _build_absence(table: Table, seat: TableSeat) -> Absence:
    here = sum(each.may_vote for each in table.seats)
    agreed = len(list_votes(table, VoteKind.STAND_IN, seat.index))
    needed = count_votes_needed(VoteKind.STAND_IN, here)
    return Absence(seat.index, seat.name, agreed, needed)


def _may_agree(table_view: TableView, kind: VoteKind, about: int = 0) -> bool:
    """Return whether the viewer may vote, and has not done so yet.

    The host decides alone, even after an own vote.
    """
    if table_view.is_display:
        return False
    if table_view.viewer < 0:
        return table_view.is_host
    table = table_view.table
    has_voted = table_view.viewer in list_votes(table, kind, about)
    is_here = table.seats[table_view.viewer].is_here
    return is_here and (table_view.is_host or not has_voted)


SUBJECT = Subject(
    urls=(
        path("t/<str:code>/pause/", decide_on_pause, name="pause"),
        path("t/<str:code>/stand-in/", have_stand_in, name="stand-in"),
    ),
    read_fact=read_votes,
    public={PublicPlace.BELOW: _show_votes},
    own={OwnPlace.MENU: _show_pausing},
    ask=ask_for_votes,
    receivers={
        seat_left: settle_after_leaving,
        game_closed: forget_votes,
    },
)
