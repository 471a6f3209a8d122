"""Health checks and metrics for the site's operators (docs/operations.md)."""

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from charlie_site.readiness import readiness
from games.play.selectors import count_open_tables
from runtime.addresses import parse_address, read_host
from runtime.metrics import BUILD, OPEN_TABLES, SEATED_PLAYERS
from runtime.threads import runs_on

BUILD.labels(settings.VERSION).set(1)
_PROBED = {"/healthz", "/readyz"}
_SAID_BY_PROXIES = {"X-Forwarded-For", "Forwarded", "Via"}


def accept_probes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer health checks that name this process by any address, as probes do.

    Middleware. For all other pages, ALLOWED_HOSTS has the hosts.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path in _PROBED:
            # Without the header, Django takes the address of the connection.
            sent = request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", ""))
            if parse_address(read_host(sent)):
                request.META["HTTP_HOST"] = "localhost"
        return get_response(request)

    return middleware


@runs_on(None)
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive."""
    return HttpResponse("ok\n", content_type="text/plain")


@runs_on(None)
@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer whether this process can serve requests, and list its troubles."""
    troubles = readiness.check()
    content = "".join(f"not ready: {trouble}\n" for trouble in troubles) or "ok\n"
    status = 503 if troubles else 200
    return HttpResponse(content, status=status, content_type="text/plain")


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this process. Needs METRICS_TOKEN or a local request."""
    if not _may_read_metrics(request):
        raise PermissionDenied
    # The other metrics are wanted while the database is away, too.
    with suppress(DatabaseError):
        tables, players = count_open_tables()
        OPEN_TABLES.set(tables)
        SEATED_PLAYERS.set(players)
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _may_read_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        shown = request.headers.get("Authorization", "")
        return constant_time_compare(shown, f"Bearer {settings.METRICS_TOKEN}")
    # A proxy on this machine also connects from the loopback address.
    came_directly = not _SAID_BY_PROXIES & {*request.headers}
    address = parse_address(request.META.get("REMOTE_ADDR", ""))
    return came_directly and address is not None and address.is_loopback
