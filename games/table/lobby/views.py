"""Opens tables, and handles the forms of their lobby, from the seat to the start."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
)

from games.errors import Refused, TableError
from games.models import Player
from games.play.selectors import get_game_or_404
from games.players.identity import (
    get_or_create_player_for,
    get_player_for,
    require_opener,
)
from games.players.limits import JOINS, enforce
from games.players.requests import SiteRequest, read_number
from games.rules.editions import Investigator
from games.table.form_views import (
    at_table,
    build_table_address,
    named,
    refuse,
    require_player,
)
from games.table.lobby import ending, forms, opening, starting
from games.table.lobby.same_form import open_once
from games.table.people import asking, seats
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
        asked = form.cleaned_data
        try:
            game = open_once(
                request, lambda host, codes: opening.open_table(host, asked, codes)
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
        asking.ask_for_seat(code, player, asked["name"], address)


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
    opening.change_options(code, require_player(request), asked)


@at_table()
def end(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """End a game that cannot go on. Host only."""
    ending.end_game(code, require_player(request))
