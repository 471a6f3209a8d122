"""Another process that writes holds up the moves of a server, but not its pages."""

import asyncio
import sqlite3

import pytest
from django.db import connection

from tests.races.arena import open_arena

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="only SQLite has one lock"
    ),
]

# Seconds. The connection of a migration waits 20 seconds for a lock.
LIMIT = 10


@pytest.mark.parametrize("door", ["socket", "post"])
def test_pages_are_answered_while_a_move_waits_for_another_process(
    site, phone_of, door
):
    game, players = open_arena()
    mover, other = (phone_of(site, player, game) for player in players[2:4])
    mover.door = door
    answer = asyncio.run(move_beside_a_writer(mover, other))
    assert answer.status == 200


async def move_beside_a_writer(mover, other):
    await mover.ask()
    await mover.listen()
    writer = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    moving = asyncio.create_task(mover.move(move="draw"))
    async with asyncio.timeout(LIMIT):
        # The move has reached the server before the last of these requests.
        for _ in range(5):
            assert (await other.browser.get("/rules/")).status == 200
        assert not moving.done()
        writer.execute("COMMIT")
        writer.close()
        answer = await moving
    for phone in (mover, other):
        await phone.leave()
    return answer
