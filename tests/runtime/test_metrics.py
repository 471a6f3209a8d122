"""Metrics count each event once, and hold no secret of a game."""

import asyncio
import re
from threading import Event

import pytest
from asgiref.sync import sync_to_async
from prometheus_client import REGISTRY, generate_latest

from games.models import Game, GameSecrets, MovedBy
from games.play.due_moves import make_due_moves
from games.play.publish import publish
from games.rules.illegal import Why
from games.table.live.hub import get_hub
from games.table.page.whole import PROTOCOL
from runtime import metrics
from runtime.threads import Kind, call_on, find_thread
from tests.support.cast import NAMES, begin_game, choose_all, move
from tests.support.refusals import refuses
from tests.support.servers import LOOPBACK, free_port
from tests.support.sockets import DRAW, connect, receive, send

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]
LABELS = re.compile(r'^charlie_\w+{(?:\w+="([\w.+]+)",?)*}', re.MULTILINE)


def value_of(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0


@pytest.fixture
def grown():
    """Return a factory of functions that return the growth of a metric."""

    def begin(name, **labels):
        before = value_of(name, **labels)
        return lambda: value_of(name, **labels) - before

    return begin


def test_every_origin_of_a_move_is_counted():
    assert set(metrics.MOVES_BY) == set(MovedBy.values)


def test_move_is_counted_when_it_is_made(grown):
    game, players = begin_game()
    made = grown("charlie_moves_total", by="player")
    choose_all(game, players)
    with refuses(Why.NOT_YOUR_TURN):
        move(game, players[1], "draw")
    assert made() == 3


def test_move_of_the_clock_is_counted_with_its_delay(grown, hands):
    game, _players = begin_game(limits="quick")
    made = grown("charlie_moves_total", by="clock")
    delay = grown("charlie_due_move_delay_seconds_sum")
    hands.time = game.due_at
    hands.advance(4)
    make_due_moves(game.code)
    assert made() == 3
    assert delay() == pytest.approx(12)


async def test_change_is_timed_until_its_sockets_are_told(grown):
    game, players = await sync_to_async(begin_game)()
    count = grown("charlie_move_to_push_seconds_count")
    socket = await connect(game, players[0])
    await receive(socket)
    await sync_to_async(choose_all)(game, players[:1])
    await receive(socket)
    assert count() == 1


async def test_socket_is_counted_until_it_has_wholly_ended():
    game, players = await sync_to_async(begin_game)()
    open_before = value_of("charlie_sockets")
    socket = await connect(game, players[0])
    assert value_of("charlie_sockets") == open_before + 1
    await receive(socket)
    await socket.disconnect()
    assert value_of("charlie_sockets") == open_before


async def test_call_on_a_thread_is_counted_while_it_runs():
    may_end = Event()
    call = asyncio.create_task(call_on(find_thread(Kind.READER), may_end.wait))
    await asyncio.sleep(0)
    assert value_of("charlie_thread_calls") == 1
    may_end.set()
    await call
    assert value_of("charlie_thread_calls") == 0


async def test_refusals_are_counted_by_their_kind(grown):
    game, players = await sync_to_async(begin_game)()
    await sync_to_async(choose_all)(game, players)
    refused = grown("charlie_refusals_total", kind="NotYourTurn")
    late = grown("charlie_dropped_messages_total", why="late")
    socket = await connect(game, players[1])
    await receive(socket)
    await send(socket, DRAW, now=100)
    await receive(socket)
    await send(socket, DRAW, now=90)
    assert (await receive(socket))["elsewhere"]
    assert (refused(), late()) == (1, 1)


async def test_page_healed_by_a_heartbeat_is_counted(grown):
    game, _players = await sync_to_async(begin_game)()
    healed = grown("charlie_healed_pages_total", by="heartbeat")
    socket = await connect(game, None)
    await receive(socket)
    await Game.objects.filter(pk=game.pk).aupdate(number=game.number + 1)
    board = get_hub()
    await board._send_heartbeats([game.pk])
    assert (await receive(socket))["number"] == game.number + 1
    await board._send_heartbeats([game.pk])
    assert healed() == 1


def test_page_healed_by_polling_is_counted(client, grown):
    game, _players = begin_game()
    healed = grown("charlie_healed_pages_total", by="asking")
    address = f"/t/{game.code}/update/"
    client.get(address, {"since": game.number, "protocol": PROTOCOL})
    assert healed() == 0
    client.get(address, {"since": game.number - 1, "protocol": PROTOCOL})
    assert healed() == 1


def test_layer_that_fails_is_counted(grown, settings, caplog):
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "runtime.layer.ChannelLayer",
            "CONFIG": {"url": f"redis://{LOOPBACK}:{free_port()}"},
        }
    }
    dropped = grown("charlie_dropped_messages_total", why="layer")
    publish(1, 2)
    assert dropped() == 1
    assert "channel layer" in caplog.text


def test_metrics_identify_no_game_and_no_person(client):
    game, players = begin_game()
    choose_all(game, players)
    client.get(f"/t/{game.code}/")
    client.post(f"/t/{game.code}/moves/", DRAW)
    text = generate_latest().decode()
    kinds = set(LABELS.findall(text))
    assert "NotSeated" in kinds
    assert all(
        re.fullmatch(r"[A-Z]?[a-z]+([A-Z][a-z]+)*|[\d.]+|\+Inf|[1-5]xx", kind)
        for kind in kinds
    ), kinds
    secrets = GameSecrets.objects.get(game=game)
    keys = [str(player.guest_key) for player in players]
    for secret in (game.code, *NAMES, *keys, bytes(secrets.seed).hex()):
        assert secret not in text
