"""An open page hears that the server restarts soon."""

import re
from functools import partial
from html import unescape

import pytest
from asgiref.sync import sync_to_async

from games.table.live import hub
from runtime.restart import announce_restart
from tests.support.browsers import open_browser
from tests.support.cast import begin_game
from tests.support.sockets import connect, cookies_in, knock, receive

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


@pytest.mark.parametrize("says_it", [False, True], ids=["from before", "new"])
async def test_page_hears_it_on_its_way_back_unless_it_says_so(
    monkeypatch, settings, tmp_path, says_it
):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(hub, "HEARTBEAT", 1)
    game, players = await sync_to_async(begin_game)()
    browser = await sync_to_async(open_browser)(players[0])
    get = partial(sync_to_async(browser.get), f"/t/{game.code}/")
    before = await get()
    announce_restart(5)
    page = await get() if says_it else before
    # Another page has made the hub read the word.
    await read_until(await connect(game, players[1]), "note")
    query = unescape(re.search(r'hx-ws:connect="[^"]*\?([^"]*)"', page.text)[1])
    socket, _is_open = await knock(game, cookies_in(browser), query=query)
    said = [await receive(socket) for _ in range(4)]
    assert any("note" in message for message in said) != says_it


async def read_until(socket, name):
    said = [await receive(socket)]
    while name not in said[-1]:
        said.append(await receive(socket))
    return said
