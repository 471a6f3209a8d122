"""The requests that views take: Django's, after middleware and decorators."""

from datetime import datetime

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models import Player

_MOST_DIGITS = 6


class SiteRequest(HttpRequest):
    """A request that has passed this site's middleware."""

    htmx: HtmxDetails
    # The table code that the request names; games.pages.middleware sets it.
    code: str | None
    # Cached by games.players.identity; not set before the first look.
    player: Player | None
    # The end of the player's ban, if there is one; noted with the player.
    ban: datetime | None


class SignedInRequest(SiteRequest):
    """A request of a signed-in user, for views that require an account."""

    user: User


def read_number(typed: str, most_digits: int) -> int | None:
    """Return a number that was sent; None if it is none, or has more digits."""
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= most_digits
    return int(typed) if is_number else None


def number_or_404(typed: str) -> int:
    """Return a number that an address holds.

    Raises:
        Http404: it is none, or longer than the number of any move.
    """
    return found_or_404(read_number(typed, _MOST_DIGITS))


def found_or_404[T](value: T | None) -> T:
    """Return a value.

    Raises:
        Http404: there is none.
    """
    if value is None:
        raise Http404
    return value
