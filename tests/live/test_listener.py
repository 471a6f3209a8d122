"""Each socket of a process is told the number of its own table."""

import asyncio
import threading

import pytest

from games.live.listener import listeners
from tests.support.sockets import PATIENCE


class RecordingListener:
    """A listener that records its calls."""

    def __init__(self, fails=False):
        self.fails = fails
        self.numbers = asyncio.Queue()

    async def on_change(self, number):
        if self.fails:
            raise RuntimeError("a socket that broke")
        await self.numbers.put(number)


@pytest.fixture
async def join():
    joined = []

    def join(pk, **how):
        listener = RecordingListener(**how)
        listeners.join(pk, listener)
        joined.append((pk, listener))
        return listener

    yield join
    for each in joined:
        listeners.leave(*each)


def tell_seven(pk):
    listeners.call(lambda listener: listener.on_change(7), pk)


async def next_number(listener):
    async with asyncio.timeout(PATIENCE):
        return await listener.numbers.get()


async def test_number_reaches_only_its_table_from_any_thread(join):
    listener, other = join(1), join(2)
    teller = threading.Thread(target=tell_seven, args=(1,))
    teller.start()
    assert await next_number(listener) == 7
    assert other.numbers.empty()
    teller.join()


async def test_broken_socket_does_not_affect_the_others(join, caplog):
    three = [join(1, fails=number == 1) for number in range(3)]
    tell_seven(1)
    assert [await next_number(three[0]), await next_number(three[2])] == [7, 7]
    assert "could not be told" in caplog.text
