"""An open page hears that the server restarts soon."""

import pytest
from asgiref.sync import sync_to_async

from games.table import hub
from runtime.restart import announce_restart
from tests.support.cast import begin_game
from tests.support.sockets import connect, receive

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


async def test_open_page_hears_once_that_the_server_restarts(
    monkeypatch, settings, tmp_path
):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(hub, "HEARTBEAT", 1)
    game, players = await sync_to_async(begin_game)()
    socket = await connect(game, players[0])
    announce_restart(5)
    said = await read_until(socket, "note")
    assert said[-1]["note"].startswith("The server restarts in 5 minutes.")
    said = [await receive(socket) for _ in range(2)]
    assert not any("note" in message for message in said)


async def read_until(socket, name):
    said = [await receive(socket)]
    while name not in said[-1]:
        said.append(await receive(socket))
    return said
