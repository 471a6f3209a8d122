"""The page of a table, its moves, its updates and its QR code.

A visit makes due moves first, and brings an absent player back.
"""

from io import BytesIO

import segno
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games.codes import clean_code
from games.errors import TableError
from games.models import Player, TablePhase
from games.play import clock
from games.play.other_pages import ASKING, ask_from
from games.play.race import Arrival
from games.play.seam import Entered
from games.play.selectors import TableView, get_game_or_404, get_table_view_or_404
from games.players.identity import get_player_for
from games.players.requests import SiteRequest, read_number
from games.rules.illegal import RulesError
from games.table.cleanup import note_visit, tidy_now_and_then
from games.table.evening import get_newest_code
from games.table.form_views import go_to
from games.table.presence import bring_back, judge_idle
from games.table.present.log_lines import build_log
from games.table.present.page import PROTOCOL
from games.table.refusals import note_refusal
from games.table.responses import (
    answer,
    answer_entered,
    answer_move,
    answer_part,
    answer_update,
    note_request,
    table_view_for,
)
from games.table.starting import make_due
from games.table.submit import read_move, submit
from runtime.addresses import public_url
from runtime.metrics import HEALED_BY_ASKING
from runtime.server.http import ARRIVED_AT

# Seconds. The link changes only with the address of the site.
_QR_AGE = 24 * 60 * 60


@gzip_page
@require_safe
def show_table(request: SiteRequest, code: str) -> HttpResponse:
    """Show the table in any phase."""
    tidy_now_and_then()
    try:
        table_view = _visit_table(request, code, comes_back=True)
    except Http404:
        return _lead_on("table", code)
    if table_view.table.code != code:
        return redirect("table", table_view.table.code)
    if newest := _find_newer(table_view):
        return go_to(request, reverse("table", args=[newest]))
    return answer(request, table_view)


@require_safe
def lead_to_table(request: SiteRequest, code: str) -> HttpResponse:
    """Redirect from an address of a table with other signs at its end."""
    return redirect("table", get_game_or_404(code).code)


@gzip_page
@require_safe
def show_display(request: SiteRequest, code: str) -> HttpResponse:
    """Show the display for the middle of the table: a spectator's view, in large."""
    try:
        table_view = _visit(code, is_display=True)
    except Http404:
        return _lead_on("display", code)
    if newest := _find_newer(table_view):
        return go_to(request, reverse("display", args=[newest]))
    return answer(request, table_view)


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
        table_view = _visit(code, is_display=True)
    else:
        table_view = _visit_table(request, code)
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


@gzip_page
@require_safe
def show_log(request: SiteRequest, code: str) -> HttpResponse:
    """Show the lines of the log that are older than those on the page.

    The page says the number of its first line: it may lack new ones.
    """
    table_view = _visit_table(request, code)
    before = read_number(request.GET.get("before", ""), most_digits=6)
    lines = build_log(table_view.table).to(table_view.me).list_older(before)
    code = table_view.table.code
    context = {"code": code, "lines": lines, "me": table_view.me, "fields": {}}
    return answer_part(request, "table/log", context)


@gzip_page
@require_safe
@cache_control(private=True, max_age=_QR_AGE)
def qr(request: SiteRequest, code: str) -> HttpResponse:
    """Return the QR code of the table's link."""
    game = get_game_or_404(code)
    link = public_url(request, reverse("table", args=[game.code]))
    drawing = BytesIO()
    segno.make(link, error="m").save(
        drawing, kind="svg", border=2, light="#fff", svgclass=None, lineclass=None
    )
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")


def _visit_table(
    request: SiteRequest, code: str, *, comes_back: bool = False
) -> TableView:
    """Return a visitor's view of a table, and note the visitor as present.

    Raises:
        Http404: no table has this code.
    """
    player = get_player_for(request)
    table_view = note_request(request, _visit(code, player))
    if player is not None and (table_view.viewer >= 0 or table_view.is_host):
        # Scaled, because the clock runs fast in some tests.
        asking = clock.span(ASKING).total_seconds()
        ask_from(table_view.table.pk, player.pk, asking)
    if player and table_view.is_absent(also_left=comes_back):
        return bring_back(table_view, player)
    return table_view


def _visit(
    code: str, player: Player | None = None, *, is_display: bool = False
) -> TableView:
    table_view = get_table_view_or_404(code, player, is_display=is_display)
    note_visit(table_view.table.pk)
    if not clock.has_come(table_view.table.due_at):
        return table_view
    # Pages without a socket poll, and only these requests make their due moves.
    make_due(table_view.table.code)
    return get_table_view_or_404(code, player, is_display=is_display)


def _lead_on(page: str, code: str) -> HttpResponse:
    """Redirect to the newest table of an evening whose first one was forgotten.

    Raises:
        Http404: no evening has this code.
    """
    evening = clean_code(code)
    newest = get_newest_code(evening) if evening else ""
    if newest == evening:
        raise Http404
    return redirect(page, newest)


def _find_newer(table_view: TableView) -> str:
    """Return the newest code of the evening whose code this table has, else empty."""
    table = table_view.table
    if table.code != table.evening or table.phase != TablePhase.OVER:
        return ""
    newest = get_newest_code(table.code)
    return newest if newest != table.code else ""
