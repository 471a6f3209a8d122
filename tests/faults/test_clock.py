"""The time of day is set back by an hour: a server still notices dead phones."""

import asyncio
import time

import pytest

from bench.http import Browser
from tests.faults.raw import RawSocket
from tests.support.cast import begin_game
from tests.support.servers import LOOPBACK

pytestmark = [pytest.mark.slow, pytest.mark.long]

HOUR = 3600
# Seconds within which a server must notice a dead phone.
NOTICED = 25


@pytest.mark.fault(
    "clock set back by an hour, and a phone that is gone",
    "noticed by the server within 25 s",
)
@pytest.mark.full
def test_dead_phone_is_noticed_when_the_clock_is_set_back(serve, run, note, limit):
    site = serve()
    game, _players = begin_game(3)

    async def die():
        socket = await RawSocket.open(Browser(LOOPBACK, site.port), f"/t/{game.code}/")
        socket.stop_reading()
        site.switches.set(clock=-HOUR)
        start = time.monotonic()
        await asyncio.to_thread(site.wait_until_idle)
        await socket.close()
        return time.monotonic() - start

    took = run(die())
    note("until it was noticed", took, " s")
    assert took < limit(NOTICED)
