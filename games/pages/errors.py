"""Pages for what went wrong, in the site's look and the reader's language."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from games.ops.database import is_outage

# Seconds after which it is worth trying again while the database is away.
_RETRY_AFTER = 3


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what no browser sends by itself."""
    if is_outage(exception):
        return _unavailable(request)
    return _page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer somebody who may not see this page."""
    return _page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address where nothing is, or nothing that may be seen."""
    return _page(request, 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that did not prove where it came from; mostly it was too old."""
    return _page(request, 403, "403_csrf.html")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when the site itself failed.

    Without the request, so that no context processor asks the database. If even the
    page fails, its heading is left.
    """
    if is_outage(sys.exception()):
        return _unavailable(request)
    try:
        content = render_to_string("500.html")
    except Exception:
        content = _("Something broke")
    return HttpResponse(content, status=500)


def _unavailable(request: HttpRequest) -> HttpResponse:
    """Answer while the database is away, full or read-only; pages send moves again."""
    sentence = _(
        "The site cannot save anything just now. Moves that were confirmed are kept."
        " Try again in a moment."
    )
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


def _page(request: HttpRequest, status: int, template: str = "") -> HttpResponse:
    if request.htmx:
        # A page does not fit where a fragment goes: the browser loads all of it anew.
        response = HttpResponseClientRefresh()
        response.status_code = status
    else:
        response = render(request, template or f"{status}.html", status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
