"""The loop itself makes a short change on SQLite, unless that could hold it up."""

import asyncio
import sqlite3
import threading
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from games.ops.threads import in_place
from games.play import transaction
from games.play.transaction import LoopWriter, locked_game
from tests.support.sockets import begin

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


async def test_loop_does_not_wait_for_another_process():
    game, _ = await begin()
    in_place(connection.close)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        await LoopWriter().write(partial(change, game.code))
    other.close()
    assert await LoopWriter().write(partial(change, game.code))
    # Other tests on this thread wait for locks.
    in_place(connection.close)
