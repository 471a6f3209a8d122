"""Two processes are restarted, one after the other, during play."""

import asyncio
import os
import time

import pytest

from tests.faults.conftest import SwitchedServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.full,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis"),
]

TABLES = 20


@pytest.mark.fault(
    "rolling restart of two processes with 20 tables in play",
    "nothing lost, no error on a page",
)
def test_processes_are_restarted_during_play(serve, crowd_at, run, finish, note):
    servers = [serve(), serve()]
    crowd = crowd_at(servers, TABLES, 0.2)

    async def replace(server: SwitchedServer):
        await crowd.moves(50)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        await crowd.moves(50)

    async def replace_all():
        start = time.monotonic()
        async with crowd.playing():
            for server in servers:
                await replace(server)
        return crowd.seconds_since(start)

    p95 = run(replace_all())
    finish(crowd)
    assert crowd.unavailable == 0
    note("moves meanwhile", len(crowd.accepted))
    note("p95 of moves, with those sent again", p95, " s")
