"""Server processes die, stop and come back during play."""

import asyncio
import random
import time
from functools import partial

import pytest
from django.db import connection

from tests.faults.conftest import SwitchedServer

pytestmark = pytest.mark.slow

HAS_TO_HOLD = (
    "nothing lost or doubled; playing again 2 s after the process is back; a retry with"
    " the same key gets the first answer"
)

# A game has one or two hundred moves.
TABLES, FEW_TABLES = 8, 3
# Acknowledged moves between two ends of the process.
FEWEST, MOST = 3, 9
# In full size; each takes four seconds on PostgreSQL. The simulator kills thousands.
TIMES = 8 if connection.vendor == "sqlite" else 4


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


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(end, id=end.__name__, marks=pytest.mark.fault(fault, HAS_TO_HOLD))
        for end, fault in (
            (SwitchedServer.kill, "`kill -9` during play"),
            (SwitchedServer.stop, "SIGTERM with moves in flight"),
        )
    ],
)
def test_every_acknowledged_move_survives_the_end_of_its_process(
    end, serve, crowd_at, run, finish, note, limit, is_full
):
    site, times = serve(), TIMES if is_full else 1
    crowd = crowd_at([site], TABLES if is_full else FEW_TABLES)
    waits = run(play_through_ends(crowd, site, partial(end, site), times))
    finish(crowd)
    assert crowd.repeated > 0
    assert max(waits) < limit(2)
    note("ends", times)
    note("moves acknowledged", len(crowd.accepted))
    note("keys sent again", crowd.repeated)
    note("longest wait for a move after the return", max(waits), " s")
