"""The time of day jumps by an hour: limits still run out once, and in time."""

import asyncio
import time

import pytest

from bench.http import Browser
from games.models.move import MoveRow
from tests.faults.raw import RawSocket
from tests.support.cast import begin_game
from tests.support.servers import LOOPBACK

pytestmark = [pytest.mark.slow, pytest.mark.long]

# The quick limit for choosing a side, 30 s, takes three seconds.
SPEED, LIMIT, HOUR = "10", 3.0, 3600
# Seconds within which a server must notice a dead phone.
NOTICED = 25


async def watch_jump(site, phones, seconds):
    """Return the seconds from the jump until the clock has chosen sides."""
    for phone in phones:
        await phone.ask()
        await phone.listen()
    jumped = time.monotonic()
    site.switches.set(clock=seconds)
    phone = phones[0]
    while phone.sight.phase == "sides":
        phone.changed.clear()
        await phone.changed.wait()
    took = time.monotonic() - jumped
    for phone in phones:
        await phone.leave()
    return took


@pytest.mark.fault(
    "clock jumps by an hour, forward and back", "no limit fires wrongly or never"
)
@pytest.mark.parametrize(
    "jump", [HOUR, pytest.param(-HOUR, marks=pytest.mark.full)], ids=["forward", "back"]
)
def test_limit_runs_out_once_and_in_time_when_the_clock_jumps(
    serve, phone_of, run, jump, note, limit
):
    site = serve(CLOCK_SPEED=SPEED)
    game, players = begin_game(3, limits="quick")
    phones = [phone_of(site, player, game) for player in players]
    took = run(watch_jump(site, phones, jump))
    made = MoveRow.objects.values_list("by", flat=True)
    assert list(made) == ["clock"] * 3
    note("limit", LIMIT, " s")
    note("ran out after the jump in", took, " s")
    # The limit starts anew after the jump: players have its whole time.
    assert LIMIT * 0.9 < took < limit(LIMIT + 5)


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
