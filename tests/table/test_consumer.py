"""The table's socket: its viewer's updates, without hidden information."""

import pytest
from asgiref.sync import sync_to_async

from charlie_site.asgi import application
from games.table import socket_messages
from games.table.consumer import TableConsumer
from runtime.metrics import DROPPED_AS_LARGE
from tests.support.cast import begin_game, begin_to_draw, choose_all, move
from tests.support.sockets import PatientSocket, connect, receive, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


async def test_change_before_the_greeting_follows_it(monkeypatch):
    game, players = await sync_to_async(begin_to_draw)()
    look = TableConsumer._look_again

    def look_and_change(self):
        seen = look(self)
        move(game, players[0], "draw")
        return seen

    monkeypatch.setattr(TableConsumer, "_look_again", look_and_change)
    socket = await connect(game, players[1])
    assert await receive(socket) == {"number": game.number + 3, "viewer": "1"}
    update = await receive(socket)
    assert (update["follows"], update["moves"]) == (game.number + 3, 4)


async def test_chosen_clue_is_sent_to_its_owner_only():
    game, players = await sync_to_async(begin_game)()
    sockets = [await sit_down(game, player) for player in (*players, None)]
    await sync_to_async(choose_all)(game, players[:1])
    contents = [(await receive(socket))["content"] for socket in sockets]
    assert "data-my-clue" in contents[0]
    assert not any("data-my-clue" in content for content in contents[1:])


async def test_table_says_how_many_watch():
    game, players = await sync_to_async(begin_game)()
    sockets, told = [], []
    for player in (None, players[0], None):
        sockets.append(await connect(game, player))
        told.append((await receive(sockets[-1])).get("watching"))
    one, two = "1 person is watching", "2 people are watching"
    assert told == [one, one, two]


async def test_socket_falls_back_to_english():
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0], "no-such-language")
    await sync_to_async(choose_all)(game, players[1:2])
    assert "bob is ready" in (await receive(socket))["content"]


async def test_oversized_update_is_replaced_by_its_number_and_counted(monkeypatch):
    before = DROPPED_AS_LARGE._value.get()
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0])
    # JSON escapes quotes, so that the message is longer than its content.
    content = '"' * (socket_messages.LARGEST_UPDATE // 2)
    monkeypatch.setattr(
        socket_messages, "update_between", lambda before, after: content
    )
    await sync_to_async(choose_all)(game, players[1:2])
    assert await receive(socket) == {"number": game.number + 1}
    assert DROPPED_AS_LARGE._value.get() == before + 1


async def test_socket_at_an_unknown_address_is_refused():
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    socket = PatientSocket(application, "/ws/x/", headers=headers)
    connected, _ = await socket.connect()
    assert not connected
