"""The addresses of the game's sockets."""

from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from games.table.consumer import TableConsumer


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses sockets at unknown addresses."""

    async def connect(self) -> None:
        """Answer 403 to the handshake."""
        raise DenyConnection


websocket_urlpatterns = [
    path("ws/t/<str:code>/", TableConsumer.as_asgi()),
    re_path("", NoSuchSocket.as_asgi()),
]
