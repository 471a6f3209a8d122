"""The pages of an evening, and of a club: the way to its newest table, its nights."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.archive.access import find_access
from games.archive.standings import list_nights, present_evening
from games.archive.story import tell_story
from games.labels import name_table
from games.models import Club, Game
from games.play.selectors import get_game_or_404
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.table.form_views import build_table_address, go_to
from games.table.lobby.club import find_newest_table, get_tables_for
from games.table.lobby.evening import (
    get_newest_table,
    is_evening_ended,
    may_end_evening,
)
from games.table.page.responses import answer_part
from runtime.threads import Kind, runs_on


@runs_on(Kind.SEARCHES)
@require_safe
def show_evening(request: SiteRequest, code: str) -> HttpResponse:
    """Show the evening of a table after its closed games, as a page or a fragment."""
    game, player = get_game_or_404(code), get_player_for(request)
    story = tell_story(game) if game.ended_at else ()
    context = {
        "code": game.code,
        "language": game.language,
        "evening": present_evening(game.evening_code),
        "story": story,
        "may_replay": bool(story) and find_access(game, request) is not None,
        "told": " ".join([sentence.words for sentence in story]),
        "is_host": player is not None and game.host_id == player.pk,
        "may_end": may_end_evening(game),
        "is_ended": is_evening_ended(game) and get_newest_table(game) == game,
    }
    return answer_part(request, "archive/evening", context)


@runs_on(Kind.SEARCHES)
@require_safe
def lead_to_club(request: SiteRequest, code: str) -> HttpResponse:
    """Redirect to the newest table of a club; once that is over, show the nights."""
    club = _get_club_or_404(code)
    table = find_newest_table(club)
    if table is None or table.ended_at is not None:
        if request.htmx:
            # The page that waits for the next table needs no nights again.
            return _keep_robots_away(HttpResponse(status=204))
        return _keep_robots_away(_show(request, club, table))
    return _keep_robots_away(go_to(request, build_table_address(table.code)))


@runs_on(Kind.SEARCHES)
@require_safe
def show_nights(request: SiteRequest, code: str) -> HttpResponse:
    """Show the winners of each night of a club."""
    club = _get_club_or_404(code)
    return _keep_robots_away(_show(request, club, find_newest_table(club)))


def _get_club_or_404(code: str) -> Club:
    # PostgreSQL accepts no zero byte.
    if not code.isprintable():
        raise Http404
    return get_object_or_404(Club.objects.select_related("player"), code=code)


def _show(request: SiteRequest, club: Club, table: Game | None) -> HttpResponse:
    context = {
        "club": club,
        "title": name_table(club.player.name),
        "table": table,
        "language": table.language if table else get_language(),
        "nights": list_nights(get_tables_for(club), get_player_for(request)),
    }
    return render(request, "games/archive/club.html", context)


def _keep_robots_away(answer: HttpResponse) -> HttpResponse:
    answer["X-Robots-Tag"] = "noindex"
    return answer
