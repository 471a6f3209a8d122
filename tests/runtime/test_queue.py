"""The queue of a slow thread: few places in all, and few for one client."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from runtime import queue
from runtime.queue import MOST, MOST_OF_ADDRESS, MOST_OF_SESSION, Queue, QueueFull
from tests.support.sockets import PATIENCE


@pytest.fixture(autouse=True)
def usual_limits(settings):
    settings.RATE_LIMIT_FACTOR = 1


async def take(line, *, count, address="192.0.2.1"):
    """Return tasks that wait for turns of one address until they are cancelled."""

    async def hold():
        async with line.turn(address):
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(hold()) for _ in range(count)]
    await asyncio.sleep(0)
    return tasks


async def release(tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_address_with_too_many_requests_is_refused_at_once():
    line = Queue()
    tasks = await take(line, count=MOST_OF_ADDRESS)
    with pytest.raises(QueueFull):
        async with line.turn("192.0.2.1"):
            pass
    async with line.turn("192.0.2.2"):
        pass
    await release(tasks)
    async with line.turn("192.0.2.1"):
        pass


async def test_session_with_too_many_requests_is_refused_at_once():
    line = Queue()
    async with AsyncExitStack() as stack:
        for number in range(MOST_OF_SESSION):
            await stack.enter_async_context(line.turn(f"192.0.2.{number}", "alice"))
        with pytest.raises(QueueFull):
            async with line.turn("198.51.100.1", "alice"):
                pass
        async with line.turn("198.51.100.1", "bob"):
            pass


async def test_full_queue_refuses_every_address():
    line = Queue()
    async with AsyncExitStack() as stack:
        for number in range(MOST):
            await stack.enter_async_context(line.turn(f"192.0.2.{number}"))
        with pytest.raises(QueueFull):
            async with line.turn("198.51.100.1"):
                pass


async def test_address_has_one_turn_at_a_time():
    line, running = Queue(), []

    async def note(number):
        async with line.turn("192.0.2.1"):
            running.append(number)
            await asyncio.sleep(0)
            assert running.pop() == number
            assert not running

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(note, range(5)))


async def test_request_does_not_wait_for_ever(monkeypatch):
    line = Queue()
    tasks = await take(line, count=1)
    monkeypatch.setattr(queue, "get_time_left", lambda: 0)
    with pytest.raises(QueueFull):
        async with line.turn("192.0.2.1"):
            pass
    await release(tasks)


async def test_queue_forgets_clients_that_are_done():
    line = Queue()
    await release(await take(line, count=3))
    assert not line._taken
    assert not line._turns
