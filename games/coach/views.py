"""The page that explains a round to a player of its game."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.coach.complaints import call_wrong, sign_proof
from games.coach.moments import (
    Names,
    build_moment,
    get_last_revealed,
    get_position_at,
)
from games.coach.review import build_cast, present_coach
from games.codes import clean_code
from games.errors import TableError
from games.models import Game, Player
from games.players.identity import get_player_for
from games.players.limits import COACH, enforce
from games.players.requests import SiteRequest, found_or_404, number_or_404
from runtime.threads import Kind, runs_on


@runs_on(Kind.SEARCHES)
@require_safe
@cache_control(private=True, no_store=True)
@vary_on_headers("HX-Request")
def why(request: SiteRequest, code: str) -> HttpResponse:
    """Explain a revealed round of a running game to a player, from their own seat."""
    player = get_player_for(request)
    game, seat = _get_own_game_or_404(player, code)
    if game.ended_at is not None:
        return redirect("replay", game.code)
    enforce(COACH, player.pk if player else "")
    last = found_or_404(get_last_revealed(game))
    at = min(number_or_404(request.GET.get("at", str(last))), last)
    place = found_or_404(get_position_at(game, at))
    if place.known_at < game.count_moves_before_holder(seat):
        # The knowledge of the seat's former player stays with that player.
        raise Http404
    coach = present_coach(
        build_moment(place, seat),
        build_cast(Names(game), place, seat),
        lambda move, asked: f"?{urlencode({'at': move, 'why': asked})}",
        request.GET.get("why", ""),
    )
    coach |= {"wrong": sign_proof(game, seat, coach, player), "code": game.code}
    context = {"coach": coach, "code": game.code}
    return render(request, "games/coach/why.html", context)


@require_POST
def report_sentence(request: SiteRequest, code: str) -> HttpResponse:
    """Note that a reader calls a proof wrong, and go back to where it stands."""
    try:
        noted = call_wrong(request.POST.get("proof", ""), get_player_for(request))
    except TableError as error:
        raise Http404 from error
    messages.success(request, _("Thank you. The people who run this server will look."))
    # A closed game's page of the coach leads to the replay.
    address = reverse(
        "replay" if noted.game.ended_at else "why", args=[noted.game.code]
    )
    query = {"at": noted.at} | ({"as": noted.seat} if noted.game.ended_at else {})
    return redirect(f"{address}?{urlencode(query)}")


def _get_own_game_or_404(player: Player | None, code: str) -> tuple[Game, int]:
    """Return a game that has begun, and the player's seat in it.

    Raises:
        Http404: no such game has this code, or the player has no seat in it.
    """
    begun = Game.objects.filter(started_at__isnull=False)
    game = get_object_or_404(begun, code=clean_code(code))
    indices = game.seats.filter(player=player).values_list("index", flat=True)
    return game, found_or_404(indices.first() if player else None)
