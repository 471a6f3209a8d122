"""The pages of closed games: positions, moments, summary and shared links."""

from typing import Any
from urllib.parse import parse_qs

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.archive.access import (
    Access,
    get_access_or_404,
    get_links_for,
    replay_table_view,
)
from games.archive.links import share_replay, withdraw_replay
from games.archive.moment_picture import draw_moment
from games.archive.replay_page import (
    VIEWERS,
    build_query,
    find_moment,
    list_percents,
    present_known,
    present_moments,
    present_replay,
    present_summaries,
    to_query_value,
)
from games.archive.story import list_moments
from games.coach.complaints import sign_proof
from games.coach.moments import (
    MovePosition,
    Names,
    build_moment,
    get_position_at,
    get_revealed_rounds,
)
from games.coach.review import build_cast, present_coach
from games.errors import TableError
from games.play.selectors import TableView, get_game_or_404
from games.players.identity import get_player_for
from games.players.requests import SiteRequest, found_or_404, number_or_404
from games.rules.observe import Viewer
from games.table.page.responses import answer_part
from games.table.page.whole import show_page
from runtime.addresses import public_url
from runtime.threads import Kind, runs_on


# A shared link may be withdrawn; caches must not keep its pages.
@runs_on(Kind.SEARCHES)
@require_safe
@cache_control(private=True, no_store=True)
@vary_on_headers("HX-Request", "HX-Current-URL")
def show_replay(request: SiteRequest, code: str) -> HttpResponse:
    """Show a closed game after a move, as one viewer saw it."""
    access = get_access_or_404(request, code)
    at = min(number_or_404(request.GET.get("at", "0")), access.game.move_count)
    viewer = _choose_viewer(request.GET.get("as"), access)
    is_own = viewer == access.find_own_seat(at)
    table_view = replay_table_view(access.game, at, viewer, is_own=is_own)
    links = get_links_for(access.game, get_player_for(request))
    move = access.game.moves.filter(number=at).first()
    speed = request.GET.get("play", "")
    names = Names(access.game)
    replay = present_replay(access, table_view, links, move, speed, names_then=names)
    address, picture = (
        public_url(request, reverse(name, args=[access.game.code]))
        for name in ("replay", "moment")
    )
    place = get_position_at(access.game, at)
    moments = list_moments(access.game)
    context = {
        "replay": replay,
        "coach": _coach(request, access, table_view, place, names),
        "table": show_page(table_view, list_percents(table_view, place)).render(),
        "moments": present_moments(access, table_view, moments, place, names),
        "shared": request.GET.get("shared", ""),
        "address": address,
        "picture": picture,
        "language": access.game.language,
        "preview": _title_preview(access, at),
        "known": present_known(access, table_view, place, names),
        "is_step": _is_step(request, at),
    }
    return render(request, "games/archive/replay.html", context)


def _title_preview(access: Access, at: int) -> str:
    """Return the title of a shared moment in the language of its table, else empty."""
    with override(access.game.language):
        moments = list_moments(access.game) if access.link else []
        moment = find_moment(moments, at)
        return moment.title if moment else ""


@runs_on(Kind.SEARCHES)
@require_safe
@cache_control(private=True, no_store=True)
def show_moment(request: SiteRequest, code: str) -> HttpResponse:
    """Draw a moment of a closed game for the preview of a link to it."""
    access = get_access_or_404(request, code)
    at = number_or_404(request.GET.get("at", "0"))
    moment = found_or_404(find_moment(list_moments(access.game), at))
    seats = access.game.seats.order_by("index").values_list("investigator", flat=True)
    return HttpResponse(draw_moment(moment, list(seats)), content_type="image/png")


@runs_on(Kind.SEARCHES)
@require_safe
def summary(request: SiteRequest, code: str) -> HttpResponse:
    """Show a few lines about each player of a closed game, as a page or a fragment."""
    access = get_access_or_404(request, code)
    if not access.sees_all:
        raise Http404
    rounds = get_revealed_rounds(access.game)
    context = {
        "code": access.game.code,
        "summaries": present_summaries(access.list_holdings(), rounds),
    }
    return answer_part(request, "archive/summary", context)


@runs_on(Kind.SEARCHES)
@gzip_page
@require_safe
@cache_control(private=True, no_store=True)
def show_picture(request: SiteRequest, code: str) -> HttpResponse:
    """Draw a closed game, to share: the chief of each round, and the result."""
    game = get_game_or_404(code)
    rounds = game.rounds.filter(mistaken=[]).exclude(chief="")
    # Only a game that is over has points.
    seats = game.seats.exclude(points=None).order_by("-points", "index")
    if not seats:
        raise Http404
    context = {"seats": seats, "chiefs": rounds.values_list("chief", flat=True)}
    kind = "image/svg+xml"
    return render(request, "games/archive/picture.svg", context, content_type=kind)


@require_POST
def share(request: SiteRequest, code: str) -> HttpResponse:
    """Create or withdraw a link to the replay. Players of the game only."""
    access = get_access_or_404(request, code)
    viewer = _choose_viewer(request.POST.get("as"), access)
    act = withdraw_replay if "withdraw" in request.POST else share_replay
    try:
        act(access.game, get_player_for(request), viewer)
    except TableError as error:
        raise Http404 from error
    at = number_or_404(request.POST.get("at", "0"))
    shown = to_query_value(viewer)
    query = build_query(at, shown)
    if "withdraw" not in request.POST:
        query += f"&shared={shown}"
    return redirect(reverse("replay", args=[access.game.code]) + f"{query}#share")


def _coach(
    request: SiteRequest,
    access: Access,
    table_view: TableView,
    place: MovePosition | None,
    names: Names,
) -> dict[str, Any] | None:
    """Return the coach of the viewer's seat; without a seat there is none."""
    if place is None or table_view.viewer < 0:
        return None

    def build_address(at: int, why: str) -> str:
        return build_query(at, to_query_value(table_view.viewer), access.link, why)

    cast = build_cast(names, place, access.find_own_seat(place.known_at))
    moment = build_moment(place, table_view.viewer)
    coach = present_coach(moment, cast, build_address, request.GET.get("why", ""))
    # A visitor with a shared link gets no form.
    reader = None if access.link else get_player_for(request)
    wrong = sign_proof(access.game, table_view.viewer, coach, reader)
    return coach | {"wrong": wrong, "code": access.game.code}


def _choose_viewer(asked: str | None, access: Access) -> Viewer:
    """Return the requested viewer of the replay.

    Raises:
        Http404: the viewer does not exist, or the user may not look as that viewer.
    """
    if asked is None:
        return access.default
    viewer = VIEWERS[asked] if asked in VIEWERS else number_or_404(asked)
    if viewer not in access.viewers:
        raise Http404
    return viewer


def _is_step(request: SiteRequest, at: int) -> bool:
    """Return whether htmx asks for the move right after the one that its page shows.

    The answer then animates the new card, as at the table.
    """
    shown = (request.htmx.current_url or "").partition("#")[0]
    before = parse_qs(shown.partition("?")[2]).get("at", ["0"])[0]
    return bool(request.htmx) and before == str(at - 1)
