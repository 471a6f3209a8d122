"""The ASGI application: HTTP by Django on our threads, sockets by Channels.

Sockets open only for pages of this site, by the rules that Django has for forms.
"""

import gc
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import DisallowedHost

from charlie_site.checks import TAG
from charlie_site.destinations import find_destination
from charlie_site.logging import WithRequestId
from charlie_site.single_process import hold_lock
from charlie_site.static import serve_static
from games.pages.error_pages import refuse_for_now
from games.pages.middleware import admit
from games.play.clock import serving
from games.routing import websocket_urlpatterns
from runtime.server.asgi_types import Receive, Scope, Send
from runtime.server.http import Handler, OnThreads, Request, build_environ


class OwnOriginValidator:
    """Refuses sockets of pages with another scheme, host or port than the request.

    Browsers let any page open a socket anywhere and send the cookies along.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        serve = self.application if has_own_origin(scope) else WebsocketDenier()
        await serve(scope, receive, send)


def has_own_origin(scope: Scope) -> bool:
    """Return whether a socket was opened by a page of this site.

    The settings name the proxy's header with the scheme and further origins.
    """
    # Django reads hosts and schemes from requests only.
    is_secure = scope.get("scheme") == "wss"
    scheme = "https" if is_secure else "http"
    request = Request(build_environ({**scope, "scheme": scheme}))
    origin = request.headers.get("Origin", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        return origin == f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False


# No AuthMiddlewareStack: it reads session and user on a thread that all sockets
# share. A consumer reads them itself, from the cookies, on its table's worker.
application = WithRequestId(
    ProtocolTypeRouter(
        {
            "http": serve_static(
                OnThreads(Handler(), find_destination, admit, refuse_for_now)
            ),
            "websocket": OwnOriginValidator(
                CookieMiddleware(URLRouter(websocket_urlpatterns))
            ),
        }
    )
)


def prepare_process() -> None:
    """Exit if the site must not be served like this; tune the garbage collector.

    Note that the process takes moves from now on.
    """
    for problem in run_checks(tags=[TAG]):
        if problem.is_serious():
            sys.exit(str(problem))
    if not settings.REDIS_URL:
        hold_lock(settings.DATA_DIR, settings.PUBLIC_URL)
    # Objects that live as long as the process are never collected. Young objects are
    # collected often: ten times as many would stop all tables for 40 ms. The oldest
    # generation is collected seldom, because that takes longer still.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 1_000)
    serving.begin()


prepare_process()
