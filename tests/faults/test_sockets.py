"""Sockets by the thousand: idle, slow, stalled and dropped."""

import asyncio
import os
import random
import time
from contextlib import suppress

import pytest

from bench.http import Browser
from bench.phone import Phone
from tests.faults.crowd import AT_A_TIME, AWAY, change_table
from tests.support.cast import begin_game, open_lobby
from tests.support.servers import LOOPBACK

pytestmark = [pytest.mark.slow, pytest.mark.long]

# The delays before a page opens its socket again (static/vendor, table.js).
RECONNECT = (0.2, 2.0)


def watchers(site, games, count):
    """Return this many phones of spectators, spread over the tables."""
    return [
        Phone(Browser(LOOPBACK, site.port), games[number % len(games)].code)
        for number in range(count)
    ]


async def open_all(phones):
    for start in range(0, len(phones), AT_A_TIME):
        some = phones[start : start + AT_A_TIME]
        await asyncio.gather(*(come_in(phone) for phone in some))


async def come_in(phone):
    """Open a socket, and wait until it has received its number."""
    await phone.listen()
    async with asyncio.timeout(30):
        await phone.changed.wait()


async def leave_all(phones):
    await asyncio.gather(*(phone.leave() for phone in phones))


@pytest.mark.fault("50 sockets idle for 30 s with real Redis", "none closes")
@pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis")
@pytest.mark.full
def test_idle_sockets_stay_open(serve, run, note):
    site = serve()
    games = [begin_game()[0] for _ in range(10)]
    phones = watchers(site, games, 50)

    async def idle():
        await open_all(phones)
        # During this time the server sends only heartbeats.
        await asyncio.sleep(30)
        count = sum(phone.is_listening for phone in phones)
        await leave_all(phones)
        return count

    count = run(idle())
    note("sockets open at the end", count)
    assert count == 50


async def fall_behind(host, deaf, events, seconds):
    """Have a page read nothing for these events and seconds; return its delay."""
    await deaf.ask()
    await deaf.listen()
    deaf._ear.cancel()
    end, count = time.monotonic() + seconds, 0
    while count < events or time.monotonic() < end:
        # A lobby takes any number of events.
        await change_table(host, 2)
        count += 2
        await asyncio.sleep(2 * seconds / events)
    await host.ask()
    waited = await catch_up(deaf, host.sight.number)
    await host.leave()
    await deaf.leave()
    return waited


async def catch_up(deaf, number):
    """Read on; return the seconds until the page has this number."""
    start = time.monotonic()
    deaf._ear = asyncio.create_task(deaf._hear(deaf._socket))
    while deaf.sight.number < number:
        if not deaf.is_listening:
            await deaf.listen()
            await deaf.ask()
        deaf.changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                await deaf.changed.wait()
    return time.monotonic() - start


@pytest.fixture
def lag(serve, phone_of, run, note):
    """Return a function that returns the delay of a page that read nothing."""

    def lag(events, seconds):
        site = serve()
        game, players = open_lobby(2)
        host, deaf = (phone_of(site, player, game) for player in players)
        waited = run(fall_behind(host, deaf, events, seconds))
        note("events", events)
        note("until its page was right", waited, " s")
        return waited

    return lag


@pytest.mark.fault("a consumer too slow for 300 events", "its page right within 5 s")
def test_slow_page_catches_up_after_300_events(lag, limit, is_full):
    assert lag(300 if is_full else 60, 0) < limit(5)


@pytest.mark.fault("one stalled for 30 s", "its page right within 20 s")
@pytest.mark.full
def test_stalled_page_catches_up(lag, limit):
    assert lag(60, 30) < limit(20)


@pytest.mark.fault(
    "1,000 sockets dropped at once", "all back within 30 s, moves p95 under 1 s"
)
def test_sockets_dropped_at_once_all_come_back(
    serve, crowd_at, run, finish, note, limit, is_full
):
    site = serve()
    crowd = crowd_at([site], 4, 0.1)
    games = [begin_game(5)[0] for _ in range(40 if is_full else 4)]
    phones = watchers(site, games, 1000 if is_full else 60)

    async def drop():
        await open_all(phones)
        async with crowd.playing():
            await crowd.moves(20)
            start = time.monotonic()
            for phone in phones:
                phone._socket.transport.abort()
            back = await asyncio.gather(*(come_back(phone) for phone in phones))
            await crowd.moves(5)
            p95 = crowd.seconds_since(start)
        await leave_all(phones)
        return max(back) - start, p95

    took, p95 = run(drop())
    finish(crowd)
    note("until all were back", took, " s")
    note("p95 of moves meanwhile", p95, " s")
    assert took < limit(30)
    assert p95 < limit(1)


async def come_back(phone):
    """Open the socket again as a page does; return the time of its number."""
    await asyncio.wait([phone._ear])
    shortest, longest = RECONNECT
    phone.told_number = -1
    while phone.told_number < 0:
        await asyncio.sleep(random.uniform(shortest, longest))
        phone.changed.clear()
        with suppress(*AWAY):
            await come_in(phone)
    return time.monotonic()
