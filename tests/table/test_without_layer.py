"""Sockets and moves while the channel layer is away or hangs."""

import socket

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers

from runtime import layer as channel_layer
from tests.support.cast import begin_game, choose_all
from tests.support.servers import LOOPBACK, free_port
from tests.support.sockets import connect, receive, receive_greeting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


@pytest.fixture(params=["away", "hangs"])
def layer(request, settings, monkeypatch):
    """Use a layer with a Redis that is away, or that never answers."""
    monkeypatch.setattr(channel_layer, "LONGEST_WAIT", 0.05)
    with socket.create_server((LOOPBACK, 0)) as listener:
        is_away = request.param == "away"
        port = free_port() if is_away else listener.getsockname()[1]
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "runtime.layer.ChannelLayer",
                "CONFIG": {"url": f"redis://{LOOPBACK}:{port}"},
            }
        }
        channel_layers.backends.clear()
        yield
    channel_layers.backends.clear()


async def test_game_goes_on_without_the_layer(layer, caplog):
    game, players = await sync_to_async(begin_game)()
    page = await connect(game, players[0])
    assert await receive_greeting(page) == (game.number, "0")
    await sync_to_async(choose_all)(game, players[1:2])
    assert (await receive(page))["number"] == game.number + 1
    assert "took no message" in caplog.text
    await page.disconnect()
