"""The rhythm of heartbeats, without which pages reconnect; the entrance."""

import asyncio
import json
from itertools import count, pairwise
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from games.models import Seat
from games.play import signs
from games.play.clock import Serving
from games.table.live import hub
from runtime.threads import TooLate
from tests.support.sockets import begin, count_moves, receive, sit_down


@pytest.mark.parametrize("seconds", [0.0, 0.4])
async def test_heartbeats_keep_their_rhythm_while_answers_are_slow(
    monkeypatch, seconds
):
    now, beats, beating = 100.0, [], hub.Hub()

    async def sleep(pause):
        nonlocal now
        now += pause

    async def send(_hub, _pks):
        nonlocal now
        beats.append(now)
        now += seconds
        if len(beats) == 20:
            raise asyncio.CancelledError

    monkeypatch.setattr(hub, "monotonic", lambda: now)
    monkeypatch.setattr(hub, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(hub.Hub, "_send_heartbeats", send)
    monkeypatch.setattr(hub, "_read", lambda *_: asyncio.sleep(0, []))
    with pytest.raises(asyncio.CancelledError):
        await beating._keep_sending_heartbeats()
    pauses = [after - before for before, after in pairwise(beats)]
    assert pauses == pytest.approx([1] * 19)


@pytest.mark.parametrize(
    "failing", ["find_restart", "_find_signed_out", "_read_tables"]
)
async def test_heartbeats_go_on_after_a_call_that_came_too_late(monkeypatch, failing):
    seconds, beating = count(), hub.Hub()

    async def sleep(_pause):
        if next(seconds) == 3 * hub.HEARTBEAT:
            raise asyncio.CancelledError

    async def read(call, *_arguments):
        if call is getattr(hub, failing):
            raise TooLate
        return []

    monkeypatch.setattr(hub, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(hub, "_read", read)
    monkeypatch.setattr(hub.connections, "tables", lambda: [1])
    with pytest.raises(asyncio.CancelledError):
        await beating._keep_sending_heartbeats()


async def test_idle_server_looks_into_the_database_at_once_and_every_ten_seconds(
    monkeypatch,
):
    seconds, looked, beating = count(), [], hub.Hub()

    async def sleep(_pause):
        if next(seconds) == 21:
            raise asyncio.CancelledError

    async def read(call, *_):
        if call is hub._find_signed_out:
            looked.append(beating)
        return []

    monkeypatch.setattr(hub, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(hub, "_read", read)
    with pytest.raises(asyncio.CancelledError):
        await beating._keep_sending_heartbeats()
    assert len(looked) == 3


async def test_pages_are_served_between_the_heartbeats_of_two_tables(monkeypatch):
    told = []

    async def serve():
        while True:
            told.append("page")
            await asyncio.sleep(0)

    monkeypatch.setattr(hub, "_tell", lambda group, _message: told.append(group))
    rows = [(pk, 7, None) for pk in (1, 2)]
    monkeypatch.setattr(hub, "_read", lambda *_: asyncio.sleep(0, rows))
    serving = asyncio.create_task(serve())
    await hub.Hub()._send_heartbeats([1, 2])
    serving.cancel()
    first, second = told.index("table.1"), told.index("table.2")
    assert "page" in told[first:second]


async def test_accusation_that_could_not_be_played_is_tried_again(monkeypatch):
    calls = []

    async def call_on(_worker, _call, code):
        calls.append(code)
        if len(calls) == 1:
            raise OperationalError

    monkeypatch.setattr(hub, "call_on", call_on)
    monkeypatch.setattr(hub, "PAUSES", (0, 0))
    await hub.make_due_in("ABC234", 0)
    assert calls == ["ABC234"] * 2


async def test_pages_of_one_address_hold_up_no_other_one_that_enters():
    entering, entered = hub.Hub(), []

    async def enter(address):
        async with entering.entrance(address):
            await asyncio.sleep(0)
            entered.append(address)

    async with asyncio.TaskGroup() as group:
        for address in ["192.0.2.1"] * 9 + ["198.51.100.1"]:
            group.create_task(enter(address))
    assert entered.index("198.51.100.1") <= 1
    assert not entering._turns


@pytest.fixture
def later(monkeypatch):
    """Return a function that lets time pass for signs."""
    now = signs.monotonic()

    def wait(seconds):
        nonlocal now
        now += seconds

    monkeypatch.setattr(signs, "monotonic", lambda: now)
    # The hub's heartbeat, one of which may come during a test, says nothing to these.
    monkeypatch.setattr(signs, "serving", Serving())
    # The tests alone look for idle players.
    monkeypatch.setattr(hub.connections, "tables", list)
    return wait


async def give_sign(socket, age=0):
    message = {"now": 100.0, "sign": age}
    await socket.send_to(json.dumps(message))


@sync_to_async
def read_idle(game):
    return list(Seat.objects.filter(game=game).values_list("idle", flat=True))


@pytest.mark.django_db(transaction=True)
async def test_all_pages_of_a_silent_player_alone_ask_for_a_sign(later):
    game, (alice, bob, carol) = await begin()
    phone, laptop = await sit_down(game, alice), await sit_down(game, alice)
    assert "note" in await receive(phone)
    others = [await sit_down(game, player) for player in (bob, carol, None)]
    watching = hub.get_hub()
    watching.watch(game.pk)
    later(90)
    watching.watch(game.pk)
    for socket in (phone, laptop):
        assert (await receive(socket))["still"] is True
    # A sign at one page answers at each of them.
    await give_sign(laptop)
    for socket in (phone, laptop):
        assert "still" not in await receive(socket)
    for socket in others:
        assert await socket.receive_nothing()
    assert await count_moves(game) == 3


@pytest.mark.django_db(transaction=True)
async def test_sign_over_a_socket_ends_the_offer_but_no_other_message_does(later):
    game, (alice, bob, carol) = await begin()
    silent, other = await sit_down(game, alice), await sit_down(game, carol)
    signs.signs.note(game.code, bob.pk, age=-120)
    watching = hub.get_hub()
    watching.watch(game.pk)
    later(120)
    await give_sign(other)
    assert "has not moved" in (await receive(other))["public"]["votes"]
    assert await read_idle(game) == [1, 0, 0]
    own = [await receive(silent), await receive(silent)]
    assert sorted("still" in message for message in own) == [False, True]
    # A reconnect tells the age of the last sign.
    for message in ({}, {"hidden": True}, {"sign": None}, {"sign": -1}, {"sign": "0"}):
        await silent.send_to(json.dumps({"now": 100.0, **message}))
    await give_sign(silent, age=120_001)
    await silent.send_to(json.dumps({"lost": True}))
    assert "table" in (await receive(silent))["own"]
    assert await read_idle(game) == [1, 0, 0]
    await give_sign(silent, age=100_000)
    assert (await receive(other))["public"]["votes"].count("hidden") == 1
    assert await read_idle(game) == [0, 0, 0]


@pytest.mark.django_db(transaction=True)
async def test_display_and_watcher_give_no_sign_for_a_seat(later):
    game, (alice, *_) = await begin()
    watcher = await sit_down(game, None)
    await give_sign(watcher)
    await watcher.send_to(json.dumps({"lost": True}))
    assert "own" in await receive(watcher)
    assert not signs.signs.is_active(game.code, alice.pk)
