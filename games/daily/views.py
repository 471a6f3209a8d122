"""The case of the day. Needs no player and keeps no state."""

from datetime import date, timedelta
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.bots.puzzles import case_of
from games.daily.present import Asked, present_case
from games.ops.addresses import public_url
from games.rules.suspects import SUSPECTS, Side

FIRST_DAY = date(2026, 1, 1)
# The number of days that the page links to.
_SHOWN_DAYS = 7

# A fiendish case takes up to some seconds, so that more than a year of days is kept.
_case_of = lru_cache(maxsize=500)(case_of)


@require_safe
def show_today(request: HttpRequest) -> HttpResponse:
    """Redirect to today's case."""
    response = redirect("case", timezone.localdate().isoformat())
    response["Cache-Control"] = "no-store"
    return response


@gzip_page
@require_safe
def show(request: HttpRequest, day: str) -> HttpResponse:
    """Show the case of a day with the accusations and marks in its address."""
    wanted = _day_or_404(day)
    page = present_case(_case_of(wanted), _asked(request), wanted, _days_around(wanted))
    address = public_url(request, reverse("case", args=[day]))
    context = {"case": page, "share": page.result_at(address)}
    return render(request, "games/daily/case.html", context)


def _day_or_404(text: str) -> date:
    """Return the day of a case.

    Raises:
        Http404: the text is no ISO date, or the day is in the future or before
            FIRST_DAY.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if day.isoformat() != text or not FIRST_DAY <= day <= timezone.localdate():
        raise Http404
    return day


def _days_around(day: date) -> tuple[date, ...]:
    """Return up to seven days with the given one among them, today at the latest."""
    last = min(day + timedelta(_SHOWN_DAYS - 2), timezone.localdate())
    days = (last - timedelta(back) for back in reversed(range(_SHOWN_DAYS)))
    return tuple(each for each in days if each >= FIRST_DAY)


def _asked(request: HttpRequest) -> Asked:
    """Return the content of the address, without its invalid parts."""
    accused = request.GET.getlist("accuse")
    marks = (mark.partition(".") for mark in request.GET.getlist("out"))
    return Asked(
        accused=tuple(suspect for suspect in accused if suspect in SUSPECTS),
        ruled_out=frozenset(
            (int(seat), Side(side))
            for seat, _, side in marks
            if seat in "1234" and len(seat) == 1 and side in set(Side)
        ),
        gave_up="solve" in request.GET,
    )
