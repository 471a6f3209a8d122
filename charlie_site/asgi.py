"""The ASGI application: HTTP by the one-hop handler, sockets by Channels."""

import gc
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.checks import run_checks
from django.core.handlers.asgi import ASGIHandler

from charlie_site.logging import WithRequestId
from charlie_site.origins import OwnOriginValidator
from games.table.routing import websocket_urlpatterns
from runtime.checks import TAG
from runtime.plain import is_plain
from runtime.server.handler import OneHopHandler
from runtime.single_process import hold_lock

# No AuthMiddlewareStack: it reads session and user on a thread that all sockets
# share. A consumer reads them itself, from the cookies, on a kept thread.
application = WithRequestId(
    ProtocolTypeRouter(
        {
            "http": ASGIHandler() if is_plain("handler") else OneHopHandler(),
            "websocket": OwnOriginValidator(
                CookieMiddleware(URLRouter(websocket_urlpatterns))
            ),
        }
    )
)


def prepare_process() -> None:
    """Exit if the site must not be served like this; tune the garbage collector."""
    for problem in run_checks(tags=[TAG]):
        if problem.is_serious():
            sys.exit(str(problem))
    if not settings.REDIS_URL:
        hold_lock(settings.DATA_DIR)
    # Objects that live as long as the process are never collected. Young objects are
    # collected often: ten times as many would stop all tables for 40 ms. The oldest
    # generation is collected seldom, because that takes longer still.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 1_000)


prepare_process()
