"""The addresses of the game's sockets."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/t/<str:code>/", TableConsumer.as_asgi())]
