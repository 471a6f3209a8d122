"""The addresses of the game's pages."""

urlpatterns: list = []
