"""Lists the project's files that take part in one drawn card.

    python -m tools.trace [--files]

A card is drawn four times, each time warm: by the seam alone, by POST of a page with a
live socket and of one without, and by a socket. The site's own application takes the
moves, on its own threads, and updates the five pages whose sockets are open. Counts
modules of `games`, `runtime` and `charlie_site` with a function that ran.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urlencode

import django

ROOT = Path(__file__).parents[1]
TOOL = sys.monitoring.PROFILER_ID
# How a seat draws a card.
type Draw = Callable[[int], Awaitable[None]]
type Way = Callable[[Any, list[Any]], AbstractAsyncContextManager[Draw]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="name the files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/trace.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        django.setup()
        for name, files in trace_all().items():
            print(f"{name}: {len(files)} files")
            if arguments.files:
                print("".join(f"    {file}\n" for file in sorted(files)), end="")


def trace_all() -> dict[str, set[str]]:
    """Return the files of each way to draw a card, on an empty database."""
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    return {name: trace(way) for name, way in WAYS.items()}


def trace(way: Way) -> set[str]:
    """Return the files of one way to draw a card."""
    return asyncio.run(_trace(way, *begin()))


async def _trace(way: Way, game: Any, players: list[Any]) -> set[str]:
    async with way(game, players) as draw:
        await draw(0)
        with traced() as files:
            await draw(1)
    return files


def begin() -> tuple[Any, list[Any]]:
    """Return a game of five in which the first seat has to draw, and its players."""
    from games.models import Game
    from games.rules.deal import shuffle_deal
    from games.rules.editions import PRESETS, Edition, Investigator
    from games.rules.state import begin_state
    from games.table.lobby.starting import start_game
    from tests.support.cast import choose_all, open_lobby

    game, players = open_lobby(5)
    # Which parts of a page change depends on the cards.
    empty = begin_state(tuple(Investigator), PRESETS[Edition.DEVIR].options, 0)
    deals = [shuffle_deal(bytes(32), empty)]
    start_game(game.code, players[0], first_seat=0, deals=deals)
    choose_all(Game.objects.get(pk=game.pk), players)
    return game, players


@asynccontextmanager
async def by_seam(game: Any, players: list[Any]) -> AsyncIterator[Draw]:
    """Yield a call that draws for a seat through the seam alone, on the worker."""
    from games.play.seam import make_move
    from runtime.threads import call_on, find_worker

    async def draw(seat: int) -> None:
        move = players[seat], {"move": "draw"}, uuid.uuid4()
        await call_on(find_worker(game.code), make_move, game.code, *move)

    yield draw


@asynccontextmanager
async def by_post(
    game: Any, players: list[Any], *, is_live: bool = False
) -> AsyncIterator[Draw]:
    """Yield a call that draws for a seat by a POST of its page."""
    from asgiref.sync import sync_to_async

    from tests.support.sockets import build_cookies

    cookies = [await sync_to_async(build_cookies)(player) for player in players]
    async with open_sockets(game, players if is_live else []) as sockets:

        async def draw(seat: int) -> None:
            status = await post_draw(game.code, cookies[seat], is_live=is_live)
            assert status == (204 if is_live else 200), status
            for socket in sockets:
                await receive_update(socket)

        yield draw


@asynccontextmanager
async def by_socket(game: Any, players: list[Any]) -> AsyncIterator[Draw]:
    """Yield a call that draws for a seat by its page's socket."""
    from tests.support.sockets import receive, send

    async with open_sockets(game, players) as sockets:

        async def draw(seat: int) -> None:
            await send(sockets[seat], {"move": "draw", "key": uuid.uuid4()})
            for socket in sockets:
                await receive_update(socket)
            while "key" not in await receive(sockets[seat]):
                pass

        yield draw


WAYS: dict[str, Way] = {
    "seam": by_seam,
    "POST of a live page": partial(by_post, is_live=True),
    "POST of another page": by_post,
    "socket": by_socket,
}


@asynccontextmanager
async def open_sockets(game: Any, players: list[Any]) -> AsyncIterator[list[Any]]:
    """Open the socket of each player's page, and close them all at the end."""
    from tests.support.sockets import sit_down

    sockets = [await sit_down(game, player) for player in players]
    try:
        yield sockets
    finally:
        for socket in sockets:
            await socket.disconnect()


async def receive_update(socket: Any) -> None:
    """Wait until a page is sent a change of its table."""
    from tests.support.sockets import receive

    while "own" not in await receive(socket):
        pass


async def post_draw(code: str, cookies: str, *, is_live: bool) -> int:
    """Draw by a POST to the site's own application; return the answer's status."""
    from channels.testing import HttpCommunicator
    from django.conf import settings

    from charlie_site.asgi import application

    token = "c" * 32
    headers = {
        "Host": "localhost",
        "Cookie": f"{cookies}; {settings.CSRF_COOKIE_NAME}={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
        "Table-Live": json.dumps(is_live),
    }
    sent = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
    body = urlencode({"move": "draw", "key": uuid.uuid4()}).encode()
    path = f"/t/{code}/moves/"
    answer = await HttpCommunicator(
        application, "POST", path, body=body, headers=sent
    ).get_response(timeout=60)
    return int(answer["status"])


@contextmanager
def traced() -> Iterator[set[str]]:
    """Yield the set of the project's files that run in the block, on any thread."""
    files: set[str] = set()

    def note(code: CodeType, _offset: int) -> object:
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(("games/", "runtime/", "charlie_site/")):
                files.add(name)
        return sys.monitoring.DISABLE

    sys.monitoring.use_tool_id(TOOL, "trace")
    sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_START, note)
    sys.monitoring.set_events(TOOL, sys.monitoring.events.PY_START)
    try:
        yield files
    finally:
        sys.monitoring.set_events(TOOL, 0)
        sys.monitoring.free_tool_id(TOOL)


if __name__ == "__main__":
    main()
