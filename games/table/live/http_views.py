"""Moves by POST, and updates for pages without a socket."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import TableError
from games.play.race import Arrival
from games.play.seam import Entered
from games.players.identity import get_player_for
from games.players.requests import SiteRequest, read_number
from games.rules.illegal import RulesError
from games.table.live.submit import read_move, submit
from games.table.page.refusals import note_refusal
from games.table.page.responses import (
    answer,
    answer_entered,
    answer_move,
    answer_update,
    table_view_for,
)
from games.table.page.visits import visit, visit_table
from games.table.page.whole import PROTOCOL
from games.table.people.idle import judge_idle
from runtime.metrics import HEALED_BY_ASKING
from runtime.server.http import ARRIVED_AT


@require_http_methods(["GET", "HEAD", "POST"])
def make_move(request: SiteRequest, code: str) -> HttpResponse:
    """Make a move; answer with the mover's update, its number, or the refusal."""
    if request.method != "POST":
        return redirect("table", code)
    try:
        content, key = read_move(request.POST)
        player = get_player_for(request)
        # Only the real server dates a request.
        arrival = Arrival.of(request.META.get(ARRIVED_AT))
        outcome = submit(code, player, content, key, arrival)
    except (TableError, RulesError) as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    if isinstance(outcome, Entered):
        return answer_entered(request, outcome.view)
    return answer_move(request, outcome.view)


@gzip_page
@require_safe
def update(request: SiteRequest, code: str) -> HttpResponse:
    """Return the full current update, or 204 if the page is up to date.

    A page of another protocol has to load itself anew (docs/updates.md).
    """
    if "display" in request.GET:
        table_view = visit(code, is_display=True)
    else:
        table_view = visit_table(request, code)
    # No table has a longer number, and Python refuses to parse very long ones.
    since = read_number(request.GET.get("since", ""), most_digits=11)
    if request.GET.get("protocol") != str(PROTOCOL):
        return HttpResponse(headers={"HX-Refresh": "true", "Cache-Control": "no-store"})
    if since == table_view.table.number:
        response = HttpResponse(status=204)
    else:
        HEALED_BY_ASKING.inc()
        response = answer_update(table_view)
    player = get_player_for(request)
    if player is not None and player.pk in judge_idle(table_view).asked:
        response.headers["Still-There"] = "true"
    return response
