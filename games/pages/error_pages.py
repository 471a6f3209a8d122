"""Error pages in the site's look and the reader's language."""

import sys

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from games.players.requests import SiteRequest
from runtime.database import is_outage

# Seconds until a retry is worthwhile while the database is away.
_RETRY_AFTER = 3


def bad_request(request: SiteRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request (400)."""
    if is_outage(exception):
        return _unavailable(request)
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
        return _unavailable(request)
    try:
        content = str(render_to_string("500.html"))
    except Exception:
        content = _("Something broke")
    return HttpResponse(content, status=500)


def refuse_for_now(request: SiteRequest, method: str) -> HttpResponse:
    """Answer a request for which no thread was free (503); a page tries again."""
    response = _answer_503(
        request, _("The site has a lot to do right now. Try again in a moment.")
    )
    if method == "GET" and not request.htmx:
        response["Refresh"] = str(_RETRY_AFTER)
    return response


def _unavailable(request: SiteRequest) -> HttpResponse:
    """Answer while the database is away, full or read-only (503)."""
    return _answer_503(
        request,
        _(
            "The site can't save anything right now. Your confirmed moves are "
            "safe. Try again in a moment."
        ),
    )


def _answer_503(request: SiteRequest, sentence: str) -> HttpResponse:
    content = (
        sentence
        if request.htmx
        else render_to_string("503.html", {"sentence": sentence})
    )
    response = HttpResponse(content, status=503)
    patch_vary_headers(response, ["HX-Request"])
    response["Retry-After"] = str(_RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


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
