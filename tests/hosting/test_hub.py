"""The hub tells each socket of a process the number of its table."""

import asyncio
import threading
from queue import Queue
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from games.hosting import hub
from games.hosting.hub import get_hub
from games.live.listener import listeners
from tests.support.cast import begin_game
from tests.support.sockets import PATIENCE


class RecordingListener:
    """A listener that records its calls."""

    def __init__(self, pk, fails=False, player_id=None, expected=()):
        self.pk = pk
        self.page = SimpleNamespace(
            code="CODE",
            number=0,
            expected=frozenset(expected),
            player_id=player_id,
            is_display=False,
            is_seen=True,
        )
        self.fails = fails
        self.numbers = asyncio.Queue()

    async def on_change(self, number):
        if self.fails:
            raise RuntimeError("a socket that broke")
        await self.numbers.put(number)

    on_heartbeat = on_change


@pytest.fixture
async def join():
    joined = []

    def join(listener):
        get_hub().join(listener)
        joined.append(listener)
        return listener

    yield join
    for listener in joined:
        get_hub().leave(listener)


def tell_seven(pk):
    listeners.call(lambda listener: listener.on_change(7), pk)


async def next_number(listener):
    async with asyncio.timeout(PATIENCE):
        return await listener.numbers.get()


async def test_number_reaches_only_its_table_from_any_thread(join):
    listener, other = join(RecordingListener(1)), join(RecordingListener(2))
    teller = threading.Thread(target=tell_seven, args=(1,))
    teller.start()
    assert await next_number(listener) == 7
    assert other.numbers.empty()
    teller.join()


async def test_broken_socket_does_not_affect_the_others(join, caplog):
    three = [join(RecordingListener(1, fails=number == 1)) for number in range(3)]
    tell_seven(1)
    assert [await next_number(three[0]), await next_number(three[2])] == [7, 7]
    assert "could not be told" in caplog.text


@pytest.mark.django_db(transaction=True)
async def test_heartbeat_tells_the_number_in_the_database(join, monkeypatch):
    game, _players = await sync_to_async(begin_game)()
    monkeypatch.setattr(hub, "HEARTBEAT", 1)
    listener = join(RecordingListener(game.pk))
    assert await next_number(listener) == game.number


async def test_player_without_a_page_is_reported(join, settings, monkeypatch):
    # This clock runs fifteen seconds in less than one.
    settings.CLOCK_SPEED = 100
    reported = Queue()
    monkeypatch.setattr(hub, "note_missing", lambda *told: reported.put(told) or set())
    for player_id in (7, 8):
        join(RecordingListener(1, player_id=player_id, expected=[7, 8, 9]))
    code, missing = await asyncio.to_thread(reported.get, timeout=PATIENCE)
    assert (code, set(missing)) == ("CODE", {9})
