"""Requests that are repeated or reordered, or a whole game's sent once more."""

import asyncio
import random
import uuid
from collections import Counter

import pytest

from bench.http import Browser
from bench.phone import Phone
from bench.table import Table
from games.models.game import Game
from games.models.move import MoveRow
from tests.races.arena import assert_rows_equal_fold
from tests.support.cast import begin_game

pytestmark = pytest.mark.slow


class Twice(Table):
    """A table at which every request is sent on two connections at once."""

    def __init__(self, phones, chance):
        super().__init__(phones, chance)
        self.made, self.statuses = [], Counter()
        self.twins = {phone: twin_of(phone) for phone in phones}

    async def play(self, most):
        """Play to the end of the game, or this many moves."""
        for phone in self.phones:
            await phone.ask()
            await phone.listen()
        while len(self.made) < most:
            phone, move = await self._next()
            if phone is None:
                return
            await self._send(phone, move)

    async def _send(self, phone, move):
        key = uuid.uuid4()
        both = (phone, self.twins[phone])
        answers = await asyncio.gather(*(each.move(key, **move) for each in both))
        self.statuses.update(answer.status for answer in answers)
        assert answers[0].status == answers[1].status
        if answers[0].status == 200:
            self.made.append((phone, key, move))
            await self.last_told(int(answers[0].headers["table-number"]))

    async def send_all_again(self):
        """Send every request of the game once more; return the counts of statuses."""
        again = random.Random(5).sample(self.made, len(self.made))
        answers = [await phone.move(key, **move) for phone, key, move in again]
        return Counter(answer.status for answer in answers)

    async def close(self):
        await super().close()
        for twin in self.twins.values():
            await twin.leave()


def twin_of(phone):
    browser = phone.browser
    return Phone(Browser(browser.host, browser.port, dict(browser.cookies)), phone.code)


@pytest.fixture
def open_tables(site, phone_of, run):
    """Return a factory of tables at which every request is sent twice."""
    tables = []

    def open_tables(count, seats=3):
        for number in range(count):
            game, players = begin_game(seats)
            phones = [phone_of(site, player, game) for player in players]
            tables.append(Twice(phones, random.Random(number)))
        return tables

    yield open_tables
    for table in tables:
        run(table.close())


async def at_once(*coroutines):
    return await asyncio.gather(*coroutines)


@pytest.mark.fault(
    "the same key twice within 5 ms, 1,000 times; a whole game's requests sent again",
    "one move each; repeated keys answered, nothing moves",
)
def test_repeated_request_makes_one_move(open_tables, run, note, is_full):
    tables = open_tables(10 if is_full else 1, seats=5)
    run(at_once(*(table.play(100 if is_full else 30) for table in tables)))
    made = [key for table in tables for _phone, key, _move in table.made]
    before = dict(Game.objects.values_list("code", "number"))
    assert sorted(MoveRow.objects.values_list("key", flat=True)) == sorted(made)
    again = run(at_once(*(table.send_all_again() for table in tables)))
    assert sum(again, Counter()) == {200: len(made)}
    assert dict(Game.objects.values_list("code", "number")) == before
    assert MoveRow.objects.count() == len(made)
    for game in Game.objects.all():
        assert_rows_equal_fold(game)
    note("keys sent twice at once", len(made))
    note("requests sent again later", len(made))


@pytest.mark.fault(
    "requests reordered", "stale ones refused with the current page, the others made"
)
def test_reordered_requests_are_made_or_refused(site, phone_of, run, note, is_full):
    game, players = begin_game(5)
    phones = [phone_of(site, player, game) for player in players]
    chance = random.Random(7)

    async def shuffle():
        answers = []
        for _ in range(20 if is_full else 6):
            moves = [{"move": "draw"}, {"move": "choose", "side": "hat"}]
            wishes = [(phone, move) for phone in phones for move in moves]
            chance.shuffle(wishes)
            answers += await at_once(*(phone.move(**move) for phone, move in wishes))
            for phone in phones:
                await phone.ask()
                if phone.sight.sides and "choose" in phone.sight.forms:
                    answers.append(
                        await phone.move(move="choose", side=phone.sight.sides[0])
                    )
        for phone in phones:
            await phone.leave()
        return answers

    answers = run(shuffle())
    statuses = Counter(answer.status for answer in answers)
    assert set(statuses) == {200, 409}
    assert MoveRow.objects.filter(game=game).count() == statuses[200]
    for answer in answers:
        assert "table-number" in answer.headers
        assert answer.status == 200 or "alert" in answer.body
    assert_rows_equal_fold(game)
    note("made", statuses[200])
    note("refused", statuses[409])
