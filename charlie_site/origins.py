"""Opens sockets only for pages of this site, by the rules that Django has for forms."""

from io import BytesIO
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

from runtime.server.asgi import Receive, Scope, Send


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
    as_http = {"method": "GET", "scheme": "https" if is_secure else "http"}
    request = ASGIRequest({**scope, **as_http}, BytesIO())
    origin = request.headers.get("Origin", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        return origin == f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
