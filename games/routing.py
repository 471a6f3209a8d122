"""The addresses of sockets."""

from django.urls import path, re_path

from games.table.live.consumers import NoSuchSocket, TableConsumer

websocket_urlpatterns = [
    path("ws/t/<str:code>/", TableConsumer.as_asgi()),
    re_path("", NoSuchSocket.as_asgi()),
]
