"""The record of a closed game, and what proves its shuffles."""

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.archive.access import get_access_or_404
from games.archive.records import read_receipt, read_record
from games.models import Game
from games.play.snapshot import read_table
from games.players.requests import SiteRequest
from games.table.page.result import build_proof
from runtime.threads import Kind, runs_on


@require_safe
@cache_control(private=True, no_store=True)
def show_proof(request: SiteRequest, code: str) -> HttpResponse:
    """Show the opened seed of a closed game and, to its players, their receipt."""
    access = get_access_or_404(request, code)
    if not access.sees_all:
        raise Http404
    receipt = "" if access.seat is None else str(read_receipt(access.game))
    table = read_table(access.game, list(access.game.seats.order_by("index")))
    context = {"code": table.code, "receipt": receipt, "proof": build_proof(table)}
    return render(request, "games/archive/proof.html", context)


@runs_on(Kind.SEARCHES)
@require_safe
def record(request: SiteRequest, code: str) -> HttpResponse:
    """Send the record of a closed game. Requires access to the whole game."""
    access = get_access_or_404(request, code)
    if not access.sees_all:
        raise Http404
    return build_record_file(access.game)


def build_record_file(game: Game) -> HttpResponse:
    response = JsonResponse(read_record(game), json_dumps_params={"indent": 1})
    name = f"checkpoint-charlie-{game.code}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
