"""Two server processes: each one's sockets are told of changes at the other."""

import asyncio
import os

import pytest

from games.table.consumer import SIGNED_OUT
from tests.races.arena import SEATS, open_arena
from tests.support.cast import begin_game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis"),
]

# Shorter than a heartbeat's ten seconds, which could explain one push of five at most.
LIMIT = 8


def test_move_at_one_server_is_pushed_by_the_other(sites, phone_of):
    game, players = open_arena()
    here, there = sites
    movers = [phone_of(here, player, game) for player in players]
    hearer = phone_of(there, players[0], game)
    asyncio.run(draw_around(movers, hearer))
    assert hearer.pushes == SEATS
    assert hearer.asked == 1


async def draw_around(movers, hearer):
    await hearer.ask()
    await hearer.listen()
    async with asyncio.timeout(LIMIT):
        for turn in range(2, 2 + SEATS):
            answer = await movers[turn % SEATS].move(move="draw")
            number = int(answer.headers["table-number"])
            while hearer.told_number < number:
                hearer.changed.clear()
                await hearer.changed.wait()
    for phone in (*movers, hearer):
        await phone.leave()


def test_deletion_at_one_server_closes_the_socket_at_the_other(sites, phone_of):
    game, players = begin_game(4)
    here, there = sites
    phones = [phone_of(site, players[1], game) for site in (here, there)]
    assert asyncio.run(delete_guest(*phones)) == SIGNED_OUT


async def delete_guest(phone, hearer):
    """Delete a guest; return the close code of the guest's socket elsewhere."""
    await hearer.ask()
    await hearer.listen()
    answer = await phone.browser.post("/accounts/delete/", {"sure": "on"})
    assert answer.status == 200
    async with asyncio.timeout(LIMIT):
        code = await hearer.close_code()
    for each in (phone, hearer):
        await each.leave()
    return code
