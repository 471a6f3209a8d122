"""Opens a tutorial for a visitor, and lets its scripted players move."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import TableError
from games.players.identity import get_or_create_player_for, get_player_for
from games.players.limits import TABLES, enforce
from games.players.requests import SiteRequest
from games.table import tutorial
from games.table.form_views import refuse
from games.table.refusals import note_refusal
from games.table.responses import answer, table_view_for
from games.table.same_form import open_once
from runtime.addresses import read_client_address


@require_http_methods(["GET", "HEAD", "POST"])
def open_tutorial(request: SiteRequest) -> HttpResponse:
    """Show the tutorial's first page, or open a tutorial and redirect to it."""
    if request.method != "POST":
        return render(request, "games/table/tutorial.html")
    enforce(TABLES, read_client_address(request))
    try:
        visitor = get_or_create_player_for(request)
        game = open_once(request, visitor, tutorial.open_tutorial)
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
