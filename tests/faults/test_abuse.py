"""Clients that mean no good, or come and go without end: the others notice nothing."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bench.http import Browser
from bench.meter import memory_mb
from tests.cast import begin_game
from tests.faults.raw import RawSocket
from tests.faults.test_sockets import leave_all, open_all, watchers
from tests.servers import LOOPBACK

pytestmark = [pytest.mark.layer, pytest.mark.slow, pytest.mark.long]

MOST_GROWTH = 10


def handles(pid):
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.fault(
    "a client that never reads; one that floods; frames of 1 MiB",
    "closed; memory grows by at most 10 MB; the others notice nothing",
)
@pytest.mark.full
def test_who_misbehaves_is_closed(serve, crowd_at, run, finish, note, limit):
    site = serve(RATE_LIMIT_FACTOR="1")
    crowd = crowd_at([site], 6, 0.2)
    pid = site.process.pid
    path = crowd.phones[0].path

    async def misbehave():
        async with crowd.playing():
            await crowd.moves(100)
            # What play alone takes in as long a time is not theirs.
            alone = memory_mb(pid)
            await asyncio.sleep(25)
            before, start = memory_mb(pid), time.monotonic()
            alone = before - alone
            watch = asyncio.create_task(peak_of(pid))
            browser = Browser(LOOPBACK, site.port)
            await asyncio.gather(
                *(never_read(browser, path) for _ in range(3)),
                *(flood(browser, path) for _ in range(3)),
                *(send_too_much(browser, path) for _ in range(3)),
            )
            watch.cancel()
            return await watch - before, alone, crowd.p95_since(start)

    growth, alone, p95 = run(misbehave())
    finish(crowd)
    note("memory grew by at most", growth, " MB")
    note("as long before, by play alone", alone, " MB")
    note("p95 of the others' moves", p95, " s")
    assert growth - max(alone, 0) <= MOST_GROWTH
    assert p95 < limit(1)


async def peak_of(pid):
    peak = 0.0
    with suppress(asyncio.CancelledError):
        while True:
            peak = max(peak, memory_mb(pid))
            await asyncio.sleep(0.1)
    return peak


async def never_read(browser, path):
    """Read nothing, so that pings are not answered."""
    socket = await RawSocket.open(browser, path)
    socket.stop_reading()
    # A ping after 10 s, and 10 s to answer it.
    await asyncio.sleep(25)
    await socket.wait_closed(2)


async def flood(browser, path):
    socket = await RawSocket.open(browser, path)
    with suppress(OSError):
        async with asyncio.timeout(20):
            while True:
                await socket.send(b'{"now": 1}')
                await asyncio.sleep(0)
    await socket.wait_closed(5)


async def send_too_much(browser, path):
    socket = await RawSocket.open(browser, path)
    with suppress(OSError):
        await socket.send(bytes(2**20))
    await socket.wait_closed(5)


@pytest.mark.fault(
    "10,000 connects and disconnects", "memory and file handles back where they were"
)
def test_sockets_leave_nothing_behind(serve, run, note, is_full):
    site = serve()
    pid = site.process.pid
    games = [begin_game()[0] for _ in range(10)]
    count = 10_000 if is_full else 100

    async def come_and_go(times):
        for _ in range(times // 100):
            phones = watchers(site, games, 100)
            await open_all(phones)
            await leave_all(phones)
        # The server forgets closed connections once a second.
        await asyncio.sleep(2)

    # Threads have opened what they keep by then, and memory holds what Python
    # has not collected yet: that comes in waves.
    run(come_and_go(max(100, count // 4)))
    before, handles_before = memory_mb(pid), handles(pid)
    run(come_and_go(count))
    growth, more = memory_mb(pid) - before, handles(pid) - handles_before
    note("connects", count)
    note("memory grew by", growth, " MB")
    note("more file handles", more)
    assert more <= 5
    assert growth <= MOST_GROWTH
