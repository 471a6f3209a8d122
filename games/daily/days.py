"""The days of the case of the day: which one is today's, and which are shown."""

from datetime import date, timedelta

from django.http import Http404
from django.utils import timezone

FIRST_DAY = date(2026, 1, 1)
# A day begins first in the zone that is so far ahead of UTC.
_MOST_AHEAD = timedelta(hours=14)
# The number of days that the page links to.
_SHOWN_DAYS = 7


def find_today() -> date:
    """Return the day of today's case: it changes at midnight in the visitor's zone."""
    return timezone.localdate()


def read_day_or_404(text: str) -> date:
    """Return the day of a case.

    Raises:
        Http404: the text is no ISO date, or the day is before FIRST_DAY, or has begun
            nowhere on earth: a friend's link may come from any zone.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    newest = (timezone.now() + _MOST_AHEAD).date()
    if day.isoformat() != text or not FIRST_DAY <= day <= newest:
        raise Http404
    return day


def list_days_around(day: date) -> tuple[date, ...]:
    """Return up to seven days: the given one, and others up to today."""
    last = max(day, min(day + timedelta(_SHOWN_DAYS - 2), find_today()))
    days = (last - timedelta(back) for back in reversed(range(_SHOWN_DAYS)))
    return tuple(each for each in days if each >= FIRST_DAY)
