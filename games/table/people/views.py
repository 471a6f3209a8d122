"""Lists the people of a table, and handles what one of them asks about another."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from games.codes import clean_code
from games.models import ReportReason, Seat, TablePhase
from games.players.requests import SiteRequest
from games.table import bets
from games.table.form_views import (
    act_under_name,
    at_table,
    build_table_address,
    require_player,
)
from games.table.lobby import forms
from games.table.page.responses import answer_part, table_view_for
from games.table.people import asking, host
from games.table.people.seat_questions import find_takeovers
from runtime.addresses import read_client_address


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
        "link_code": table_view.table.link_code,
        "others": [
            (seat, keys.get(seat.index), seat.player_id is not None)
            for seat in table_view.table.seats
            if seat.index != table_view.viewer
        ],
        "watchers": bets.list_watchers(table_view.table),
        "takeovers": [each for _row, each in find_takeovers(table_view.table)],
        "may_report": table_view.viewer >= 0,
        "may_remove": table_view.is_host and is_running,
        "has_account": table_view.has_account,
        "reasons": ReportReason.choices,
    }
    return answer_part(request, "table/people", context)


@at_table(leads_to=build_table_address)
def ask_for_seat(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Ask the host of a running game for a seat, or for the own one back."""
    address, own = read_client_address(request), request.POST.get("own", "")
    ask = partial(asking.ask_for_seat, code, address=address, waits=bool(own))
    act_under_name(request, ask, own)


@at_table(forms.SeatChoiceForm)
def hand_over(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Make another player the host. Host only."""
    host.hand_over(code, require_player(request), asked["seat"], asked["expected"])
