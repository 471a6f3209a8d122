"""The sockets of a process: each is told its table's number, whatever others do."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async

from games.live import hub
from games.live.hub import get_hub, tell_listeners
from tests.cast import begin_game


class Ear:
    """A listener that notes what it hears."""

    number = 0
    is_display = False

    def __init__(self, pk, fails=False, player_id=None, expected=()):
        self.pk = pk
        self.player_id = player_id
        self.expected = frozenset(expected)
        self.missing = asyncio.Queue()
        self.fails = fails
        self.heard = asyncio.Queue()

    async def on_change(self, number):
        if self.fails:
            raise RuntimeError("a socket that broke")
        await self.heard.put(number)

    on_heartbeat = on_change

    async def report(self, missing):
        await self.missing.put(set(missing))
        return set()


@pytest.fixture
async def join():
    joined = []

    def join(ear):
        get_hub().join(ear)
        joined.append(ear)
        return ear

    yield join
    for ear in joined:
        get_hub().leave(ear)


def tell_seven(pk):
    tell_listeners(pk, lambda ear: ear.on_change(7))


async def hears(ear):
    async with asyncio.timeout(5):
        return await ear.heard.get()


async def test_a_number_is_told_from_any_thread_to_its_table_alone(join):
    ear, other = join(Ear(1)), join(Ear(2))
    teller = threading.Thread(target=tell_seven, args=(1,))
    teller.start()
    assert await hears(ear) == 7
    assert other.heard.empty()
    teller.join()


async def test_a_broken_socket_keeps_nothing_from_the_others(join, caplog):
    ears = [join(Ear(1, fails=number == 1)) for number in range(3)]
    tell_seven(1)
    assert [await hears(ears[0]), await hears(ears[2])] == [7, 7]
    assert "could not be told" in caplog.text


async def test_who_has_left_hears_nothing(join):
    ear, stays = join(Ear(1)), join(Ear(1))
    get_hub().leave(ear)
    tell_seven(1)
    assert await hears(stays) == 7
    assert ear.heard.empty()


@pytest.mark.django_db(transaction=True)
async def test_the_heart_tells_what_stands_in_the_database(join, monkeypatch):
    game, _players = await sync_to_async(begin_game)()
    monkeypatch.setattr(hub, "HEARTBEAT", 1)
    ear = join(Ear(game.pk))
    assert await hears(ear) == game.number


@pytest.mark.django_db(transaction=True)
async def test_who_has_no_page_is_reported_to_one_listener(join, settings):
    # The heart beats once a second, in which fifteen seconds of this clock pass.
    settings.CLOCK_SPEED = 100
    ears = [join(Ear(1, player_id=who, expected=[7, 8, 9])) for who in (7, 8)]
    # Whichever of them is asked.
    ears[1].missing = ears[0].missing
    async with asyncio.timeout(5):
        assert await ears[0].missing.get() == {9}
