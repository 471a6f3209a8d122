"""Around every page: the brake on guessing codes, and what is said when one bites."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from games.errors import TooFast
from games.models.codes import clean_code
from games.models.game import Game
from games.ops import rate_limits
from games.ops.addresses import address_of
from games.play.selectors import has_part_in
from games.players.identity import get_player_for
from games.table.refusals import refusal_of
from games.table.render import alert_update

# Seconds, where who refused has not said how many: allauth does not.
_WAIT = 60


class RateLimitMiddleware:
    """Counts codes that are no table's, and lets strangers guess no more at a limit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_wrong_code = response.status_code == 404 and _asks_for_no_table(request)
        if is_wrong_code and not rate_limits.count_wrong_code(address_of(request)):
            response = _refuse(request, TooFast(rate_limits.WRONG_CODES.seconds))
        if response.status_code == 429:
            response.headers.setdefault("Retry-After", str(_WAIT))
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a stranger whose address has guessed too often, right or wrong."""
        request.code = _code_in(request, kwargs)
        if request.code is None or rate_limits.may_guess(address_of(request)):
            return None
        if _belongs_there(request):
            return None
        return _refuse(request, TooFast(rate_limits.WRONG_CODES.seconds))

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        """Answer where a brake bit outside of a table."""
        return _refuse(request, exception) if isinstance(exception, TooFast) else None


def _code_in(request: HttpRequest, kwargs: dict[str, Any]) -> str | None:
    """Return the code of a table that a request names, None where it names none."""
    if "code" in kwargs:
        return kwargs["code"]
    is_typed = request.resolver_match.view_name == "home" and request.method == "POST"
    return request.POST.get("code", "") if is_typed else None


def _asks_for_no_table(request: HttpRequest) -> bool:
    """Tell whether a code was asked for that is no table's: a page may miss as well."""
    code = getattr(request, "code", None)
    return code is not None and not Game.objects.filter(code=clean_code(code)).exists()


def _belongs_there(request: HttpRequest) -> bool:
    player = get_player_for(request)
    return player is not None and has_part_in(player, request.code)


def _refuse(request: HttpRequest, error: TooFast) -> HttpResponse:
    if request.htmx:
        response = HttpResponse(alert_update(refusal_of(error)), status=429)
        # Older than any page, so that it shows the alert and stays as it is.
        response["Table-Number"] = 0
    else:
        response = render(request, "429.html", status=429)
    response["Retry-After"] = error.wait
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
