"""Rates the answers to exercises on a device, in a cookie, as chess ratings do."""

import math
from dataclasses import dataclass, replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.deduction.puzzles import Difficulty

COOKIE = "practice"
# Seconds.
_AGE = 365 * 24 * 60 * 60
# The rating of a visitor who solves half of a level's exercises.
OF_LEVEL = {
    Difficulty.EASY: 800,
    Difficulty.MEDIUM: 1100,
    Difficulty.HARD: 1400,
    Difficulty.FIENDISH: 1700,
}
_START, _STEP, _SCALE = 1000.0, 32, 400
_LEAST, _MOST = 0, 4000


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a device, and the last answered exercise of each level."""

    points: float = _START
    done: tuple[int, ...] = (0,) * len(Difficulty)

    @property
    def shown(self) -> int:
        """Return the rating as people see it."""
        return round(self.points)

    @property
    def is_rated(self) -> bool:
        return any(self.done)

    def find_next(self, level: Difficulty) -> int:
        """Return the first exercise of a level that follows all answered ones."""
        return self.done[_find_index(level)] + 1

    def after(self, level: Difficulty, number: int, *, is_right: bool) -> "Rating":
        """Return the rating after an answer, the same if it was answered before."""
        if number < self.find_next(level):
            return self
        expected = 1 / (1 + 10 ** ((OF_LEVEL[level] - self.points) / _SCALE))
        points = self.points + _STEP * (is_right - expected)
        done = list(self.done)
        done[_find_index(level)] = number
        return replace(self, points=points, done=tuple(done))

    def send(self, response: HttpResponse) -> None:
        """Send the rating to the device."""
        response.set_cookie(
            COOKIE,
            " ".join([f"{self.points:.1f}", *map(str, self.done)]),
            max_age=_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def read_rating(request: HttpRequest) -> Rating:
    """Return the rating of a device, a new one if it has none or a broken one."""
    try:
        first, *rest = request.COOKIES.get(COOKIE, "").split()
        points, done = float(first), tuple(map(int, rest))
    except ValueError:
        return Rating()
    is_sound = len(done) == len(Difficulty) and math.isfinite(points)
    is_sound = is_sound and _LEAST <= points <= _MOST and all(n >= 0 for n in done)
    return Rating(points, done) if is_sound else Rating()


def _find_index(level: Difficulty) -> int:
    return list(Difficulty).index(level)
