"""Alarms: each table's rings when it is due, and never for news of before."""

import asyncio
from datetime import timedelta

import pytest

from games.live import due_timer
from games.live.due_timer import DueTimer
from tests.clock import START


@pytest.fixture
def rung(monkeypatch):
    """Return the tables that have rung, in their order; time is looked at all along."""
    monkeypatch.setattr(due_timer, "TICK", 0)
    monkeypatch.setattr(due_timer, "REST", 0)
    return asyncio.Queue()


async def rings(rung, besides=None):
    """Return which table rings next, besides one that nobody sees to."""
    async with asyncio.timeout(5):
        while (pk := await rung.get()) == besides:
            pass
        return pk


def in_seconds(seconds):
    return START + timedelta(seconds=seconds)


async def test_a_table_rings_when_it_is_due_and_no_earlier(hands, rung):
    clock = DueTimer(rung.put)
    clock.expect(1, 10, in_seconds(20))
    clock.expect(2, 10, in_seconds(10))
    hands.advance(10)
    assert await rings(rung) == 2
    clock.expect(2, 11, None)
    hands.advance(10)
    assert await rings(rung, besides=2) == 1
    clock.forget(1)


async def test_news_of_before_change_nothing(hands, rung):
    clock = DueTimer(rung.put)
    clock.expect(1, 11, in_seconds(20))
    clock.expect(1, 10, in_seconds(5))
    clock.expect(1, 9, None)
    clock.expect(2, 1, in_seconds(10))
    hands.advance(15)
    assert await rings(rung) == 2
    clock.forget(2)
    hands.advance(5)
    assert await rings(rung, besides=2) == 1
    clock.forget(1)


async def test_what_failed_is_tried_again(hands, rung, caplog):
    async def fail_once(pk):
        await rung.put(pk)
        if "could not be done" not in caplog.text:
            raise RuntimeError("a database that is away")
        clock.forget(pk)

    clock = DueTimer(fail_once)
    clock.expect(1, 1, START)
    assert [await rings(rung), await rings(rung)] == [1, 1]


async def test_a_clock_that_jumps_back_rings_at_once(hands, rung):
    clock = DueTimer(rung.put)
    clock.expect(1, 1, in_seconds(20))
    hands.advance(-3600)
    assert await rings(rung) == 1
    clock.forget(1)
