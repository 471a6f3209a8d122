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
    """Add the headers that Django's middleware gives to pages.

    A file that is opened by itself runs no script, and no page frames it.
    """
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = settings.SECURE_REFERRER_POLICY
    headers["Cross-Origin-Opener-Policy"] = settings.SECURE_CROSS_ORIGIN_OPENER_POLICY
