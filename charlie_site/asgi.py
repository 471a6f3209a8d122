"""The server's entrance: pages by the one-hop handler, sockets by Channels."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402

from charlie_site.handler import OneHopHandler  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

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
