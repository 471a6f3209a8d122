"""Opens tables, and handles every form at a table that is not a move."""

from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import TableError
from games.hosting import bot_seats, presence, seat_transfer, seats, setup, votes
from games.hosting.bot_seats import add_bot, remove_bot
from games.hosting.latecomers import decline, give_seat
from games.hosting.lifecycle import end_game, play_again, start_game
from games.hosting.seats import (
    change_investigator,
    leave_table,
    move_seat,
    rename_seat,
    set_ready,
    show_out,
    take_seat,
)
from games.models.codes import clean_code
from games.models.player import Player
from games.play.selectors import get_game_or_404
from games.players.identity import (
    ensure_guest_key,
    get_or_create_player_for,
    get_player_for,
    require_opener,
)
from games.players.limits import JOINS, TABLES, enforce
from games.players.requests import SiteRequest
from games.rules.editions import Investigator
from games.table.form_views import (
    act_on_form,
    address_of_table,
    go_to,
    post_at_table,
    refuse,
    require_player,
)
from games.table.forms import (
    BotForm,
    JoinForm,
    LeaveForm,
    PauseForm,
    SeatChoiceForm,
    SeatForm,
    SetupForm,
)
from games.table.refusals import note_refusal
from games.table.responses import answer, table_view_for
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
        form = SetupForm(initial=request.GET.dict())
        return render(request, "games/table/open.html", {"form": form})
    form = SetupForm(request.POST)
    if not form.is_valid():
        return render(request, "games/table/open.html", {"form": form}, status=422)
    enforce(TABLES, address_of(request))
    try:
        game = setup.open_table(get_or_create_player_for(request), form.cleaned_data)
    except TableError as error:
        form.add_error(None, str(error.sentence))
        return render(
            request, "games/table/open.html", {"form": form}, status=error.status
        )
    return redirect("table", game.code)


@require_http_methods(["GET", "HEAD", "POST"])
def play_with_bots(request: SiteRequest) -> HttpResponse:
    """Deal a game for the user and two bots, and redirect to it."""
    if request.method != "POST":
        return redirect("home")
    enforce(TABLES, address_of(request))
    try:
        require_opener(get_player_for(request))
        game = bot_seats.play_with_bots(get_or_create_player_for(request))
    except TableError as error:
        return refuse(request, error)
    return go_to(request, address_of_table(game.code))


@post_at_table
def join(request: SiteRequest, code: str) -> HttpResponse:
    """Take a seat."""

    def take(form: Form) -> None:
        enforce(JOINS, address_of(request))
        typed = form.cleaned_data["name"]
        new_name = typed or None
        player = get_player_for(request) or get_or_create_player_for(request, new_name)
        take_seat(
            code,
            player,
            name=_name_at_table(player, typed),
            investigator=Investigator(form.cleaned_data["investigator"]),
            got_up=form.cleaned_data["got_up"],
            contribution=form.cleaned_data["contribution"],
        )
        # A guest also has the new name at later tables.
        get_or_create_player_for(request, new_name)

    return act_on_form(
        request, code, JoinForm(request.POST), take, leads_to=address_of_table
    )


@post_at_table
def contribute(request: SiteRequest, code: str) -> HttpResponse:
    """Add random digits from the browser to a seat that lacks them."""
    sent = request.POST.get("contribution", "")
    return act_on_form(
        request,
        code,
        Form(request.POST),
        lambda form: seats.contribute(code, require_player(request), sent),
    )


@post_at_table
def leave(request: SiteRequest, code: str) -> HttpResponse:
    """Free the user's seat; in a running game, leave it to a bot or a stand-in."""
    return act_on_form(
        request,
        code,
        LeaveForm(request.POST),
        lambda form: leave_table(
            code, require_player(request), form.cleaned_data["bot"]
        ),
        leads_to=_address_after_leaving,
    )


@post_at_table
def start(request: SiteRequest, code: str) -> HttpResponse:
    """Start the game. Host only."""
    chosen = request.POST.get("first_seat", "")
    first_seat = int(chosen) if chosen.isdecimal() and len(chosen) < 3 else None
    return act_on_form(
        request,
        code,
        Form(request.POST),
        lambda form: start_game(code, require_player(request), first_seat=first_seat),
    )


@post_at_table
def change_options(request: SiteRequest, code: str) -> HttpResponse:
    """Change the edition and the options. Host only."""
    return act_on_form(
        request,
        code,
        SetupForm(request.POST),
        lambda form: setup.change_options(
            code, require_player(request), form.cleaned_data
        ),
    )


@post_at_table
def change_seat(request: SiteRequest, code: str) -> HttpResponse:
    """Change the user's own seat or, for the host, the order of seats or a removal."""

    def change(form: Form) -> None:
        asked, player = form.cleaned_data, require_player(request)
        if asked["ready"]:
            set_ready(code, player, is_ready=asked["ready"] == "on")
        elif asked["name"] and asked["seat"] is None:
            rename_seat(code, player, asked["name"])
            # A guest also has the new name at later tables.
            get_or_create_player_for(request, asked["name"])
        elif asked["asker"] and asked["seat"] is None:
            decline(code, player, asked["asker"])
        elif asked["seat"] is None:
            change_investigator(code, player, Investigator(asked["investigator"]))
        elif asked["asker"]:
            give_seat(code, player, asked["seat"], asked["asker"])
        elif asked["out"]:
            show_out(code, player, asked["seat"], asked["expected"])
        else:
            move_seat(code, player, asked["seat"], asked["place"], asked["expected"])

    return act_on_form(request, code, SeatForm(request.POST), change)


@post_at_table
def change_bots(request: SiteRequest, code: str) -> HttpResponse:
    """Add or remove a bot. Host only."""

    def change(form: Form) -> None:
        asked, player = form.cleaned_data, require_player(request)
        if asked["bot"]:
            add_bot(code, player, asked["bot"])
        else:
            remove_bot(code, player, asked["seat"], asked["expected"])

    return act_on_form(request, code, BotForm(request.POST), change)


@post_at_table
def hand_over(request: SiteRequest, code: str) -> HttpResponse:
    """Make another player the host. Host only."""
    return act_on_form(
        request,
        code,
        SeatChoiceForm(request.POST),
        lambda form: setup.hand_over(
            code,
            require_player(request),
            form.cleaned_data["seat"],
            form.cleaned_data["expected"],
        ),
    )


@post_at_table
def pause(request: SiteRequest, code: str) -> HttpResponse:
    """Pause or resume the table, as host or by vote."""
    return act_on_form(
        request,
        code,
        PauseForm(request.POST),
        lambda form: votes.pause(
            code, require_player(request), pauses=form.cleaned_data["pause"] == "on"
        ),
    )


@post_at_table
def let_stand_in(request: SiteRequest, code: str) -> HttpResponse:
    """Have a stand-in play for an absent player, as host or by vote."""
    return act_on_form(
        request,
        code,
        SeatChoiceForm(request.POST),
        lambda form: presence.let_stand_in(
            code, require_player(request), form.cleaned_data["seat"]
        ),
    )


@post_at_table
def end(request: SiteRequest, code: str) -> HttpResponse:
    """End a game that cannot go on. Host only."""
    return act_on_form(
        request,
        code,
        Form(request.POST),
        lambda form: end_game(code, require_player(request)),
    )


@post_at_table
def again(request: SiteRequest, code: str) -> HttpResponse:
    """Open a new table for the same players and redirect to it."""
    try:
        enforce(TABLES, address_of(request))
        player = require_player(request)
        following = play_again(code, player)
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    seat_transfer.follow(request, clean_code(code), following, player)
    return go_to(request, address_of_table(following.code))


def _name_at_table(player: Player, typed: str) -> str:
    name = typed or player.name
    if not name:
        raise ValidationError(_("Type a name."))
    return name


def _address_after_leaving(code: str) -> str:
    # Opening the table of a running game would count as coming back.
    has_begun = get_game_or_404(code).started_at is not None
    return reverse("home") if has_begun else address_of_table(code)
