"""Redis dies or hangs: moves go on, and pages recover."""

import asyncio
import os
import time

import pytest

from tests.support.servers import redis_server

pytestmark = [
    pytest.mark.slow,
    # Several processes need PostgreSQL as well.
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis"),
]

TABLES = 4
PAUSE = 0.1


@pytest.fixture
def redis_beside():
    """Return a Redis server for this test alone."""
    with redis_server() as server:
        yield server


@pytest.fixture
def play(redis_beside, serve, crowd_at, run, finish, note, limit, is_full):
    """Return a function that plays on two servers during an outage of Redis."""

    def play(away, back):
        servers = [serve(REDIS_URL=redis_beside.url) for _ in range(2)]
        crowd = crowd_at(servers, TABLES, PAUSE)
        moves, p95, back_at = run(play_through(crowd, away, back, 10 if is_full else 2))
        # Measured before `finish`, which compares all pages and takes longer.
        ended = time.monotonic() - back_at
        took = ended + finish(crowd)
        note("moves acknowledged meanwhile", moves)
        note("p95 of them", p95, " s")
        note("until all pages were right", took, " s")
        assert moves > 0
        assert p95 < limit(1)
        assert took < limit(15)

    return play


async def play_through(crowd, away, back, seconds):
    """Return the moves of an outage, the 95th percentile of them, and its end."""
    async with crowd.playing():
        await crowd.moves(20)
        begin, before = time.monotonic(), len(crowd.accepted)
        await asyncio.to_thread(away)
        # The length of the outage.
        await asyncio.sleep(seconds)
        p95, moves = crowd.seconds_since(begin), len(crowd.accepted) - before
        await asyncio.to_thread(back)
        return moves, p95, time.monotonic()


HAS_TO_HOLD = "moves go on (p95 under 1 s); pages right within 15 s"


@pytest.mark.full
@pytest.mark.fault("Redis killed for 10 s", HAS_TO_HOLD)
def test_moves_go_on_while_redis_is_dead(play, redis_beside):
    play(redis_beside.stop, redis_beside.start)


@pytest.mark.fault("Redis hangs for 10 s", HAS_TO_HOLD)
def test_moves_go_on_while_redis_hangs(play, redis_beside):
    play(redis_beside.pause, redis_beside.resume)
