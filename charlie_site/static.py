"""Answers requests for static files before Django, as they lie on the disk."""

from collections.abc import MutableMapping
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from servestatic.asgi import ServeStaticASGI


def serve_static(application: Any) -> Any:
    """Wrap an application so that it gets no request for a static file that exists.

    With DEBUG the files are those that would be collected.
    """
    if settings.DEBUG:
        return ASGIStaticFilesHandler(application)
    return ServeStaticASGI(
        application,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        # Pages of other sites do not need the files.
        allow_all_origins=False,
        add_headers_function=add_headers,
    )


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Let a file that is opened by itself run no script, and no page frame it.

    A first visit loads ten files and has to stay below 60 kB: the headers that matter
    for pages alone stay away.
    """
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    headers["X-Content-Type-Options"] = "nosniff"
