"""Sockets at a table."""

import json
import uuid
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from charlie_site.asgi import application
from games.models import Game, Player
from games.table.page.whole import PROTOCOL
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, look_into

# Seconds to wait for a message that must come. Machines that run tests are busy, and
# a long limit costs nothing while all is well.
PATIENCE = 60


class PatientSocket(WebsocketCommunicator):
    """A socket that waits for the server longer than the usual second."""

    async def wait(self, timeout=PATIENCE):  # noqa: ASYNC109 (its name there)
        """Wait until the server has ended the socket's task."""
        await super().wait(max(timeout, PATIENCE))

    async def receive_output(self, timeout=PATIENCE):  # noqa: ASYNC109
        """Return the server's next message."""
        return await super().receive_output(max(timeout, PATIENCE))


def build_cookies(player: Player | None) -> str:
    """Return the cookie header of a browser with this guest's session."""
    return cookies_in(open_browser(player))


def cookies_in(browser: Client) -> str:
    """Return a browser's cookie header."""
    return "; ".join(f"{name}={held.value}" for name, held in browser.cookies.items())


async def connect(game: Game, player: Player | None, language: str = "en"):
    """Open a table's socket as a player or a spectator, up to its greeting."""
    cookie = await sync_to_async(build_cookies)(player)
    socket, is_open = await knock(
        game, cookie, query=f"language={language}&protocol={PROTOCOL}"
    )
    assert is_open
    return socket


async def receive(socket) -> dict:
    return json.loads(await socket.receive_from())


async def receive_greeting(socket) -> tuple[int, str]:
    """Return the number and the viewer of the first message."""
    greeting = await receive(socket)
    assert greeting["protocol"] == PROTOCOL
    assert greeting["now"] > 0
    return greeting["number"], greeting["viewer"]


def join_text(update: dict) -> str:
    """Return all that an update shows, as HTML."""
    return " ".join(
        [*update.get("public", {}).values(), *update.get("own", {}).values()]
    )


KEY = str(uuid.UUID(int=7))
DRAW = {"move": "draw", "key": KEY}


@sync_to_async
def begin():
    """Return a game in which alice has to draw, and its players."""
    return begin_to_draw()


@sync_to_async
def count_moves(game) -> int:
    return look_into(game).table.move_count


async def sit_down(
    game: Game, player: Player | None, language: str = "en"
) -> PatientSocket:
    socket = await connect(game, player, language)
    await receive(socket)
    return socket


async def send(
    socket: PatientSocket, move: dict[str, object], now: float = 100.0
) -> None:
    await socket.send_to(json.dumps({"now": now, "move": urlencode(move)}))


async def knock(game, cookie="", origin=b"http://localhost", query="", **more):
    """Return a socket, and whether the server has accepted it."""
    headers = {"host": b"localhost", "cookie": cookie.encode(), **more}
    if origin is not None:
        headers["origin"] = origin
    sent = [(name.encode(), text) for name, text in headers.items()]
    socket = PatientSocket(application, f"/ws/t/{game.code}/?{query}", headers=sent)
    return socket, (await socket.connect())[0]
