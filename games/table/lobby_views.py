"""Opens tables, and handles every form at a table that is not a move."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.errors import NoSuchTable, NotSeated, TableError
from games.models.codes import clean_code
from games.models.player import Player
from games.ops.addresses import address_of
from games.ops.rate_limits import JOINS, TABLES
from games.play import bot_seats, presence, seat_transfer, seats, setup, votes
from games.play.bot_seats import add_bot, remove_bot
from games.play.lifecycle import end_game, play_again, start_game
from games.play.seats import (
    change_investigator,
    leave_table,
    move_seat,
    rename_seat,
    show_out,
    take_seat,
)
from games.play.selectors import get_game_or_404
from games.players.identity import (
    ensure_guest_key,
    get_or_create_player_for,
    get_player_for,
)
from games.players.requests import SiteRequest
from games.rules.editions import Investigator
from games.table.forms import (
    BotForm,
    JoinForm,
    LeaveForm,
    PauseForm,
    SeatChoiceForm,
    SeatForm,
    SetupForm,
)
from games.table.refusals import Refusal, note_refusal
from games.table.responses import answer, table_view_for

type View = Callable[[SiteRequest, str], HttpResponse]


def post_at_table(view: View) -> View:
    """Restrict a view to POST; redirect other requests to the table.

    Browsers send a GET when they reload the address of a refused form.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def wrapped(request: SiteRequest, code: str) -> HttpResponse:
        return (
            view(request, code)
            if request.method == "POST"
            else _go_to(request, _address_of(code))
        )

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: SiteRequest) -> HttpResponse:
    """Show the form for a new table, or open a table and redirect to it."""
    if request.method != "POST":
        ensure_guest_key(request)
        initial = {"listed": request.GET.get("listed") == "on"}
        return render(
            request, "games/new/page.html", {"form": SetupForm(initial=initial)}
        )
    form = SetupForm(request.POST)
    if not form.is_valid():
        return render(request, "games/new/page.html", {"form": form}, status=422)
    TABLES.enforce(address_of(request))
    try:
        game = setup.open_table(get_or_create_player_for(request), form.cleaned_data)
    except TableError as error:
        form.add_error(None, str(error.sentence))
        return render(
            request, "games/new/page.html", {"form": form}, status=error.status
        )
    return redirect("table", game.code)


@require_http_methods(["GET", "HEAD", "POST"])
def play_with_bots(request: SiteRequest) -> HttpResponse:
    """Open a table for the user and two bots, and redirect to it."""
    if request.method != "POST":
        return redirect("home")
    TABLES.enforce(address_of(request))
    try:
        game = bot_seats.play_with_bots(get_or_create_player_for(request))
    except TableError as error:
        return HttpResponse(
            str(error.sentence), status=error.status, content_type="text/plain"
        )
    return redirect("table", game.code)


@post_at_table
def join(request: SiteRequest, code: str) -> HttpResponse:
    """Take a seat."""

    def take(form: Form) -> None:
        JOINS.enforce(address_of(request))
        typed = form.cleaned_data["name"]
        player = get_or_create_player_for(request, typed or None)
        take_seat(
            code,
            player,
            name=_name_at_table(player, typed),
            investigator=Investigator(form.cleaned_data["investigator"]),
            got_up=form.cleaned_data["got_up"],
            contribution=form.cleaned_data["contribution"],
        )

    return _do(request, code, JoinForm(request.POST), take, leads_to=_address_of)


@post_at_table
def contribute(request: SiteRequest, code: str) -> HttpResponse:
    """Add random digits from the browser to a seat that lacks them."""
    sent = request.POST.get("contribution", "")
    return _do(
        request,
        code,
        Form(request.POST),
        lambda form: seats.contribute(code, _player(request), sent),
    )


@post_at_table
def leave(request: SiteRequest, code: str) -> HttpResponse:
    """Free the user's seat; in a running game, leave it to a bot or a stand-in."""
    return _do(
        request,
        code,
        LeaveForm(request.POST),
        lambda form: leave_table(code, _player(request), form.cleaned_data["bot"]),
        leads_to=_address_after_leaving,
    )


@post_at_table
def start(request: SiteRequest, code: str) -> HttpResponse:
    """Start the game. Host only."""
    chosen = request.POST.get("first_seat", "")
    first_seat = int(chosen) if chosen.isdecimal() and len(chosen) < 3 else None
    return _do(
        request,
        code,
        Form(request.POST),
        lambda form: start_game(code, _player(request), first_seat=first_seat),
    )


@post_at_table
def change_options(request: SiteRequest, code: str) -> HttpResponse:
    """Change the edition and the options. Host only."""
    return _do(
        request,
        code,
        SetupForm(request.POST),
        lambda form: setup.change_options(code, _player(request), form.cleaned_data),
    )


@post_at_table
def change_seat(request: SiteRequest, code: str) -> HttpResponse:
    """Change the user's own seat or, for the host, the order of seats or a removal."""

    def change(form: Form) -> None:
        asked, player = form.cleaned_data, _player(request)
        if asked["name"] and asked["seat"] is None:
            rename_seat(code, player, asked["name"])
            # A guest also has the new name at later tables.
            get_or_create_player_for(request, asked["name"])
        elif asked["seat"] is None:
            change_investigator(code, player, Investigator(asked["investigator"]))
        elif asked["out"]:
            show_out(code, player, asked["seat"], asked["expected"])
        else:
            move_seat(code, player, asked["seat"], asked["place"], asked["expected"])

    return _do(request, code, SeatForm(request.POST), change)


@post_at_table
def change_bots(request: SiteRequest, code: str) -> HttpResponse:
    """Add or remove a bot. Host only."""

    def change(form: Form) -> None:
        asked, player = form.cleaned_data, _player(request)
        if asked["bot"]:
            add_bot(code, player, asked["bot"])
        else:
            remove_bot(code, player, asked["seat"], asked["expected"])

    return _do(request, code, BotForm(request.POST), change)


@post_at_table
def hand_over(request: SiteRequest, code: str) -> HttpResponse:
    """Make another player the host. Host only."""
    return _do(
        request,
        code,
        SeatChoiceForm(request.POST),
        lambda form: setup.hand_over(
            code,
            _player(request),
            form.cleaned_data["seat"],
            form.cleaned_data["expected"],
        ),
    )


@post_at_table
def pause(request: SiteRequest, code: str) -> HttpResponse:
    """Pause or resume the table, as host or by vote."""
    return _do(
        request,
        code,
        PauseForm(request.POST),
        lambda form: votes.pause(
            code, _player(request), pauses=form.cleaned_data["pause"] == "on"
        ),
    )


@post_at_table
def let_stand_in(request: SiteRequest, code: str) -> HttpResponse:
    """Have a stand-in play for an absent player, as host or by vote."""
    return _do(
        request,
        code,
        SeatChoiceForm(request.POST),
        lambda form: presence.let_stand_in(
            code, _player(request), form.cleaned_data["seat"]
        ),
    )


@post_at_table
def end(request: SiteRequest, code: str) -> HttpResponse:
    """End a game that cannot go on. Host only."""
    return _do(
        request,
        code,
        Form(request.POST),
        lambda form: end_game(code, _player(request)),
    )


@post_at_table
def again(request: SiteRequest, code: str) -> HttpResponse:
    """Open a new table for the same players and redirect to it."""
    try:
        TABLES.enforce(address_of(request))
        player = _player(request)
        following = play_again(code, player)
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    seat_transfer.follow(request, clean_code(code), following, player)
    return _go_to(request, _address_of(following.code))


def _do(
    request: SiteRequest,
    code: str,
    form: Form,
    act: Callable[[Any], None],
    *,
    leads_to: Callable[[str], str] | None = None,
) -> HttpResponse:
    """Act on a form, and answer with the table and the refusal, if any.

    `leads_to` returns the address of another page: after a seat was taken or left, the
    open page belongs to a viewer that no longer exists.
    """
    try:
        _check(form)
        act(form)
    except NoSuchTable as error:
        raise Http404 from error
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    except ValidationError as error:
        refusal = Refusal(" ".join(error.messages), status=422)
        return answer(request, table_view_for(request, code), refusal)
    if request.htmx and leads_to is None:
        return answer(request, table_view_for(request, code))
    return _go_to(request, (leads_to or _address_of)(code))


def _address_of(code: str) -> str:
    return reverse("table", args=[code])


def _address_after_leaving(code: str) -> str:
    # Opening the table of a running game would count as coming back.
    has_begun = get_game_or_404(code).started_at is not None
    return reverse("home") if has_begun else _address_of(code)


def _go_to(request: SiteRequest, address: str) -> HttpResponse:
    redirect_to = HttpResponseClientRedirect if request.htmx else HttpResponseRedirect
    response = redirect_to(address)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _check(form: Form) -> None:
    if not form.is_valid():
        raise ValidationError(
            [
                _name_field(form, field, message)
                for field, messages in form.errors.items()
                for message in messages
            ]
        )


def _name_field(form: Form, field: str, message: object) -> str:
    # The message appears at the head of the page, not beside its field.
    label = form.fields[field].label if field in form.fields else None
    return f"{label}: {message}" if label else str(message)


def _player(request: SiteRequest) -> Player:
    player = get_player_for(request)
    if player is None:
        raise NotSeated
    return player


def _name_at_table(player: Player, typed: str) -> str:
    name = typed or player.name
    if not name:
        raise ValidationError(_("Type a name."))
    return name
