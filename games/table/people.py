"""The people at a table: latecomers, ready players, reports, and the list of all."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.hosting.moderation import report as report_player
from games.hosting.seats import ask_for_seat
from games.models.archive import ReportReason
from games.models.codes import clean_code
from games.models.game import Seat, TablePhase
from games.players.identity import get_or_create_player_for, get_player_for
from games.players.limits import JOINS, enforce
from games.players.names import clean_name
from games.players.requests import SiteRequest
from games.rules.editions import SEATS
from games.table.form_views import address_of_table, at_table, require_player
from games.table.responses import table_view_for
from runtime.addresses import address_of


class ReportForm(forms.Form):
    """The seat of a player, and the reason to report the player."""

    seat = forms.IntegerField(min_value=0, max_value=SEATS[-1] - 1)
    expected = forms.CharField(required=False, max_length=10)
    reason = forms.ChoiceField(choices=ReportReason.choices)


@at_table(leads_to=address_of_table)
def ask(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Ask the host of a running game for a seat."""
    enforce(JOINS, address_of(request))
    player = get_player_for(request)
    if player is None or player.is_guest:
        name = clean_name(request.POST.get("name"))
    else:
        name = player.name
    ask_for_seat(code, player or get_or_create_player_for(request, name), name)
    # A refusal renames nobody.
    get_or_create_player_for(request, name)


@require_safe
@vary_on_headers("HX-Request")
def people(request: SiteRequest, code: str) -> HttpResponse:
    """Show the invitation, and the seats with what the user may do about each."""
    # Read first: if a player changes meanwhile, the old key is refused.
    seats = Seat.objects.filter(game__code=clean_code(code))
    keys = dict(seats.values_list("index", "pk"))
    table_view = table_view_for(request, code)
    is_running = table_view.table.phase not in (TablePhase.LOBBY, TablePhase.OVER)
    context = {
        "code": table_view.table.code,
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
    part = "#people" if request.htmx else ""
    response = render(request, f"games/table/people.html{part}", context)
    response["Cache-Control"] = "no-store"
    return response


@at_table(ReportForm, address_of_table)
def report(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Report another player to staff."""
    player, reason = require_player(request), ReportReason(asked["reason"])
    report_player(code, player, asked["seat"], reason, asked["expected"])
    messages.success(request, _("Reported to the people who run this server."))
