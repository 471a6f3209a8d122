"""The due timer fires for a table when a move is due, and ignores outdated news."""

import asyncio
from datetime import timedelta

import pytest

from games.live import due_timer
from games.live.due_timer import DueTimer
from tests.support.clock import START
from tests.support.sockets import PATIENCE


@pytest.fixture
def fired(monkeypatch):
    """Return the queue of tables for which a timer without pauses fires."""
    monkeypatch.setattr(due_timer, "TICK", 0)
    monkeypatch.setattr(due_timer, "REST", 0)
    return asyncio.Queue()


async def next_fired(fired, besides=None):
    """Return the next table for which the timer fires, except for `besides`."""
    async with asyncio.timeout(PATIENCE):
        while (pk := await fired.get()) == besides:
            pass
        return pk


def in_seconds(seconds):
    return START + timedelta(seconds=seconds)


async def test_timer_fires_when_a_move_is_due_and_no_earlier(hands, fired):
    clock = DueTimer(fired.put)
    clock.expect(1, 10, in_seconds(20))
    clock.expect(2, 10, in_seconds(10))
    hands.advance(10)
    assert await next_fired(fired) == 2
    clock.expect(2, 11, None)
    hands.advance(10)
    assert await next_fired(fired, besides=2) == 1
    clock.forget(1)


async def test_outdated_news_is_ignored(hands, fired):
    clock = DueTimer(fired.put)
    clock.expect(1, 11, in_seconds(20))
    clock.expect(1, 10, in_seconds(5))
    clock.expect(1, 9, None)
    clock.expect(2, 1, in_seconds(10))
    hands.advance(15)
    assert await next_fired(fired) == 2
    clock.forget(2)
    hands.advance(5)
    assert await next_fired(fired, besides=2) == 1
    clock.forget(1)


async def test_failed_call_is_repeated(hands, fired, caplog):
    async def fail_once(pk):
        await fired.put(pk)
        if "could not be made" not in caplog.text:
            raise RuntimeError("a database that is away")
        clock.forget(pk)

    clock = DueTimer(fail_once)
    clock.expect(1, 1, START)
    assert [await next_fired(fired), await next_fired(fired)] == [1, 1]


async def test_timer_fires_at_once_when_the_clock_jumps_back(hands, fired):
    clock = DueTimer(fired.put)
    clock.expect(1, 1, in_seconds(20))
    hands.advance(-3600)
    assert await next_fired(fired) == 1
    clock.forget(1)
