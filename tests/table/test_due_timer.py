"""The due timer fires for a table when a move is due, and ignores outdated news."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace

import pytest

from games.play import clock
from games.table.live import due_timer
from games.table.live.due_timer import DueTimer
from tests.support.clock import START
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.storage


@pytest.fixture
def fired(monkeypatch):
    """Return the queue of tables for which a timer without pauses fires."""
    monkeypatch.setattr(due_timer, "TICK", 0)
    monkeypatch.setattr(due_timer, "SHORTEST_PAUSE", 0)
    monkeypatch.setattr(due_timer, "REST", 0)
    return asyncio.Queue()


async def next_fired(fired, besides=None):
    """Return the next table for which the timer fires, except for `besides`."""
    async with asyncio.timeout(PATIENCE):
        while (pk := await fired.get()) == besides:
            pass
        return pk


def stub_asyncio(timeout):
    """Return the part of asyncio that the timer needs, with another clock."""

    class News:
        set = clear = staticmethod(lambda: None)

        async def wait(self):
            await asyncio.sleep(0)

    return SimpleNamespace(
        Event=News,
        create_task=asyncio.create_task,
        sleep=asyncio.sleep,
        timeout=timeout,
    )


def in_seconds(seconds):
    return START + timedelta(seconds=seconds)


async def test_timer_fires_when_a_move_is_due_by_the_newest_news(hands, fired):
    timer = DueTimer(fired.put, clock.count_seconds_until)
    timer.expect(1, 11, in_seconds(20))
    timer.expect(1, 10, in_seconds(5))
    timer.expect(1, 9, None)
    timer.expect(2, 1, in_seconds(10))
    hands.advance(15)
    assert await next_fired(fired) == 2
    timer.expect(2, 2, None)
    hands.advance(5)
    assert await next_fired(fired, besides=2) == 1
    timer.forget(1)


async def test_timer_sleeps_until_the_first_due_time(hands, monkeypatch):
    pauses = []

    class Timeout:
        def __init__(self, pause):
            pauses.append(pause)
            hands.advance(pause)

        async def __aenter__(self):
            pass

        async def __aexit__(self, *_error):
            raise TimeoutError

    async def note(pk):
        timer.forget(pk)
        timer.forget(2)

    monkeypatch.setattr(due_timer, "asyncio", stub_asyncio(Timeout))
    timer = DueTimer(note, clock.count_seconds_until)
    timer.expect(1, 1, in_seconds(0.4))
    timer.expect(2, 1, in_seconds(100))
    await timer._watcher
    assert pauses[:2] == pytest.approx([due_timer.TICK, 0.4 - due_timer.TICK])


async def test_failed_call_is_repeated(hands, fired, caplog):
    async def fail_once(pk):
        await fired.put(pk)
        if "could not be made" not in caplog.text:
            raise RuntimeError("a database that is away")
        timer.forget(pk)

    timer = DueTimer(fail_once, clock.count_seconds_until)
    timer.expect(1, 1, START)
    assert [await next_fired(fired), await next_fired(fired)] == [1, 1]


async def test_timer_fires_at_once_when_the_clock_jumps_back(hands, fired):
    timer = DueTimer(fired.put, clock.count_seconds_until)
    timer.expect(1, 1, in_seconds(20))
    hands.advance(-3600)
    assert await next_fired(fired) == 1
    timer.forget(1)
