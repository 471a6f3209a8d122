"""Sockets at a table."""

import json
import uuid
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from charlie_site.asgi import application
from games.models.game import Game
from games.models.player import Player
from tests.support.cast import begin_game, choose_all, look_into


def cookies_of(player: Player | None) -> str:
    """Return the cookie header of a browser with this guest's session."""
    client = Client()
    if player is not None:
        session = client.session
        session["guest"] = str(player.guest_key)
        session.save()
        return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
    return ""


async def connect(game: Game, player: Player | None, language: str = "en"):
    """Return an open socket."""
    cookie = await sync_to_async(cookies_of)(player)
    socket = WebsocketCommunicator(
        application,
        f"/ws/t/{game.code}/?language={language}",
        headers=[
            (b"origin", b"http://localhost"),
            (b"host", b"localhost"),
            (b"cookie", cookie.encode()),
        ],
    )
    connected, _ = await socket.connect()
    assert connected
    return socket


async def receive(socket) -> dict:
    return json.loads(await socket.receive_from(timeout=5))


KEY = str(uuid.UUID(int=7))
DRAW = {"move": "draw", "key": KEY}


@sync_to_async
def begin():
    """Return a game in which alice has to draw, and its players."""
    game, players = begin_game()
    choose_all(game, players)
    return game, players


@sync_to_async
def count_moves(game) -> int:
    return look_into(game).table.move_count


async def sit_down(game, player, language="en"):
    socket = await connect(game, player, language)
    await receive(socket)
    return socket


async def send(socket, move, now=100.0):
    await socket.send_to(json.dumps({"now": now, "move": urlencode(move)}))


async def knock(game, cookie="", origin=b"http://localhost"):
    """Return a socket, and whether the server has accepted it."""
    headers = [(b"host", b"localhost"), (b"cookie", cookie.encode())]
    if origin is not None:
        headers.append((b"origin", origin))
    socket = WebsocketCommunicator(application, f"/ws/t/{game.code}/", headers=headers)
    return socket, (await socket.connect())[0]
