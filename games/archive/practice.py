"""Practice with moments of the player's own games, just before and at certainty."""

import secrets
from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.archive.access import get_access_or_404
from games.archive.records import closed_games
from games.coach.moments import SeatMoment, get_position_at, moment_of
from games.coach.present import cast_of
from games.daily.present import present_exercise, read_marks
from games.deduction.puzzles import Puzzle
from games.models.game import Game
from games.play.snapshot import seat_facts_of
from games.players.identity import get_player_for
from games.players.limits import COACH, enforce
from games.players.requests import SiteRequest
from games.rules.editions import Investigator

# The newest games from which moments are taken.
_GAMES = 20


@require_safe
def open_own(request: SiteRequest) -> HttpResponse:
    """Redirect to a moment of one of the player's closed games."""
    player = get_player_for(request)
    enforce(COACH, player.pk if player else "")
    games = closed_games().filter(seats__player=player).order_by("-ended_at")
    played = list(games[:_GAMES]) if player else []
    while played:
        game = played.pop(secrets.randbelow(len(played)))
        seat = game.seats.get(player=player).index
        moments = list(_moments_of(game, seat))
        if moments:
            return redirect("own-exercise", game.code, secrets.choice(moments))
    messages.info(request, _("You have no finished games yet."))
    return redirect("practice")


@gzip_page
@require_safe
def show_own(request: SiteRequest, code: str, at: int) -> HttpResponse:
    """Show a moment of a closed game from the player's own seat as an exercise."""
    access = get_access_or_404(request, code)
    if access.seat is None or at not in _moments_of(access.game, access.seat):
        raise Http404
    place = get_position_at(access.game, at)
    if place is None:
        raise Http404
    puzzle = _puzzle_of(moment_of(place, access.seat))
    cast = cast_of(seat_facts_of(access.game.seats.order_by("index")), access.seat)
    answer = request.GET.get("accuse", "")
    marks = read_marks(request.GET.getlist("out"))
    replay = reverse("replay", args=[access.game.code])
    context = {
        "exercise": present_exercise(puzzle, cast, answer, marks),
        "title": _("Table %(code)s, move %(move)s") % {"code": code, "move": at},
        "next": reverse("own-practice"),
        "replay": f"{replay}?at={at}&as={access.seat}",
    }
    response = render(request, "games/daily/exercise.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _moments_of(game: Game, seat: int) -> Iterator[int]:
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


def _puzzle_of(moment: SeatMoment) -> Puzzle:
    seats = tuple(Investigator(view.investigator) for view in moment.observation.seats)
    return Puzzle(seats, moment.position, (0,) * len(seats), moment.seat)
