"""The table's socket: its viewer's updates, without hidden information."""

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from charlie_site.asgi import application
from games.models import Game
from games.play.connections import connections
from games.table.live import socket_messages
from games.table.live.connection import TableConnection
from runtime.layer import PROCESSES
from runtime.metrics import DROPPED_AS_LARGE
from tests.support.cast import begin_game, begin_to_draw, choose_all, move
from tests.support.sockets import (
    DRAW,
    PatientSocket,
    connect,
    count_moves,
    join_text,
    receive,
    receive_greeting,
    send,
    sit_down,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


async def test_change_before_the_greeting_follows_it(monkeypatch):
    game, players = await sync_to_async(begin_to_draw)()
    look = TableConnection.recheck

    def look_and_change(self):
        seen = look(self)
        move(game, players[0], "draw")
        return seen

    monkeypatch.setattr(TableConnection, "recheck", look_and_change)
    socket = await connect(game, players[1])
    assert await receive_greeting(socket) == (game.number + 3, "1")
    update = await receive(socket)
    assert update["number"] == game.number + 4
    assert update["marks"]["table"]["data-moves"] == "4"


async def test_chosen_clue_is_sent_to_its_owner_only():
    game, players = await sync_to_async(begin_game)()
    sockets = [await sit_down(game, player) for player in (*players, None)]
    await sync_to_async(choose_all)(game, players[:1])
    updates = [await receive(socket) for socket in sockets]
    assert "data-my-clue" in updates[0]["own"]["hand"]
    assert "data-my-clue" not in str(updates[1:])
    assert all(update["public"] == updates[0]["public"] for update in updates)
    assert "data-my-clue" not in str(updates[0]["public"])


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
    assert "bob is ready" in join_text(await receive(socket))


async def test_oversized_update_is_replaced_by_its_number_and_counted(monkeypatch):
    before = DROPPED_AS_LARGE._value.get()
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0])
    # Each letter is two bytes.
    update = "\u0436" * (socket_messages.LARGEST_UPDATE // 2 + 1)
    monkeypatch.setattr(socket_messages, "write_update", lambda *_pages: update)
    await sync_to_async(choose_all)(game, players[1:2])
    assert await receive(socket) == {"number": game.number + 1}
    assert DROPPED_AS_LARGE._value.get() == before + 1


async def test_change_at_another_process_is_sent():
    game, _players = await sync_to_async(begin_game)()
    socket = await sit_down(game, None)
    # The other process has raised the number, and prepared no update here.
    await Game.objects.filter(pk=game.pk).aupdate(number=game.number + 1)
    changed = {"type": "table.changed", "number": game.number + 1}
    await get_channel_layer().group_send(f"table.{game.pk}", changed)
    assert (await receive(socket))["number"] == game.number + 1


async def test_lost_page_gets_the_whole_table():
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0])
    await socket.send_to('{"lost": true}')
    whole = await receive(socket)
    assert whole["number"] == game.number
    assert whole["own"]["table"].startswith('<main id="table"')
    # Later updates go on from there.
    await sync_to_async(choose_all)(game, players[:1])
    assert "table" not in (await receive(socket))["own"]


async def test_display_may_be_lost_but_makes_no_move():
    game, players = await sync_to_async(begin_to_draw)()
    socket = await sit_down(game, players[0], "en&display")
    await send(socket, DRAW)
    await socket.send_to('{"lost": true}')
    assert list((await receive(socket))["own"]) == ["table"]
    assert await count_moves(game) == 3


@pytest.mark.parametrize("kind", ["of.another.release", "table.changed"])
async def test_message_of_a_group_that_fails_closes_no_socket(kind):
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0])
    # It lacks its number.
    await get_channel_layer().group_send(f"table.{game.pk}", {"type": kind})
    await sync_to_async(choose_all)(game, players[1:2])
    assert (await receive(socket))["number"] == game.number + 1


async def test_socket_that_ends_leaves_its_groups_and_its_table():
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0])
    assert len(connections.at(game.pk)) == 1
    await socket.disconnect()
    assert connections.tables() == []
    here = get_channel_layer()._here()
    assert set(here.groups) <= {PROCESSES}


async def test_socket_at_an_unknown_address_is_refused():
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    socket = PatientSocket(application, "/ws/x/", headers=headers)
    connected, _ = await socket.connect()
    assert not connected
