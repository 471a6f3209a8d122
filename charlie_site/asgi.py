"""The server's entrance: pages by the one-hop handler, sockets by Channels."""

import gc
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.checks import run_checks

from charlie_site.alone import hold_alone
from charlie_site.handler import OneHopHandler
from charlie_site.request_ids import WithRequestId
from charlie_site.sockets import drop_floods
from games.ops.checks import TAG
from games.table.routing import websocket_urlpatterns

for problem in run_checks(tags=[TAG]):
    if problem.is_serious():
        sys.exit(str(problem))
if not settings.REDIS_URL:
    hold_alone(settings.DATA_DIR)
drop_floods()

# No AuthMiddlewareStack: it reads session and user on a thread that all sockets
# share. A consumer reads them itself, from the cookies, on a kept thread.
application = WithRequestId(
    ProtocolTypeRouter(
        {
            "http": OneHopHandler(),
            "websocket": AllowedHostsOriginValidator(
                CookieMiddleware(URLRouter(websocket_urlpatterns))
            ),
        }
    )
)

# What lives as long as the process need not be looked through again and again. What has
# just been made is looked through often, as ten times as much would hold up all tables
# for 40 ms, and all that there is seldom, for it would hold them up for longer.
gc.collect()
gc.freeze()
gc.set_threshold(5_000, 5, 1_000)
