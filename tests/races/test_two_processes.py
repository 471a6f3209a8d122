"""Two server processes: each one's sockets are told of changes at the other."""

import asyncio
import os

import pytest

from games.models.game import Game
from games.models.move import MoveRow
from games.table.consumer import SIGNED_OUT
from tests.races.arena import SEATS, WANTED, open_arena
from tests.support.cast import begin_game, look_into

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


def test_later_accusation_at_the_other_server_overtakes_no_held_one(sites, phone_of):
    game, players = open_arena()
    phones = [
        phone_of(site, player, game)
        for site, player in zip(sites, players[:2], strict=True)
    ]
    answers = asyncio.run(race(game, *phones))
    assert [answer.status for answer in answers] == [200, 409]
    row = MoveRow.objects.filter(game=game, content__move="accuse").get()
    # Nobody knows how far away the players at the other server are.
    assert row.seat == 0
    assert row.content["race"]["held"] > 0


async def race(game, first, second):
    """Let the second phone accuse while the accusation of the first is held."""
    first.door = "socket"
    for phone in (first, second):
        await phone.ask()
        await phone.listen()
    accusation = {"move": "accuse", "suspect": WANTED[0]}
    waiting = asyncio.create_task(first.move(**accusation))
    async with asyncio.timeout(LIMIT):
        held = Game.objects.filter(pk=game.pk).exclude(held=[])
        while not await held.aexists():
            assert not waiting.done()
            if waiting.done():
                break
    answers = [await second.move(**accusation), await waiting]
    for phone in (first, second):
        await phone.leave()
    return answers[::-1]


def test_held_accusation_counts_although_its_server_is_killed(sites, phone_of):
    game, players = open_arena()
    here, there = sites
    accuser, hearer = (
        phone_of(here, players[0], game),
        phone_of(there, players[1], game),
    )
    asyncio.run(accuse_and_kill(game, accuser, hearer, here))
    row = MoveRow.objects.filter(game=game, content__move="accuse").get()
    assert row.seat == 0
    assert Game.objects.get(pk=game.pk).held == []


async def accuse_and_kill(game, accuser, hearer, server):
    """Kill the server of a held accusation; wait for its push elsewhere."""
    accuser.door = "socket"
    for phone in (accuser, hearer):
        await phone.ask()
        await phone.listen()
    number = hearer.sight.number
    accusation = {"move": "accuse", "suspect": WANTED[0]}
    waiting = asyncio.create_task(accuser.move(**accusation))
    async with asyncio.timeout(LIMIT):
        held = Game.objects.filter(pk=game.pk).exclude(held=[])
        while not await held.aexists():
            assert not waiting.done()
    server.kill()
    async with asyncio.timeout(2 * LIMIT):
        while hearer.told_number <= number:
            hearer.changed.clear()
            await hearer.changed.wait()
    waiting.cancel()
    for phone in (accuser, hearer):
        await phone.leave()


def test_player_with_a_page_at_either_server_is_present(sites_in_haste, phone_of):
    game, players = begin_game(4)
    phones = [
        phone_of(site, player, game)
        for site, player in zip(sites_in_haste, players[:2], strict=True)
    ]
    asyncio.run(watch_until_a_player_is_away(phones, game.number))
    assert look_into(game).table.presences == ("here", "here", "away", "away")


async def watch_until_a_player_is_away(phones, number):
    for phone in phones:
        await phone.ask()
        await phone.listen()
    async with asyncio.timeout(30):
        for phone in phones:
            while phone.sight.number <= number:
                phone.changed.clear()
                await phone.changed.wait()
    for phone in phones:
        await phone.leave()
