"""Opens tables, lists their people, and handles every form at a table but a move."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_safe,
)

from games.codes import clean_code
from games.errors import Refused, TableError
from games.models import Player, ReportReason, Seat, TablePhase
from games.play.selectors import get_game_or_404
from games.players.identity import (
    get_or_create_player_for,
    get_player_for,
    require_opener,
)
from games.players.limits import JOINS, TABLES, enforce
from games.players.requests import SiteRequest, read_number
from games.rules.editions import Investigator
from games.table import (
    bets,
    ending,
    evening,
    forms,
    host,
    latecomers,
    moderation,
    next_table,
    presence,
    seat_transfer,
    seats,
    setup,
    starting,
    votes,
)
from games.table.form_views import (
    act_under_name,
    at_table,
    build_table_address,
    go_to,
    named,
    post_at_table,
    refuse,
    require_player,
)
from games.table.refusals import note_refusal
from games.table.responses import answer, answer_part, table_view_for
from games.table.same_form import open_once
from runtime.addresses import read_client_address


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: SiteRequest) -> HttpResponse:
    """Show the form for a new table, or open a table and redirect to it."""
    try:
        require_opener(get_player_for(request))
    except TableError as error:
        return refuse(request, error)
    if request.method != "POST":
        form = forms.SetupForm(initial=request.GET.dict())
        return render(request, "games/table/open.html", {"form": form})
    form, status = forms.SetupForm(request.POST), 422
    if form.is_valid():
        enforce(TABLES, read_client_address(request))
        try:
            host, asked = get_or_create_player_for(request), form.cleaned_data
            game = open_once(
                request, host, lambda host, codes: setup.open_table(host, asked, codes)
            )
            return redirect("table", game.code)
        except TableError as error:
            form.add_error(None, str(error.refusal.sentence))
            status = error.refusal.status
    return render(request, "games/table/open.html", {"form": form}, status=status)


def _choose_address_after_leaving(code: str) -> str:
    # Opening the table of a running game would count as coming back.
    has_begun = get_game_or_404(code).started_at is not None
    return reverse("home") if has_begun else build_table_address(code)


_TAKEN = gettext_lazy(
    "Someone just took this investigator. Another one is chosen now: sit down, or pick "
    "your own."
)


@at_table(forms.JoinForm, build_table_address)
def join(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Take a seat."""
    enforce(JOINS, read_client_address(request))
    new_name = asked["name"] or None
    player = get_player_for(request) or get_or_create_player_for(request, new_name)
    name = asked["name"] or player.name
    if not name:
        raise ValidationError(_("Type a name."))
    with named(request, new_name):
        _sit_down(request, code, player, asked | {"name": name})


def _sit_down(
    request: SiteRequest, code: str, player: Player, asked: dict[str, Any]
) -> None:
    try:
        seats.take_seat(
            code,
            player,
            name=asked["name"],
            investigator=Investigator(asked["investigator"]),
            got_up=asked["got_up"],
            contribution=asked["contribution"],
        )
    except TableError as error:
        if error.why == Refused.INVESTIGATOR_TAKEN:
            raise TableError(error.why, sentence=_TAKEN) from error
        if error.why != Refused.NAME_TAKEN:
            raise
        # "It's me": the name of an absent player.
        address = read_client_address(request)
        latecomers.ask_for_seat(code, player, asked["name"], address)


@at_table()
def contribute(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Add random digits from the browser to a seat that lacks them."""
    sent = request.POST.get("contribution", "")
    seats.contribute(code, require_player(request), sent)


@at_table(forms.LeaveForm, _choose_address_after_leaving)
def leave(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Free the user's seat; in a running game, leave it to a bot or a stand-in."""
    seats.leave_table(code, require_player(request), asked["bot"])


@at_table()
def start(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Start the game. Host only."""
    first_seat = read_number(request.POST.get("first_seat", ""), most_digits=2)
    starting.start_game(code, require_player(request), first_seat=first_seat)


@at_table(forms.SetupForm)
def change_options(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Change the edition and the options. Host only."""
    setup.change_options(code, require_player(request), asked)


def _change_readiness(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    is_ready = asked["ready"] == "on"
    starting.set_ready(code, require_player(request), is_ready=is_ready)


def _rename_seat(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    player = require_player(request)
    with named(request, asked["name"]):
        seats.rename_seat(code, player, asked["name"])


def _change_investigator(
    request: SiteRequest, code: str, asked: dict[str, Any]
) -> None:
    investigator = Investigator(asked["investigator"])
    seats.change_investigator(code, require_player(request), investigator)


def _move_seat(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    places = asked["seat"], asked["place"], asked["expected"]
    seats.move_seat(code, require_player(request), *places)


def _show_out(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    seats.show_out(
        code,
        require_player(request),
        asked["seat"],
        asked["expected"],
        always=asked["always"],
    )


def _keep_out(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    bets.exclude_watcher(code, require_player(request), asked["watcher"])


def _let_in(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    seats.let_in(code, require_player(request), asked["back"])


def _give_seat(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    latecomers.give_seat(code, require_player(request), asked["seat"], asked["asker"])


def _agree_to_play_now(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    voter, seat = require_player(request), asked["seat"]
    latecomers.agree_to_play_now(code, voter, seat, asked["asker"])


def _decline(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    latecomers.decline(code, require_player(request), asked["asker"])


def _decline_all(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    latecomers.decline_all(code, require_player(request))


_SEAT_CHANGES = {
    forms.SeatChange.READY: _change_readiness,
    forms.SeatChange.NAME: _rename_seat,
    forms.SeatChange.INVESTIGATOR: _change_investigator,
    forms.SeatChange.MOVE: _move_seat,
    forms.SeatChange.REMOVE: _show_out,
    forms.SeatChange.KEEP_OUT: _keep_out,
    forms.SeatChange.LET_IN: _let_in,
    forms.SeatChange.PLAY_NOW: _agree_to_play_now,
    forms.SeatChange.GIVE: _give_seat,
    forms.SeatChange.DECLINE: _decline,
    forms.SeatChange.DECLINE_ALL: _decline_all,
}


@at_table(forms.SeatForm)
def change_seat(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Change the user's own seat or, for the host, the seats of others."""
    _SEAT_CHANGES[asked["change"]](request, code, asked)


@at_table(forms.SeatChoiceForm)
def hand_over(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Make another player the host. Host only."""
    host.hand_over(code, require_player(request), asked["seat"], asked["expected"])


@at_table(forms.PauseForm)
def pause(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Pause or resume the table, as host or by vote."""
    votes.pause(code, require_player(request), pauses=asked["pause"] == "on")


@at_table(forms.SeatChoiceForm)
def let_stand_in(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Have a stand-in play for an absent player, as host or by vote."""
    presence.let_stand_in(code, require_player(request), asked["seat"])


@at_table()
def end(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """End a game that cannot go on. Host only."""
    ending.end_game(code, require_player(request))


@at_table(leads_to=build_table_address)
def end_evening(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """End the evening with this game. Host only."""
    evening.end_evening(code, require_player(request))


@post_at_table
def play_again_at_table(request: SiteRequest, code: str) -> HttpResponse:
    """Play on at the next table with the same players, and redirect to it."""
    try:
        enforce(TABLES, read_client_address(request))
        player = require_player(request)
        sent = request.POST.get("contribution", "")
        following = next_table.play_again(code, player, sent)
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    seat_transfer.follow(request, clean_code(code), following, player)
    return go_to(request, build_table_address(following.code))


@at_table(leads_to=build_table_address)
def ask_for_seat(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Ask the host of a running game for a seat."""
    address = read_client_address(request)
    ask = partial(latecomers.ask_for_seat, code, address=address)
    act_under_name(request, ask)


@require_safe
def show_people(request: SiteRequest, code: str) -> HttpResponse:
    """Show the invitation, and the people with the user's buttons for each."""
    # Read first: if a player changes meanwhile, the old key is refused.
    rows = Seat.objects.filter(game__code=clean_code(code))
    keys = dict(rows.values_list("index", "pk"))
    table_view = table_view_for(request, code)
    is_running = table_view.table.phase not in (TablePhase.LOBBY, TablePhase.OVER)
    context = {
        "code": table_view.table.code,
        "evening": table_view.table.evening,
        "others": [
            (seat, keys.get(seat.index), seat.player_id is not None)
            for seat in table_view.table.seats
            if seat.index != table_view.viewer
        ],
        "watchers": bets.list_watchers(table_view.table),
        "takeovers": [each for _row, each in votes.find_takeovers(table_view.table)],
        "may_report": table_view.viewer >= 0,
        "may_remove": table_view.is_host and is_running,
        "has_account": table_view.has_account,
        "reasons": ReportReason.choices,
    }
    return answer_part(request, "table/people", context)


@at_table(forms.ReportForm, build_table_address)
def report(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Report another player to staff."""
    player, reason = require_player(request), ReportReason(asked["reason"])
    if asked["watcher"] is None:
        moderation.report(code, player, asked["seat"], reason, asked["expected"])
    else:
        moderation.report_watcher(code, player, asked["watcher"], reason)
    messages.success(request, _("Reported to the people who run this server."))
