"""The server's entrance: pages by the one-hop handler, sockets by Channels."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware

from charlie_site.handler import OneHopHandler
from games.routing import websocket_urlpatterns

# No AuthMiddlewareStack: it reads session and user on a thread that all sockets
# share. A consumer reads them itself, from the cookies, on a kept thread.
application = ProtocolTypeRouter(
    {
        "http": OneHopHandler(),
        "websocket": AllowedHostsOriginValidator(
            CookieMiddleware(URLRouter(websocket_urlpatterns))
        ),
    }
)
