"""The home page: a form for a table's code, open tables and the user's games."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.hosting.cleanup import tidy_now_and_then
from games.models.game import Game
from games.play.selectors import get_open_tables, get_running_games_for
from games.players.identity import BROUGHT_SEATS, get_player_for, may_open_tables
from games.players.requests import SiteRequest
from games.table.forms import CodeForm


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: SiteRequest) -> HttpResponse:
    """Show the home page; a typed code redirects to its table."""
    if request.method != "POST":
        return _show(request, CodeForm())
    form = CodeForm(request.POST)
    if form.is_valid():
        code = form.cleaned_data["code"]
        if Game.objects.filter(code=code).exists():
            return redirect("table", code)
        form.add_error("code", str(Refused.NO_SUCH_TABLE.value.sentence))
        return _show(request, form, status=404)
    return _show(request, form, status=422)


def _show(request: SiteRequest, form: CodeForm, status: int = 200) -> HttpResponse:
    tidy_now_and_then()
    seats = request.session.get(BROUGHT_SEATS, {}).values()
    context = {
        "form": form,
        "tables": get_open_tables(),
        "lists_tables": settings.PUBLIC_TABLES,
        "may_open": may_open_tables(get_player_for(request)),
        "openers": settings.TABLE_OPENERS,
        "running": get_running_games_for(get_player_for(request), seats),
    }
    return render(request, "games/pages/home.html", context, status=status)
