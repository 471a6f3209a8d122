"""The loop itself makes a short change on SQLite, unless that could hold it up."""

import asyncio
import contextvars
import sqlite3
import threading
import time
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from games.hosting.seats import leave_table
from games.play.transaction import is_at_hand, locked_game
from runtime import loop
from runtime.loop import Loop, held_loop
from runtime.metrics import LOOP_HELD
from runtime.threads import call_until, in_place, in_thread
from tests.support.cast import open_lobby
from tests.support.sockets import PATIENCE, begin

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.fast_part,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has one"),
]


def change(code):
    """Lock a game and return the thread that did it."""
    with locked_game(code):
        return threading.get_ident()


async def run(runner, **keywords):
    """Return whether a change ran on the loop's own thread."""
    game, _ = await begin()
    call = partial(change, game.code)
    return await runner.run("a change", call, **keywords) == threading.get_ident()


@pytest.mark.parametrize("is_short", [True, False])
async def test_short_change_alone_runs_on_the_loop(is_short):
    assert await run(Loop(), is_short=is_short) is is_short


async def test_table_is_at_hand_unless_it_is_unknown_or_has_a_bot():
    game, (_alice, _, carol) = await begin()
    assert is_at_hand(game.code)
    assert not is_at_hand("QX7K3M")
    assert not is_at_hand("rubbish")
    await sync_to_async(leave_table)(game.code, carol, "pip")
    assert not is_at_hand(game.code)


async def test_change_waits_for_the_end_of_one_on_a_thread(monkeypatch):
    runner, (game, _) = Loop(), await begin()
    monkeypatch.setattr(loop, "_sqlite_writer", held := threading.RLock())
    await sync_to_async(held.acquire)()
    is_asked, may_end = asyncio.Event(), asyncio.Event()

    async def in_thread_until(_ends_at, _change):
        is_asked.set()
        await may_end.wait()

    monkeypatch.setattr(loop, "in_thread_until", in_thread_until)
    call = partial(change, game.code)
    first = asyncio.create_task(runner.run("a change", call))
    await is_asked.wait()
    second = asyncio.create_task(runner.run("a change", call))
    await sync_to_async(held.release)()
    may_end.set()
    assert await first is None
    assert await second == threading.get_ident()


async def test_call_waits_no_longer_for_its_turn_than_the_limit(monkeypatch):
    game, _ = await begin()
    monkeypatch.setattr(loop, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(loop, "_sqlite_writer", held := threading.RLock())
    await sync_to_async(held.acquire)()
    with pytest.raises(OperationalError, match="took too long"):
        await Loop().run("a change", partial(change, game.code))
    await sync_to_async(held.release)()


def test_call_waits_no_longer_for_the_file_than_the_limit():
    code = open_lobby()[0].code
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    call = partial(call_until, time.monotonic() + 0.01, partial(change, code))
    with pytest.raises(OperationalError, match="locked"):
        contextvars.copy_context().run(call)
    other.close()
    # Other tests on this thread wait for locks.
    connection.close()


async def test_threads_write_for_a_while_after_a_slow_commit(monkeypatch):
    monkeypatch.setattr(loop, "SLOW", 0)
    runner = Loop()
    assert await run(runner)
    assert not await run(runner)


async def test_thread_waits_for_another_process(monkeypatch):
    game, _ = await begin()
    in_place(connection.close)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    is_asked = asyncio.Event()

    async def note_and_wait(_ends_at, change):
        is_asked.set()
        return await in_thread(change)

    monkeypatch.setattr(loop, "in_thread_until", note_and_wait)
    call = partial(change, game.code)
    waiting = asyncio.create_task(Loop().run("a change", call))
    await is_asked.wait()
    other.execute("COMMIT")
    other.close()
    assert await waiting != threading.get_ident()
    assert await Loop().run("a change", call) == threading.get_ident()
    # Other tests on this thread wait for locks.
    in_place(connection.close)


async def test_calls_do_not_queue_behind_one_that_waits_for_another_process(
    monkeypatch,
):
    runner, (game, _) = Loop(), await begin()
    in_place(connection.close)
    monkeypatch.setattr(loop, "_SHORT_WAIT", 1)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    asked, may_end = asyncio.Queue(), asyncio.Event()

    async def in_thread_until(_ends_at, call):
        await asked.put(call)
        await may_end.wait()

    monkeypatch.setattr(loop, "in_thread_until", in_thread_until)
    call = partial(change, game.code)
    waiting = [asyncio.create_task(runner.run("a change", call)) for _ in range(3)]
    async with asyncio.timeout(PATIENCE):
        for _ in waiting:
            await asked.get()
    other.close()
    may_end.set()
    await asyncio.gather(*waiting)
    in_place(connection.close)


async def test_wait_for_another_process_counts_as_holding_the_loop(monkeypatch):
    in_place(connection.close)
    held = []
    monkeypatch.setattr(loop, "note_held", lambda name, seconds: held.append(name))
    await run(Loop())
    assert loop.LOCK in held
    in_place(connection.close)


def count_of(name):
    return LOOP_HELD.labels(name)._value.get()


async def test_change_that_holds_the_loop_is_counted_and_logged(caplog):
    def dawdle():
        time.sleep(loop.LONGEST * 2)

    before = count_of("A slow change")
    await Loop().run("A slow change", dawdle)
    assert count_of("A slow change") == before + 1
    assert "A slow change held the loop for" in caplog.text


async def test_wait_for_the_disk_is_no_holding(monkeypatch, caplog):
    game, _ = await begin()
    monkeypatch.setattr(loop, "LONGEST", 0.05)
    committed = loop._note_committed

    def commit_slowly():
        # As if the commit itself had taken the time.
        loop._commit.began -= 1
        committed()

    monkeypatch.setattr(loop, "_note_committed", commit_slowly)
    with held_loop("A commit"):
        change_of_game = partial(change, game.code)
        in_place(change_of_game)
    assert loop._commit.seconds >= 1
    assert "A commit" not in caplog.text
