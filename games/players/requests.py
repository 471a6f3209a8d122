"""Types of the requests that views take: Django's, after middleware and decorators."""

from datetime import datetime

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models.player import Player


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
