"""Moves over the socket: made once, acknowledged, refused in words, never late."""

import json
import math
import time
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.urls import reverse

from games.play import race, seam
from games.table.live.http_views import make_move
from games.table.live.socket_moves import LONGEST_DELAY
from games.table.lobby.ending import end_game
from games.table.people.seats import leave_table
from runtime.server.http import ARRIVED_AT
from tests.races.arena import WANTED, open_arena
from tests.support.browsers import open_browser, post_move
from tests.support.cast import look_into
from tests.support.sockets import DRAW, KEY, begin, count_moves, receive, send, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def fail(*arguments, **options):
    raise OperationalError("connection refused")


@sync_to_async
def end_sessions():
    Session.objects.all().delete()


async def test_move_is_made_published_and_acknowledged():
    game, (alice, bob, _) = await begin()
    own, other = await sit_down(game, alice), await sit_down(game, bob)
    await send(own, DRAW)
    pushed, acknowledged = await receive(own), await receive(own)
    assert "public" in pushed
    assert acknowledged == {"key": KEY, "number": pushed["number"]}
    assert (await receive(other))["number"] == pushed["number"]
    assert await count_moves(game) == 4


@pytest.mark.parametrize("bot", ["", "pip"])
async def test_move_brings_a_player_back_after_leaving(bot):
    game, (alice, *_) = await begin()
    own = await sit_down(game, alice)
    await sync_to_async(leave_table)(game.code, alice, bot)
    left = await receive(own)
    await send(own, DRAW)
    # The move and the return may arrive in one message or in two.
    while "key" not in (message := await receive(own)):
        assert "public" in message
    assert message["number"] == left["number"] + 2
    table = (await sync_to_async(look_into)(game)).table
    assert table.presences[0] == "here"
    assert not table.bots
    assert table.log[-1].by == ""


async def receive_keys(socket, count):
    """Return the keys of the next acknowledgements."""
    keys = []
    while len(keys) < count:
        message = await receive(socket)
        keys += [message["key"]] if "key" in message else []
    return keys


def race_of(game):
    return game.moves.get(content__move="accuse").content["race"]


async def test_accusation_is_dated_by_its_arrival_at_the_socket():
    game, (alice, *_) = await sync_to_async(open_arena)()
    socket = await sit_down(game, alice)
    accuse = urlencode({"move": "accuse", "suspect": WANTED[0], "key": KEY})
    text = json.dumps({"now": 100.0, "move": accuse})
    # Another message of the page has kept its consumer busy for a second.
    event = {"type": "websocket.receive", "text": text, "at": time.time() - 1}
    await socket.send_input(event)
    while "key" not in await receive(socket):
        pass
    assert (await sync_to_async(race_of)(game))["held"] >= 1000


async def test_accusation_that_is_sent_again_is_dated_by_its_second_arrival(
    monkeypatch,
):
    game, (alice, *_) = await sync_to_async(open_arena)()
    socket = await sit_down(game, alice)
    accuse = urlencode({"move": "accuse", "suspect": WANTED[0], "key": KEY})
    event = {
        "type": "websocket.receive",
        "text": json.dumps({"now": 100.0, "move": accuse}),
    }
    with monkeypatch.context() as patch:
        patch.setattr(seam, "make_move", fail)
        await socket.send_input({**event, "at": time.time() - 3})
        assert (await receive(socket))["again"] == 3
    await socket.send_input({**event, "at": time.time() - 1})
    while "key" not in await receive(socket):
        pass
    assert 1000 <= (await sync_to_async(race_of)(game))["held"] < 3000


def test_accusation_by_post_is_dated_by_its_arrival(rf):
    game, (alice, *_) = open_arena()
    fields = {"move": "accuse", "suspect": WANTED[0], "key": KEY}
    request = rf.post(reverse("moves", args=[game.code]), fields)
    request.META[ARRIVED_AT] = time.time() - 1
    request.player, request.htmx = alice, True
    make_move(request, game.code)
    assert race_of(game)["held"] >= 1000


def test_accusation_by_post_that_waits_counts_in_a_moment(monkeypatch):
    monkeypatch.setattr(race, "find_longest_latency", lambda pk, players: 0.1)
    game, (alice, *_) = open_arena()
    answer = post_move(open_browser(alice), game, "accuse", suspect=WANTED[0])
    assert answer.status_code == 202
    assert answer.headers["Refresh"] == f"1; url=/t/{game.code}/"
    assert race_of(game)["held"] >= 90


async def test_accusation_that_waits_is_acknowledged_at_once_and_counts_later(
    monkeypatch,
):
    monkeypatch.setattr(race, "find_longest_latency", lambda pk, players: 0.1)
    game, (alice, bob, *_) = await sync_to_async(open_arena)()
    own, other = await sit_down(game, alice), await sit_down(game, bob)
    await send(own, {"move": "accuse", "suspect": WANTED[0], "key": KEY})
    acknowledged = await receive(own)
    assert acknowledged["key"] == KEY
    assert "Your accusation is in." in acknowledged["alert"]
    for socket in (own, other):
        assert (await receive(socket))["number"] == acknowledged["number"] + 1
    # The key is known, so its page gets the present number.
    await send(own, {"move": "accuse", "suspect": WANTED[0], "key": KEY})
    number = acknowledged["number"] + 1
    assert await receive(own) == {"key": KEY, "number": number}


async def test_entered_accusation_counts_although_its_page_leaves(monkeypatch):
    monkeypatch.setattr(race, "find_longest_latency", lambda pk, players: 0.1)
    game, (alice, bob, *_) = await sync_to_async(open_arena)()
    own, other = await sit_down(game, alice), await sit_down(game, bob)
    await send(own, {"move": "accuse", "suspect": WANTED[0], "key": KEY})
    await receive(own)
    await own.disconnect()
    assert "public" in await receive(other)


async def test_moves_of_a_page_are_made_in_their_order():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    keys = [str(uuid4()) for _ in range(3)]
    for key in keys:
        await send(socket, DRAW | {"key": key})
    assert await receive_keys(socket, 3) == keys


async def test_repeated_key_is_acknowledged_without_a_second_move():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    await send(socket, DRAW)
    await receive(socket)
    first = await receive(socket)
    await send(socket, DRAW)
    assert await receive(socket) == first
    assert await count_moves(game) == 4


async def test_refusal_is_in_the_language_of_the_page():
    game, (_, bob, _) = await begin()
    socket = await sit_down(game, bob, "pl")
    await send(socket, DRAW)
    answer = await receive(socket)
    assert answer["key"] == KEY
    assert "To nie twoja kolej" in answer["alert"]
    assert await count_moves(game) == 3


async def test_player_with_an_ended_session_cannot_move():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    await end_sessions()
    await send(socket, DRAW)
    assert await receive(socket) == {"key": KEY, "elsewhere": True}
    assert await count_moves(game) == 3


async def test_delayed_move_is_not_made():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    await socket.send_to(json.dumps({"now": 100}))
    await send(socket, DRAW, now=100 - LONGEST_DELAY - 1)
    assert await receive(socket) == {"key": KEY, "elsewhere": True}
    assert await count_moves(game) == 3


FIELDS = f"move=draw&key={KEY}"
MALFORMED = [
    "\x00 text",
    "[]",
    "7",
    "null",
    "[" * 5000,
    json.dumps({"now": "soon"}),
    json.dumps({"now": math.nan, "move": FIELDS}),
    json.dumps({"now": math.inf, "move": FIELDS}),
    json.dumps({"now": 10**400, "move": FIELDS}),
    json.dumps({"now": 1, "move": 7}),
    json.dumps({"now": 1, "move": ["draw"]}),
    json.dumps({"now": 1, "move": "move=draw&key=7"}),
    json.dumps({"now": 1, "move": f"key={KEY}"}),
    json.dumps({"now": 1, "move": "a&" * 7000}),
    json.dumps({"now": 1, "move": "move=draw&key=\ud800"}),
    json.dumps({"move": FIELDS}),
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_malformed_message_is_ignored(text):
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    await socket.send_to(text)
    await sync_to_async(end_game)(game.code, alice)
    assert (await receive(socket))["number"] == game.number + 4
    assert await count_moves(game) == 3


async def test_bytes_are_ignored():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    await socket.send_to(bytes_data=b"\xff\x00")
    await send(socket, DRAW)
    assert "public" in await receive(socket)
