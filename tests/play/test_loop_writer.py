"""The loop itself makes a short change on SQLite, unless that could hold it up."""

import asyncio
import sqlite3
import threading
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from games.hosting.seats import leave_table
from games.play import transaction
from games.play.transaction import LoopWriter, locked_game
from games.players.limits import MOVES
from runtime.threads import in_place, in_thread_again
from tests.support.sockets import DRAW, begin, receive, send, sit_down

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has one"),
]


def change(code):
    """Lock a game and return the thread that did it."""
    with locked_game(code):
        return threading.get_ident()


async def write(writer):
    game, _ = await begin()
    return await writer.write(partial(change, game.code)) == threading.get_ident()


async def test_loop_writes_itself():
    assert await write(LoopWriter())


async def test_thread_writes_while_another_one_does(monkeypatch):
    game, _ = await begin()
    monkeypatch.setattr(transaction, "_sqlite_writer", held := threading.RLock())
    await sync_to_async(held.acquire)()
    asked = []
    monkeypatch.setattr(transaction, "in_thread", partial(note, asked))
    await LoopWriter().write(partial(change, game.code))
    assert asked


async def test_move_waits_for_the_end_of_one_on_a_thread(monkeypatch):
    writer, (game, _) = LoopWriter(), await begin()
    monkeypatch.setattr(transaction, "_sqlite_writer", held := threading.RLock())
    await sync_to_async(held.acquire)()
    is_asked, may_end = asyncio.Event(), asyncio.Event()

    async def in_thread(_change):
        is_asked.set()
        await may_end.wait()

    monkeypatch.setattr(transaction, "in_thread", in_thread)
    first = asyncio.create_task(writer.write(partial(change, game.code)))
    await is_asked.wait()
    second = asyncio.create_task(writer.write(partial(change, game.code)))
    await sync_to_async(held.release)()
    may_end.set()
    assert await first is None
    assert await second == threading.get_ident()


async def note(asked, function):
    asked.append(function)


async def test_threads_write_for_a_while_after_a_slow_change(monkeypatch):
    monkeypatch.setattr(transaction, "SLOW", 0)
    writer = LoopWriter()
    assert await write(writer)
    assert not await write(writer)


async def test_thread_waits_for_another_process(monkeypatch):
    game, _ = await begin()
    in_place(connection.close)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    is_asked = asyncio.Event()

    async def note_and_wait(change):
        is_asked.set()
        return await in_thread_again(change)

    monkeypatch.setattr(transaction, "in_thread_again", note_and_wait)
    change_of_game = partial(change, game.code)
    waiting = asyncio.create_task(LoopWriter().write(change_of_game))
    await is_asked.wait()
    other.execute("COMMIT")
    other.close()
    assert await waiting != threading.get_ident()
    assert await LoopWriter().write(change_of_game) == threading.get_ident()
    # Other tests on this thread wait for locks.
    in_place(connection.close)


async def test_move_that_leaves_the_loop_for_a_bot_counts_once(monkeypatch):
    game, (alice, _, carol) = await begin()
    await sync_to_async(leave_table)(game.code, carol, "pip")
    counted = []
    monkeypatch.setattr(MOVES, "hit", lambda key: counted.append(key) or True)
    socket = await sit_down(game, alice)
    await send(socket, DRAW)
    while "key" not in (message := await receive(socket)):
        pass
    assert "number" in message
    assert counted == [alice.pk]
    await socket.disconnect()
