"""kill -9 during play: nothing acknowledged is lost, nothing is there twice."""

import asyncio
import random
import uuid
from contextlib import suppress

import pytest
from django.db import connection

from bench.player import choose_move
from games.models import Game, Move
from tests.cast import begin_game
from tests.reliability.arena import assert_rows_equal_fold

pytestmark = [pytest.mark.layer, pytest.mark.slow]

# PostgreSQL does not die with the server; a few show that the same holds there.
KILLS = 20 if connection.vendor == "sqlite" else 5
TABLES = 4
# Moves that are acknowledged between two kills.
FEWEST, MOST = 5, 25
AWAY = (OSError, EOFError, TimeoutError)


class Ledger:
    """What the players were told: the keys of their accepted moves, in order."""

    def __init__(self):
        self.accepted = []
        self.news = asyncio.Queue()
        self.repeated = 0
        self.is_closing = False


def test_every_acknowledged_move_outlives_the_server(site, phone_of):
    games = [begin_game(3 + number % 3) for number in range(TABLES)]
    phones = [
        phone_of(site, player, game) for game, players in games for player in players
    ]
    ledger = Ledger()
    asyncio.run(play_through_kills(site, phones, ledger))
    kept = Move.objects.values_list("key", flat=True)
    assert sorted(kept) == sorted(ledger.accepted)
    assert len(kept) > KILLS * FEWEST
    assert ledger.repeated > 0
    for game, _players in games:
        assert_rows_equal_fold(game)
    numbers = dict(Game.objects.values_list("code", "number"))
    assert {phone.code: phone.sight.number for phone in phones} == numbers


async def play_through_kills(site, phones, ledger):
    chance = random.Random(3)
    async with asyncio.TaskGroup() as group:
        for phone in phones:
            group.create_task(listen_on(phone, ledger))
            group.create_task(play_on(phone, ledger, random.Random(phone.code)))
        for _ in range(KILLS):
            for _ in range(chance.randint(FEWEST, MOST)):
                await ledger.news.get()
            site.kill()
            await asyncio.to_thread(site.start)
        ledger.is_closing = True
    for phone in phones:
        await phone.ask()
        await phone.leave()


async def listen_on(phone, ledger):
    """Keep a socket open, as a page does."""
    while not ledger.is_closing:
        if not phone.is_listening:
            with suppress(AWAY):
                await phone.listen()
        await asyncio.sleep(0.05)


async def play_on(phone, ledger, chance):
    """Move whenever the phone shows a move; one in ten is sent once more later."""
    while not ledger.is_closing:
        move = choose_move(phone.sight, chance)
        if move is None:
            await wait_for_news(phone)
            continue
        key = uuid.uuid4()
        answer = await insist(phone, key, move)
        if answer.status == 200:
            ledger.accepted.append(key)
            ledger.news.put_nowait(key)
        if chance.random() < 0.1:
            again = await insist(phone, key, move)
            assert again.status == answer.status
            ledger.repeated += 1


async def wait_for_news(phone):
    phone.changed.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            await phone.changed.wait()


async def insist(phone, key, move):
    """Send a move with its key until an answer comes."""
    while True:
        try:
            return await phone.move(key, **move)
        except AWAY:
            await asyncio.sleep(0.02)
