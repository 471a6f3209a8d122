"""The page of a table, its display, its log and its QR code."""

from io import BytesIO

import segno
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.codes import clean_code
from games.models import TablePhase
from games.play.selectors import TableView, get_game_or_404
from games.players.requests import SiteRequest, read_number
from games.table.cleanup import tidy_now_and_then
from games.table.form_views import go_to
from games.table.lobby.evening import get_newest_code
from games.table.page.log_lines import build_log
from games.table.page.responses import (
    answer,
    answer_part,
)
from games.table.page.visits import visit, visit_table
from runtime.addresses import public_url

# Seconds. The link changes only with the address of the site.
_QR_AGE = 24 * 60 * 60


@gzip_page
@require_safe
def show_table(request: SiteRequest, code: str) -> HttpResponse:
    """Show the table in any phase."""
    tidy_now_and_then()
    try:
        table_view = visit_table(request, code, comes_back=True)
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
        table_view = visit(code, is_display=True)
    except Http404:
        return _lead_on("display", code)
    if newest := _find_newer(table_view):
        return go_to(request, reverse("display", args=[newest]))
    return answer(request, table_view)


@gzip_page
@require_safe
def show_log(request: SiteRequest, code: str) -> HttpResponse:
    """Show the lines of the log that are older than those on the page.

    The page says the number of its first line: it may lack new ones.
    """
    table_view = visit_table(request, code)
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
    if table.code != table.link_code or table.phase != TablePhase.OVER:
        return ""
    newest = get_newest_code(table.code)
    return newest if newest != table.code else ""
