"""The acts of an evening at a table, and its standings below a result."""

from typing import Any

from django.http import HttpResponse
from django.urls import path

from games.codes import clean_code
from games.errors import TableError
from games.models import Club, Game, Player
from games.play.snapshot import PublicTable
from games.play.transaction import seat_left
from games.players.limits import TABLES, enforce
from games.players.requests import SiteRequest
from games.table.form_views import (
    at_table,
    build_table_address,
    go_to,
    post_at_table,
    require_player,
)
from games.table.lobby.evening import end_evening
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import begin_if_ready
from games.table.page.refusals import note_refusal
from games.table.page.regions import Region, build_region
from games.table.page.responses import answer, table_view_for
from games.table.seat_transfer import follow
from games.table.subject import PublicPlace, Subject
from runtime.addresses import read_client_address


@post_at_table
def play_again_at_table(request: SiteRequest, code: str) -> HttpResponse:
    """Play on at the next table with the same players, and redirect to it."""
    try:
        enforce(TABLES, read_client_address(request))
        player = require_player(request)
        sent = request.POST.get("contribution", "")
        following = play_again(code, player, sent)
    except TableError as error:
        return answer(request, table_view_for(request, code), note_refusal(error))
    follow(request, clean_code(code), following, player)
    return go_to(request, build_table_address(following.code))


@at_table(leads_to=build_table_address)
def end_the_evening(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """End the evening with this game. Host only."""
    end_evening(code, require_player(request))


def _show_standings(public: PublicTable) -> Region:
    """Return the standings below a result that counts for its evening, else empty."""
    table = public.table
    counts = public.observation.winners and not (public.is_replay or table.script)
    return build_region("evening", "_evening.html", code=table.code if counts else "")


def _export(player: Player) -> dict[str, Any]:
    """Return the standing link of a host."""
    return {"club": list(Club.objects.filter(player=player).values("code", "made_at"))}


def _begin_after_leaving(*, game: Game, **_signal: object) -> None:
    """Begin the next game if all others are ready: a receiver of `seat_left`."""
    if game.started_at is None:
        begin_if_ready(game)


SUBJECT = Subject(
    export=_export,
    public={PublicPlace.RESULT: _show_standings},
    receivers={seat_left: _begin_after_leaving},
    urls=(
        path("t/<str:code>/again/", play_again_at_table, name="again"),
        path("t/<str:code>/evening/end/", end_the_evening, name="end-evening"),
    ),
)
