"""Browsers without JavaScript: a session for each player, and moves by POST."""

import uuid

from django.test import Client
from django.urls import reverse

from games.models import Game, Player

HTMX = {"HX-Request": "true"}
# A page with a socket that brings it every update.
LIVE = HTMX | {"Table-Live": "true"}


def open_browser(player: Player | None, **options) -> Client:
    """Return a browser with this guest's session; None is eve, without a seat."""
    client = Client(**options)
    if player is not None:
        session = client.session
        session["guest"] = str(player.guest_key)
        session.save()
    return client


def post_move(client: Client, game: Game, kind: str, headers=None, **fields):
    sent = {"move": kind, "key": str(uuid.uuid4()), **fields}
    return client.post(reverse("moves", args=[game.code]), sent, headers=headers)
