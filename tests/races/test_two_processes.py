"""Two server processes: each one's sockets are told of changes at the other."""

import asyncio
import os

import pytest

from bench.http import Browser
from games.table.live.consumers import SIGNED_OUT
from tests.races.arena import SEATS, open_arena
from tests.support.cast import begin_game
from tests.support.presence import presences
from tests.support.servers import LOOPBACK

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
                await next_message(hearer)
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


def test_player_with_a_page_at_the_other_server_is_present(serve_sites, phone_of):
    game, players = begin_game(3)
    # Faster, and a busy machine's pause would be an absence.
    sites = serve_sites(2, CLOCK_SPEED="4")
    phones = [phone_of(*each, game) for each in zip(sites, players, strict=False)]
    asyncio.run(hear_a_heartbeat_after_a_push(*phones))
    # The third player has no page at all. The other two never went away.
    assert [phone.pushes for phone in phones] == [1, 1]
    assert presences(game) == ["here", "here", "away"]


async def hear_a_heartbeat_after_a_push(*phones):
    for phone in phones:
        await phone.ask()
        await phone.listen()
    async with asyncio.timeout(3 * LIMIT):
        while not phones[0].pushes:
            await next_message(phones[0])
        await next_message(phones[0])
    for phone in phones:
        await phone.leave()


async def next_message(phone):
    phone.changed.clear()
    await phone.changed.wait()


def test_wrong_codes_at_two_servers_count_together(serve_sites):
    # 12 of the 60 tries that `make play` allows.
    sites = serve_sites(2, RATE_LIMIT_FACTOR="0.2")
    statuses = asyncio.run(guess_at([*sites * 6, *sites]))
    # A slow machine may be granted one more try meanwhile.
    assert statuses[:12] == [404] * 12
    assert 429 in statuses[12:]


async def guess_at(sites):
    """Return the statuses of a wrong code at each of these servers, one by one."""
    statuses = []
    for site in sites:
        browser = Browser(LOOPBACK, site.port, {})
        statuses.append((await browser.get("/t/ABC234/")).status)
        await browser.close()
    return statuses
