"""Practice with moments of a player's own games, just before and at certainty."""

import secrets
from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.archive.access import get_access_or_404
from games.archive.records import get_finished_games
from games.coach.moments import Names, SeatMoment, build_moment, get_position_at
from games.coach.review import build_cast
from games.daily.case_page import present_exercise
from games.deduction.puzzles import Puzzle
from games.models import Game
from games.players.identity import get_player_for
from games.players.limits import COACH, enforce
from games.players.requests import SiteRequest, found_or_404
from games.rules.editions import Investigator
from runtime.threads import Kind, runs_on

# The newest games from which moments are taken.
_GAMES = 20


@runs_on(Kind.SEARCHES)
@require_safe
def open_own(request: SiteRequest) -> HttpResponse:
    """Redirect to a moment of one of the player's closed games."""
    player = get_player_for(request)
    enforce(COACH, player.pk if player else "")
    games = get_finished_games().filter(seats__player=player).order_by("-ended_at")
    played = list(games[:_GAMES]) if player else []
    while played:
        game = played.pop(secrets.randbelow(len(played)))
        seat = game.seats.get(player=player).index
        first = game.count_moves_before_holder(seat)
        moments = [at for at in _find_moments(game, seat) if at >= first]
        if moments:
            return redirect("own-exercise", game.code, secrets.choice(moments))
    messages.info(request, _("You have no finished games yet."))
    return redirect("practice")


@runs_on(Kind.SEARCHES)
@gzip_page
@require_safe
@cache_control(private=True, no_store=True)
def show_own(request: SiteRequest, code: str, at: int) -> HttpResponse:
    """Show a moment of a closed game from the player's own seat as an exercise."""
    access = get_access_or_404(request, code)
    seat = access.find_own_seat(at)
    if seat is None or at not in _find_moments(access.game, seat):
        raise Http404
    place = found_or_404(get_position_at(access.game, at))
    puzzle = _build_puzzle(build_moment(place, seat))
    cast = build_cast(Names(access.game), place, seat)
    replay = reverse("replay", args=[access.game.code])
    context = {
        "exercise": present_exercise(puzzle, cast, request.GET),
        "title": _("Table %(code)s, round %(number)s")
        % {"code": code, "number": place.analysis.number},
        "next": reverse("own-practice"),
        "replay": f"{replay}?at={at}&as={seat}",
    }
    return render(request, "games/daily/exercise.html", context)


def _find_moments(game: Game, seat: int) -> Iterator[int]:
    """Yield the moves after which a seat could just be certain, or not quite yet."""
    start = 0
    while (place := get_position_at(game, start)) is not None:
        analysis = place.analysis.seats[seat]
        if analysis.certain_at and not analysis.is_void:
            yield place.start + analysis.certain_at - 1
            yield place.start + analysis.certain_at
        start = place.start + len(place.states)
        if start > game.move_count:
            return


def _build_puzzle(moment: SeatMoment) -> Puzzle:
    seats = tuple(Investigator(view.investigator) for view in moment.observation.seats)
    return Puzzle(seats, moment.position, (0,) * len(seats), moment.seat)
