"""The case of the day, and practice. They need no player and keep no state."""

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.daily.case_page import (
    DIFFICULTIES,
    build_puzzle_cast,
    describe_result,
    give_hint,
    present_case,
    present_exercise,
    read_marks,
    read_suspects,
)
from games.daily.days import find_today, list_days_around, read_day_or_404
from games.daily.rating import read_rating
from games.deduction.candidates import Cards, Position
from games.deduction.puzzles import (
    Case,
    Difficulty,
    Puzzle,
    find_daily_case,
    find_exercise,
)
from games.players.limits import CASES, PRACTICE, enforce
from games.rules.editions import Investigator
from games.rules.suspects import Side
from runtime.addresses import public_url, read_client_address
from runtime.threads import Kind, require_slow_thread, runs_on

# The cases that this process has made: a fiendish one takes up to some seconds.
_cases: dict[date, Case] = {}
LAST_EXERCISE = 1000


def _make_case(request: HttpRequest, day: date) -> Case:
    """Return the case of a day, and count it if this process has not made it yet.

    Raises:
        TooFast: its address has asked for too many of them.
    """
    require_slow_thread(Kind.SEARCHES)
    if day not in _cases:
        enforce(CASES, read_client_address(request))
        _cases[day] = find_daily_case(day)
    return _cases[day]


@cache
def _read_deals() -> dict[str, list[int]]:
    """Return the deals of all exercises by difficulty (tools/exercises.py)."""
    stored: dict[str, list[int]] = json.loads(_read_file("exercises.json"))
    return stored


def _get_exercise(difficulty: Difficulty, number: int) -> Puzzle:
    return find_exercise(difficulty, number, _read_deals()[difficulty][number - 1])


def _read_file(name: str) -> str:
    return Path(__file__).with_name(name).read_text()


@require_safe
@cache_control(no_store=True)
def show_today(request: HttpRequest) -> HttpResponse:
    """Redirect to today's case."""
    return redirect("case", find_today().isoformat())


@runs_on(Kind.SEARCHES)
@gzip_page
@require_safe
def show_case(request: HttpRequest, day: str) -> HttpResponse:
    """Show the case of a day with the accusations and marks in its address."""
    wanted = read_day_or_404(day)
    case = present_case(
        _make_case(request, wanted),
        wanted,
        list_days_around(wanted),
        accused=read_suspects(request.GET.getlist("accuse")),
        ruled_out=read_marks(request.GET.getlist("out")),
        gave_up="solve" in request.GET,
    )
    address = public_url(request, reverse("case", args=[day]))
    context = {"case": case, "share": describe_result(address, case)}
    return render(request, "games/daily/case.html", context)


@gzip_page
@require_safe
def show_levels(request: HttpRequest) -> HttpResponse:
    """Show the levels of practice, and the rating of this device."""
    rating = read_rating(request)
    levels = [
        (level.value, words, min(rating.find_next(level), LAST_EXERCISE))
        for level, words in DIFFICULTIES.items()
    ]
    context = {"levels": levels, "rating": rating}
    return render(request, "games/daily/levels.html", context)


@runs_on(Kind.SEARCHES)
@gzip_page
@require_safe
def show_exercise(request: HttpRequest, level: str, number: int) -> HttpResponse:
    """Show an exercise with the answer and the marks in its address."""
    if level not in set(Difficulty) or not 1 <= number <= LAST_EXERCISE:
        raise Http404
    enforce(PRACTICE, read_client_address(request))
    difficulty, before = Difficulty(level), read_rating(request)
    puzzle = _get_exercise(difficulty, number)
    exercise = present_exercise(puzzle, build_puzzle_cast(puzzle), request.GET)
    rating = before
    if exercise["is_answered"]:
        rating = before.after(difficulty, number, is_right=exercise["is_right"])
    title = _("Exercise %(number)s") % {"number": number}
    context = {
        "exercise": exercise,
        "title": f"{title} ({DIFFICULTIES[difficulty]})",
        "next": reverse("exercise", args=[level, number % LAST_EXERCISE + 1]),
        "rating": rating,
        "change": rating.shown - before.shown,
    }
    response = render(request, "games/daily/exercise.html", context)
    if rating != before:
        rating.send(response)
    return response


@runs_on(Kind.SEARCHES)
@gzip_page
@require_safe
def show_lesson(request: HttpRequest, number: int) -> HttpResponse:
    """Show a lesson as an exercise; the last one leads on to practice.

    The first wrong answer gets a hint, and another try.
    """
    lessons = _read_lessons()
    if not 1 <= number <= len(lessons):
        raise Http404
    enforce(PRACTICE, read_client_address(request))
    puzzle, is_last = lessons[number - 1], number == len(lessons)
    cast, asked, hint = build_puzzle_cast(puzzle), request.GET.copy(), ""
    exercise = present_exercise(puzzle, cast, asked)
    if exercise["is_answered"] and not exercise["is_right"] and "tried" not in asked:
        del asked["accuse"]
        exercise = present_exercise(puzzle, cast, asked)
        hint = give_hint(puzzle, cast)
    context = {
        "exercise": exercise,
        "hint": hint,
        "lesson": number,
        "count": len(lessons),
        "next": reverse("practice")
        if is_last
        else reverse("lesson", args=[number + 1]),
    }
    return render(request, "games/daily/exercise.html", context)


@cache
def _read_lessons() -> list[Puzzle]:
    """Return positions of recorded games (tools/lessons.py), one for each topic."""
    stored = json.loads(_read_file("lessons.json"))
    return [_read_puzzle(each) for each in stored]


def _read_puzzle(lesson: dict[str, Any]) -> Puzzle:
    pairs = zip(lesson["lines"], lesson["discards"], strict=True)
    cards = tuple(Cards(tuple(line), tuple(pile)) for line, pile in pairs)
    known = {int(place): Side(side) for place, side in lesson["known"].items()}
    seats, covered = map(Investigator, lesson["seats"]), lesson["covered"]
    return Puzzle(tuple(seats), Position(cards, known), covered, lesson["you"])
