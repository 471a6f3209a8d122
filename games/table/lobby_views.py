"""Opens tables, lists their people, and handles every form at a table but a move."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from games.errors import Refusal, TableError
from games.hosting import (
    bets,
    evening,
    lifecycle,
    moderation,
    presence,
    seat_transfer,
    seats,
    tutorial,
)
from games.models import Player, ReportReason, Seat, TablePhase, clean_code
from games.play import notices
from games.play.selectors import get_game_or_404
from games.players.identity import (
    ensure_guest_key,
    get_or_create_player_for,
    get_player_for,
    require_opener,
)
from games.players.limits import JOINS, SUBSCRIPTIONS, TABLES, enforce
from games.players.names import clean_name
from games.players.requests import SiteRequest, read_number
from games.rules.editions import Investigator
from games.table import forms
from games.table.form_views import (
    address_of_table,
    at_table,
    go_to,
    post_at_table,
    refuse,
    require_player,
)
from games.table.refusals import note_refusal
from games.table.responses import answer, answer_part, table_view_for
from runtime.addresses import address_of


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: SiteRequest) -> HttpResponse:
    """Show the form for a new table, or open a table and redirect to it."""
    try:
        require_opener(get_player_for(request))
    except TableError as error:
        return refuse(request, error)
    if request.method != "POST":
        ensure_guest_key(request)
        form = forms.SetupForm(initial=request.GET.dict())
        return render(request, "games/table/open.html", {"form": form})
    form, status = forms.SetupForm(request.POST), 422
    if form.is_valid():
        enforce(TABLES, address_of(request))
        try:
            host = get_or_create_player_for(request)
            game = lifecycle.open_table(host, form.cleaned_data)
            return redirect("table", game.code)
        except TableError as error:
            form.add_error(None, str(error.refusal.sentence))
            status = error.refusal.status
    return render(request, "games/table/open.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def play_with_bots(request: SiteRequest) -> HttpResponse:
    """Deal a game for the user and two bots, and redirect to it."""
    if request.method != "POST":
        return redirect("home")
    enforce(TABLES, address_of(request))
    try:
        require_opener(get_player_for(request))
        game = lifecycle.play_with_bots(get_or_create_player_for(request))
    except TableError as error:
        return refuse(request, error)
    return go_to(request, address_of_table(game.code))


def _address_after_leaving(code: str) -> str:
    # Opening the table of a running game would count as coming back.
    has_begun = get_game_or_404(code).started_at is not None
    return reverse("home") if has_begun else address_of_table(code)


@at_table(forms.JoinForm, address_of_table)
def join(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Take a seat."""
    enforce(JOINS, address_of(request))
    new_name = asked["name"] or None
    player = get_player_for(request) or get_or_create_player_for(request, new_name)
    name = asked["name"] or player.name
    if not name:
        raise ValidationError(_("Type a name."))
    seats.take_seat(
        code,
        player,
        name=name,
        investigator=Investigator(asked["investigator"]),
        got_up=asked["got_up"],
        contribution=asked["contribution"],
    )
    # A guest also has the new name at later tables.
    get_or_create_player_for(request, new_name)


@at_table()
def contribute(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Add random digits from the browser to a seat that lacks them."""
    sent = request.POST.get("contribution", "")
    seats.contribute(code, require_player(request), sent)


@at_table(forms.LeaveForm, _address_after_leaving)
def leave(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Free the user's seat; in a running game, leave it to a bot or a stand-in."""
    seats.leave_table(code, require_player(request), asked["bot"])


@at_table()
def start(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Start the game. Host only."""
    first_seat = read_number(request.POST.get("first_seat", ""), most_digits=2)
    lifecycle.start_game(code, require_player(request), first_seat=first_seat)


@at_table(forms.SetupForm)
def change_options(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Change the edition and the options. Host only."""
    lifecycle.change_options(code, require_player(request), asked)


@at_table(forms.SeatForm)
def change_seat(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Change the user's own seat or, for the host, the seats of others."""
    player = require_player(request)
    if asked["ready"]:
        lifecycle.set_ready(code, player, is_ready=asked["ready"] == "on")
    elif asked["name"] and asked["seat"] is None:
        seats.rename_seat(code, player, asked["name"])
        # A guest also has the new name at later tables.
        get_or_create_player_for(request, asked["name"])
    elif asked["asker"] and asked["seat"] is None:
        seats.decline(code, player, asked["asker"])
    elif asked["back"]:
        seats.let_in(code, player, asked["back"])
    elif asked["seat"] is None:
        seats.change_investigator(code, player, Investigator(asked["investigator"]))
    elif asked["asker"]:
        seats.give_seat(code, player, asked["seat"], asked["asker"])
    elif asked["out"]:
        seats.show_out(code, player, asked["seat"], asked["expected"])
    else:
        seats.move_seat(code, player, asked["seat"], asked["place"], asked["expected"])


@at_table(forms.BotForm)
def change_bots(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Add or remove a bot. Host only."""
    player = require_player(request)
    if asked["bot"]:
        seats.add_bot(code, player, asked["bot"])
    else:
        seats.remove_bot(code, player, asked["seat"], asked["expected"])


@at_table(forms.SeatChoiceForm)
def hand_over(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Make another player the host. Host only."""
    lifecycle.hand_over(code, require_player(request), asked["seat"], asked["expected"])


@at_table(forms.PauseForm)
def pause(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Pause or resume the table, as host or by vote."""
    presence.pause(code, require_player(request), pauses=asked["pause"] == "on")


@at_table(forms.SeatChoiceForm)
def let_stand_in(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Have a stand-in play for an absent player, as host or by vote."""
    presence.let_stand_in(code, require_player(request), asked["seat"])


@at_table()
def end(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """End a game that cannot go on. Host only."""
    lifecycle.end_game(code, require_player(request))


@at_table(leads_to=address_of_table)
def end_evening(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """End the evening with this game. Host only."""
    evening.end_evening(code, require_player(request))


@post_at_table
def again(request: SiteRequest, code: str) -> HttpResponse:
    """Play on at the next table with the same players, and redirect to it."""
    try:
        enforce(TABLES, address_of(request))
        player = require_player(request)
        sent = request.POST.get("contribution", "")
        following = lifecycle.play_again(code, player, sent)
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    seat_transfer.follow(request, clean_code(code), following, player)
    return go_to(request, address_of_table(following.code))


@require_http_methods(["GET", "HEAD", "POST"])
def open_tutorial(request: SiteRequest) -> HttpResponse:
    """Show the tutorial's first page, or open a tutorial and redirect to it."""
    if request.method != "POST":
        ensure_guest_key(request)
        return render(request, "games/table/tutorial.html")
    enforce(TABLES, address_of(request))
    try:
        game = tutorial.open_tutorial(get_or_create_player_for(request))
    except TableError as error:
        return refuse(request, error)
    return redirect("table", game.code)


@require_POST
def go_on_with_tutorial(request: SiteRequest, code: str) -> HttpResponse:
    """Let the scripted players move."""
    try:
        tutorial.go_on(code, get_player_for(request), request.POST.get("side", ""))
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    return answer(request, table_view_for(request, code))


@at_table(leads_to=address_of_table)
def ask_for_seat(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Ask the host of a running game for a seat."""
    _act_under_name(request, partial(seats.ask_for_seat, code))


@require_http_methods(["GET", "HEAD", "POST"])
def bet(request: SiteRequest, code: str) -> HttpResponse:
    """Show the user's guess, or the suspects to guess from; a POST guesses first."""
    ensure_guest_key(request)
    refusal = None
    if request.method == "POST":
        suspect = request.POST.get("suspect", "")
        guess = partial(bets.place_bet, code, session=request.session, suspect=suspect)
        try:
            _act_under_name(request, guess)
        except TableError as error:
            refusal = note_refusal(error)
        except ValidationError as error:
            refusal = Refusal(" ".join(error.messages), status=422)
    table_view = table_view_for(request, code)
    context = {
        "table_view": table_view,
        "refusal": refusal,
        "suspects": bets.suspects_to_guess(table_view),
        "guess": bets.get_bet_of(get_player_for(request), table_view),
    }
    return answer_part(
        request, "table/bet", context, refusal.status if refusal else 200
    )


def _act_under_name(request: SiteRequest, act: Callable[[Player, str], None]) -> None:
    enforce(JOINS, address_of(request))
    player = get_player_for(request)
    if player is None or player.is_guest:
        name = clean_name(request.POST.get("name"))
    else:
        name = player.name
    act(player or get_or_create_player_for(request, name), name)
    # A refusal renames nobody.
    get_or_create_player_for(request, name)


@require_safe
def show_people(request: SiteRequest, code: str) -> HttpResponse:
    """Show the invitation, and the seats with what the user may do about each."""
    # Read first: if a player changes meanwhile, the old key is refused.
    rows = Seat.objects.filter(game__code=clean_code(code))
    keys = dict(rows.values_list("index", "pk"))
    table_view = table_view_for(request, code)
    is_running = table_view.table.phase not in (TablePhase.LOBBY, TablePhase.OVER)
    context = {
        "code": table_view.table.code,
        "evening": table_view.table.evening,
        "others": [
            (
                seat,
                keys.get(seat.index),
                seat.player_id is not None and not table_view.table.is_tutorial,
            )
            for seat in table_view.table.seats
            if seat.index != table_view.viewer
        ],
        "may_report": table_view.viewer >= 0,
        "may_remove": table_view.is_host and is_running,
        "reasons": ReportReason.choices,
    }
    return answer_part(request, "table/people", context)


@at_table(forms.ReportForm, address_of_table)
def report(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Report another player to staff."""
    player, reason = require_player(request), ReportReason(asked["reason"])
    moderation.report(code, player, asked["seat"], reason, asked["expected"])
    messages.success(request, _("Reported to the people who run this server."))


@post_at_table
def change_notices(request: SiteRequest, code: str) -> HttpResponse:
    """Start or end the notices to the browser of a seated player."""
    table_view = table_view_for(request, code)
    form = forms.NoticeForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    browser = form.cleaned_data
    try:
        player = require_player(request)
        enforce(SUBSCRIPTIONS, player.pk)
        if browser.pop("wanted") == "on":
            notices.subscribe(code, player, get_language() or "en", **browser)
        else:
            notices.unsubscribe(player, browser["endpoint"])
    except TableError as error:
        return answer(request, table_view, note_refusal(error))
    return HttpResponse(status=204)
