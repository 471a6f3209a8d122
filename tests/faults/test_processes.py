"""Server processes die, stop and come back during play."""

import asyncio
import random
import time
from functools import partial

import pytest
from django.db import connection

from tests.faults.conftest import SwitchedServer

pytestmark = pytest.mark.slow

# A game has one or two hundred moves.
TABLES, FEW_TABLES = 8, 3
# Acknowledged moves between two ends of the process.
FEWEST, MOST = 3, 9
IS_SQLITE = connection.vendor == "sqlite"
# The number of ends outside of full size.
FEW = 1
# Half as many on PostgreSQL, because each takes four seconds.
KILLS, ENDS = (100, 50) if IS_SQLITE else (50, 25)


async def play_through_ends(crowd, site, end, times):
    """Return the seconds from each return of the process to the next move."""
    chance, waits = random.Random(3), []
    async with crowd.playing():
        for _ in range(times):
            await crowd.moves(chance.randint(FEWEST, MOST))
            end()
            await asyncio.to_thread(site.start)
            back = time.monotonic()
            await crowd.moves(1)
            waits.append(time.monotonic() - back)
    return waits


@pytest.fixture
def play(serve, crowd_at, run, finish, note, limit, is_full):
    """Return a function that plays while a server ends this often in this way."""

    def play(end, times):
        site = serve()
        crowd = crowd_at([site], TABLES if is_full else FEW_TABLES)
        waits = run(play_through_ends(crowd, site, partial(end, site), times))
        finish(crowd)
        assert crowd.repeated > 0
        assert max(waits) < limit(2)
        note("ends", times)
        note("moves acknowledged", len(crowd.accepted))
        note("keys sent again", crowd.repeated)
        note("longest wait for a move after the return", max(waits), " s")

    return play


@pytest.mark.fault(
    "`kill -9` during play, 100 times",
    "nothing lost or doubled; playing again 2 s after the process is back; a retry with"
    " the same key gets the first answer",
)
def test_every_acknowledged_move_survives_a_kill(play, is_full):
    play(SwitchedServer.kill, KILLS if is_full else FEW)


@pytest.mark.fault(
    "SIGTERM with moves in flight, 50 times",
    "nothing lost or doubled; playing again 2 s after the process is back",
)
def test_every_acknowledged_move_survives_a_restart(play, is_full):
    play(SwitchedServer.stop, ENDS if is_full else FEW)
