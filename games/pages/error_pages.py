"""Error pages in the site's look and the reader's language."""

import logging
import sys
from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Any

from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxMiddleware

from games.errors import Refusal, TooFast
from games.players.requests import SiteRequest
from games.table.page.responses import write_alert
from runtime.database import RETRY_AFTER, is_outage
from runtime.queue import QueueFull
from runtime.server.asgi_types import Scope
from runtime.server.http import Request, build_environ
from runtime.threads import TooLate

logger = logging.getLogger(__name__)
_BUSY = Refusal(
    gettext_lazy("The site has a lot to do right now. Try again in a moment."),
    status=503,
    wait=RETRY_AFTER,
)
# While the database is away, full or read-only.
_AWAY = Refusal(
    gettext_lazy(
        "The site can't save anything right now. Your confirmed moves are safe. Try "
        "again in a moment."
    ),
    status=503,
    wait=RETRY_AFTER,
)
# A form without the cookie of its token: the page says so, and htmx loads it anew.
EXPIRED = Refusal("", status=403)


def bad_request(request: SiteRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request, or one to a foreign host (400)."""
    if is_outage(exception):
        return write_refusal(request, _AWAY, "503.html")
    if isinstance(exception, DisallowedHost):
        host = request.META.get("HTTP_HOST", "")
        logger.warning(
            "A request for the host %.100a was refused: it is not in ALLOWED_HOSTS.",
            host,
            extra={"often": "host"},
        )
        return _page(request, 400, "400_host.html")
    return _page(request, 400)


def permission_denied(request: SiteRequest, exception: Exception) -> HttpResponse:
    """Answer a user without permission for this page (403)."""
    return _page(request, 403)


def page_not_found(request: SiteRequest, exception: Exception) -> HttpResponse:
    """Answer an address that does not exist, or that the user may not see (404)."""
    return _page(request, 404)


def csrf_failure(request: SiteRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid CSRF token, which mostly is too old (403)."""
    return _page(request, 403, "403_csrf.html")


def server_error(request: SiteRequest) -> HttpResponse:
    """Answer an unexpected error (500), or an outage of the database (503).

    The page is rendered without the request, so that no context processor queries the
    database. If even that fails, the answer is its heading alone.
    """
    if is_outage(sys.exception()):
        return write_refusal(request, _AWAY, "503.html")
    try:
        content = str(render_to_string("500.html"))
    except Exception:
        content = _("Something broke")
    return HttpResponse(content, status=500)


def refuse_fast(scope: Scope, wait: int) -> HttpResponse:
    """Answer a request above a limit, on the event loop; `wait` is in seconds."""
    error = TooFast(wait)
    return refuse_early(scope, error.refusal, "429.html", error.next_try)


def refuse_early(
    scope: Scope, refusal: Refusal, template: str, next_try: str | Promise = ""
) -> HttpResponse:
    """Answer a request that no thread has seen, on the event loop: it runs no query.

    The answer has the headers and the language of all others.
    """
    early = {"refusal": refusal, "template": template, "next_try": next_try}
    try:
        return _respond_early(Request(build_environ(scope) | early))
    except SuspiciousOperation:
        # The host is not this site's.
        return HttpResponseBadRequest()


def refuse_for_now(scope: Scope, error: QueueFull | TooLate) -> HttpResponse:
    """Answer a request for which no thread was free.

    A client with many other requests gets 429, all others 503. A page tries again.
    """
    if isinstance(error, QueueFull):
        return refuse_fast(scope, RETRY_AFTER)
    response = refuse_early(scope, _BUSY, "503.html")
    if scope["method"] == "GET":
        response["Refresh"] = str(RETRY_AFTER)
    return response


def _answer_early(request: Any) -> HttpResponse:
    facts = request.META
    return write_refusal(
        request, facts["refusal"], facts["template"], facts["next_try"]
    )


def write_refusal(
    request: SiteRequest, refusal: Refusal, template: str, next_try: str | Promise = ""
) -> HttpResponse:
    """Answer with a refusal, as a page or for htmx; it runs no query."""
    sentence = str(refusal.sentence)
    response: HttpResponse
    if not request.htmx:
        page = _write_page(template, sentence, str(next_try), get_language())
        response = HttpResponse(page)
    elif refusal.status == 503:
        response = HttpResponse(sentence)
    elif sentence:
        response = HttpResponse(write_alert(refusal))
        # The page shows the alert and stays as it is.
        response["Table-Number"] = 0
    else:
        response = HttpResponseClientRefresh()
    response.status_code = refusal.status
    patch_vary_headers(response, ["HX-Request"])
    response["Cache-Control"] = "no-store"
    if refusal.wait:
        response["Retry-After"] = str(refusal.wait)
    return response


@lru_cache(maxsize=64)
def _write_page(
    template: str, sentence: str, next_try: str, _language: str | None
) -> str:
    """Return a page without a request, in the active language."""
    return str(render_to_string(template, {"sentence": sentence, "next_try": next_try}))


# From the innermost to the outermost. None of them queries.
_EARLY: tuple[Any, ...] = (
    XFrameOptionsMiddleware,
    LocaleMiddleware,
    ContentSecurityPolicyMiddleware,
    SecurityMiddleware,
    HtmxMiddleware,
)
_respond_early: Callable[[HttpRequest], HttpResponse] = reduce(
    lambda inner, middleware: middleware(inner), _EARLY, _answer_early
)


def _page(request: SiteRequest, status: int, template: str = "") -> HttpResponse:
    if request.htmx:
        # htmx would swap a whole page into a fragment's place: the browser reloads
        # instead.
        response: HttpResponse = HttpResponseClientRefresh()
        response.status_code = status
    else:
        response = render(request, template or f"{status}.html", status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
