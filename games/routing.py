"""The addresses of the game's sockets."""

websocket_urlpatterns: list = []
