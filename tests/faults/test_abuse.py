"""Clients that misbehave, or connect endlessly, without effect on the others."""

import asyncio
import time
from contextlib import suppress

import pytest

from bench.http import Browser
from bench.meter import memory_mb, percentile
from tests.faults.crowd import AT_A_TIME, PATIENCE, change_table
from tests.faults.raw import RawSocket
from tests.support.cast import begin_game, open_lobby
from tests.support.servers import LOOPBACK

pytestmark = [pytest.mark.slow, pytest.mark.long]

MOST_GROWTH = 10
# After this many changes a server's caches for a table are full.
WARM = 200
# Tolerance in MB for buffers of the C library.
NOISE = 5
ROUNDS = 5


@pytest.mark.fault(
    "a client that never reads; one that floods; frames of 1 MiB",
    "closed; memory grows by at most 10 MB; the others notice nothing",
)
@pytest.mark.full
def test_misbehaving_clients_are_closed(
    serve, crowd_at, phone_of, run, finish, note, limit
):
    # The host sends some 450 forms in a minute.
    site = serve(RATE_LIMIT_FACTOR="5")
    game, players = open_lobby(2)
    host = phone_of(site, players[0], game)
    # The caches are full: all further memory is taken by the misbehaving clients.
    run(change_table(host, WARM))
    before = site.collect().memory
    growth = run(misbehave_meanwhile(site, host))
    left = site.collect().memory
    crowd = crowd_at([site], 6, 0.2)
    p95 = run(misbehave_in_play(site, crowd))
    finish(crowd)
    note("memory before", before, " MB")
    note("at most", before + growth, " MB")
    note("after", left, " MB")
    note("p95 of the others' moves", p95, " s")
    assert growth <= MOST_GROWTH
    assert p95 < limit(1)


async def misbehave_meanwhile(site, host):
    """Return the highest growth of memory in MB while these clients are alone."""
    before = peak = memory_mb(site.pid)
    clients = asyncio.create_task(misbehave(site, host.path))
    while not clients.done():
        # Ten changes a second, so that the sockets get messages.
        await change_table(host, 2)
        await asyncio.wait([clients], timeout=0.2)
        peak = max(peak, memory_mb(site.pid))
    await clients
    await host.leave()
    return peak - before


async def misbehave_in_play(site, crowd):
    """Return the 95th percentile of the players' moves during the misbehaviour."""
    async with crowd.playing():
        await crowd.moves(50)
        start = time.monotonic()
        await misbehave(site, crowd.phones[0].path)
        return crowd.seconds_since(start)


async def misbehave(site, path):
    """Run misbehaving clients until the server has closed each of them."""
    browser = Browser(LOOPBACK, site.port)
    await asyncio.gather(
        *(never_read(browser, path) for _ in range(3)),
        *(flood(browser, path) for _ in range(3)),
        *(send_too_much(browser, path) for _ in range(3)),
    )


async def never_read(browser, path):
    """Read nothing, so that pings stay unanswered."""
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


# The message of each of twenty strangers' sockets, and the pause between two.
ILLEGAL = b'{"now": 1, "move": "move=draw&key=00000000-0000-4000-8000-%012d"}'
FLOODS = {
    "60 kB four times a second": (lambda _number: bytes(60_000), 0.25),
    "4 kB as fast as possible": (lambda _number: b" " * 4_000, 0),
    "small frames as fast as possible": (lambda _number: b'{"now": 1}', 0),
    "illegal moves as fast as possible": (lambda number: ILLEGAL % number, 0),
}
STRANGERS = 20
FLOOD_SECONDS = 5


@pytest.mark.fault(
    "twenty strangers' sockets flood at the default limits, and come back",
    "p99 of another table's moves below 0.5 s, of /healthz below 0.25 s",
)
@pytest.mark.full
@pytest.mark.parametrize("flood", FLOODS)
def test_flood_holds_up_no_other_table(
    serve, crowd_at, run, finish, note, limit, flood
):
    site = serve(RATE_LIMIT_FACTOR="1")
    crowd = crowd_at([site], 2, 0.2)
    path = f"/t/{begin_game()[0].code}/"
    moves, health = run(flood_in_play(site, crowd, path, *FLOODS[flood]))
    finish(crowd)
    note(f"p99 of moves, {flood}", moves, " s")
    note(f"p99 of /healthz, {flood}", health, " s")
    assert moves < limit(0.5)
    assert health < limit(0.25)


async def flood_in_play(site, crowd, path, message_of, pause):
    """Return the 99th percentiles of the seconds of moves and of /healthz."""
    browser, asked = Browser(LOOPBACK, site.port), []
    async with crowd.playing():
        await crowd.moves(20)
        start = time.monotonic()
        until = start + FLOOD_SECONDS
        strangers = [
            asyncio.create_task(come_back(site, path, message_of, pause, until))
            for _ in range(STRANGERS)
        ]
        while (began := time.monotonic()) < until:
            await browser.get("/healthz")
            asked.append(time.monotonic() - began)
            await asyncio.sleep(0.05)
        await asyncio.gather(*strangers)
    await browser.close()
    return crowd.seconds_since(start, 99), percentile(asked, 99)


async def come_back(site, path, message_of, pause, until):
    """Flood a socket until it is closed, and open the next one."""
    number = 0
    while time.monotonic() < until:
        with suppress(OSError, EOFError, AssertionError):
            socket = await RawSocket.open(Browser(LOOPBACK, site.port), path)
            try:
                while not socket.reader.at_eof() and time.monotonic() < until:
                    number += 1
                    await socket.send(message_of(number))
                    await asyncio.sleep(pause)
            finally:
                await socket.close()
        await asyncio.sleep(0.2)


@pytest.mark.fault(
    "10,000 connects and disconnects", "memory and file handles back where they were"
)
def test_closed_sockets_free_memory_and_file_handles(serve, run, note, is_full):
    site = serve()
    games = [begin_game()[0] for _ in range(10)]
    count = 10_000 if is_full else 100

    paths = [f"/t/{game.code}/" for game in games] * (AT_A_TIME // 10)
    # The first round opens the file handles that threads keep.
    run(come_and_go(site, paths, count // ROUNDS))
    before = site.collect()
    for _ in range(ROUNDS):
        run(come_and_go(site, paths, count // ROUNDS))
        # Collecting after each round keeps the heap from fragmenting.
        after = site.collect()
    note("connects", count)
    for moment, held in (("before", before), ("after", after)):
        note(f"memory {moment}", held.memory, " MB")
        note(f"file handles {moment}", held.handles)
        note(f"objects {moment}", held.objects)
    assert after.handles <= before.handles + 5
    assert after.memory <= before.memory + NOISE


async def come_and_go(site, paths, times):
    """Open and close this many sockets, as many at a time as there are paths."""
    browser = Browser(LOOPBACK, site.port)
    for _ in range(times // len(paths)):
        async with asyncio.timeout(PATIENCE):
            sockets = await asyncio.gather(*(come_in(browser, path) for path in paths))
        # Every other socket drops its connection without a close frame.
        leave, drop = sockets[::2], sockets[1::2]
        await asyncio.gather(*(socket.leave() for socket in leave))
        await asyncio.gather(*(socket.close() for socket in drop))


async def come_in(browser, path):
    """Open a socket, and try again if a busy machine refuses it."""
    while True:
        with suppress(EOFError, OSError):
            socket = await RawSocket.open(browser, path)
            await socket.hear()
            return socket
