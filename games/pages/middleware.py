"""Keeps private pages out of caches, and enforces rate limits."""

from collections.abc import Callable
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.codes import clean_code, find_code
from games.errors import Refused, TooFast
from games.models import Game
from games.pages.error_pages import EXPIRED, refuse_early, refuse_fast, write_refusal
from games.play.selectors import has_part_in
from games.players import limits
from games.players.identity import get_player_for, note_last_seen
from games.players.requests import SiteRequest
from games.table.page.refusals import note_refusal
from runtime.addresses import read_client_address
from runtime.queue import Client, known_sessions
from runtime.server.asgi_types import Scope
from runtime.server.http import Destination
from runtime.threads import Kind

# Seconds; for 429 answers that lack a Retry-After, such as allauth's.
_DEFAULT_RETRY_AFTER = 60
# Addresses that make exercises.
_PRACTISING = {"exercise", "lesson"}
# Addresses with a form for a code.
_TYPED = {"home", "tv"}
# The cookie with the time zone of the browser, the same one for all sites of this host.
_ZONE = "charlie_zone"


# It reads a folder of the system, and each client of a test loads the middleware anew.
_list_zones = cache(available_timezones)


def use_time_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Write times in the zone that the visitor's browser has named in a cookie.

    Without one they stand in the site's zone. static/js/zone.js sets the cookie.
    """
    known = _list_zones()

    def middleware(request: HttpRequest) -> HttpResponse:
        zone = request.COOKIES.get(_ZONE)
        with timezone.override(zone if zone in known else None):
            return get_response(request)

    return middleware


class SiteMiddleware:
    """Counts wrong table codes, and refuses strangers' guesses above the limit.

    Notes once a day that a player was here, if the view looked for the player. Keeps
    answers to users and guests out of every cache: their pages show a name, and on a
    shared computer the back button would show them again after a sign-out.
    """

    def __init__(self, get_response: Callable[[SiteRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 404 and _has_wrong_code(request):
            wait = limits.count_wrong_code(read_client_address(request))
            response = _refuse(request, TooFast(wait)) if wait else response
        if response.status_code == 429:
            response.headers.setdefault("Retry-After", str(_DEFAULT_RETRY_AFTER))
        note_last_seen(request)
        if getattr(request, "player", None):
            known_sessions.note(request.session.session_key)
        if _is_for_one(request, response):
            # Answers that may be cached say so: they show no name.
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def process_view(
        self, request: SiteRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a stranger from an address at its limit, even with a right code."""
        address = read_client_address(request)
        if request.method == "POST" and (wait := _count_form(request)):
            return _refuse(request, TooFast(wait))
        request.code = _code_in(request, kwargs)
        wait = limits.count_guess_wait(address) if request.code is not None else 0
        if not wait:
            return None
        player = get_player_for(request)
        if player is not None and has_part_in(player, request.code or ""):
            return None
        return _refuse(request, TooFast(wait))

    def process_exception(
        self, request: SiteRequest, exception: Exception
    ) -> HttpResponse | None:
        """Render a rate limit that was reached outside a table's page."""
        return _refuse(request, exception) if isinstance(exception, TooFast) else None


def _count_form(request: SiteRequest) -> int:
    """Count a form; return for how many seconds its browser may send none, mostly 0.

    Anybody can invent a session, so strangers count by address. Moves of players have a
    limit of their own.
    """
    limit, key = limits.FORMS_OF_STRANGERS, read_client_address(request)
    if get_player_for(request) is not None:
        match = request.resolver_match
        if match and match.url_name == "moves":
            return 0
        limit, key = limits.FORMS, request.session.session_key or ""
    return 0 if limit.hit(key) else limit.count_wait(key)


def admit(scope: Scope, place: Destination, client: Client) -> HttpResponse | None:
    """Return the refusal of a request that no thread has to see, None for all others.

    It runs on the event loop: no query, and no call that waits.
    """
    if wait := _count_wait(scope["method"], place, client):
        return refuse_fast(scope, wait)
    if scope["method"] != "POST":
        return None
    cookies = scope["cookies"]
    if settings.CSRF_COOKIE_NAME not in cookies:
        return refuse_early(scope, EXPIRED, "403_csrf.html")
    if place.name == "moves" and settings.SESSION_COOKIE_NAME not in cookies:
        return refuse_early(scope, Refused.NOT_SEATED.value, "games/table/refused.html")
    return None


def _count_wait(method: str, place: Destination, client: Client) -> int:
    """Return for how many seconds a limit refuses this request, 0 for most.

    It counts forms with a password; views and the middleware count the others.
    """
    address = client.address
    if place.name in _PRACTISING:
        return limits.PRACTICE.count_wait(address)
    if method != "POST":
        return 0
    if place.kind is Kind.PASSWORDS and not limits.PASSWORDS.hit(address):
        return limits.PASSWORDS.count_wait(address)
    if not client.session:
        return limits.FORMS_OF_STRANGERS.count_wait(address)
    return 0 if place.name == "moves" else limits.FORMS.count_wait(client.session)


def _is_for_one(request: SiteRequest, response: HttpResponse) -> bool:
    """Return whether the view read the session of a user or a guest; runs no query."""
    session = request.session
    return response.status_code < 500 and session.accessed and not session.is_empty()


def _code_in(request: SiteRequest, kwargs: dict[str, Any]) -> str | None:
    if "code" in kwargs:
        return str(kwargs["code"])
    match = request.resolver_match
    is_typed = match and match.view_name in _TYPED and request.method == "POST"
    return find_code(request.POST.get("code", "")) if is_typed else None


def _has_wrong_code(request: SiteRequest) -> bool:
    """Return whether the request named a code that no table has.

    A 404 alone does not tell: an existing table may lack a page.
    """
    code = getattr(request, "code", None)
    return code is not None and not Game.objects.filter(code=clean_code(code)).exists()


def _refuse(request: SiteRequest, error: TooFast) -> HttpResponse:
    return write_refusal(request, note_refusal(error), "429.html", error.next_try)
