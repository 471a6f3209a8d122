"""Sockets close when their session, seat or account ends."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from games.models import Player
from games.table.live import hub
from games.table.live.connection import TableConnection
from games.table.live.consumers import SIGNED_OUT
from games.table.page.whole import PROTOCOL
from games.table.people.kept_out import show_out
from games.table.people.ownership import link_guest
from games.table.people.seats import rename_seat
from games.table.seat_transfer import make_ticket
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    choose_all,
    make_players,
    open_lobby,
)
from tests.support.sockets import (
    DRAW,
    count_moves,
    join_text,
    knock,
    receive,
    send,
    sit_down,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

PASSWORD = "a-quiet-crossing"


@sync_to_async
def play_with_account():
    """Return a game, its players, and the signed-in browser of the second."""
    game, players = begin_game()
    user = User.objects.create_user("bob", password=PASSWORD)
    Player.objects.filter(pk=players[1].pk).update(user=user, guest_key=None)
    browser = Client()
    browser.force_login(user)
    return game, players, browser


async def connect(game, browser):
    cookie = f"charlie_session={browser.cookies['charlie_session'].value}"
    socket, is_open = await knock(game, cookie, query=f"protocol={PROTOCOL}")
    assert is_open
    await receive(socket)
    return socket


async def is_closed_after_updates(socket):
    """Return whether the socket closes, after updates for a spectator at most."""
    while (message := await socket.receive_output())["type"] == "websocket.send":
        update = json.loads(message["text"])
        assert "own" not in update or 'data-viewer="spectator"' in join_text(update)
    return message == {"type": "websocket.close", "code": SIGNED_OUT}


async def is_closed(socket):
    """Return whether the socket closes, and no update comes before."""
    while (message := await socket.receive_output())["type"] == "websocket.send":
        assert not {"marks", "public", "own"} & json.loads(message["text"]).keys()
    return message == {"type": "websocket.close", "code": SIGNED_OUT}


@pytest.fixture(autouse=True)
def no_heartbeat(monkeypatch):
    """Let no heartbeat close a socket that a message should have closed."""
    monkeypatch.setattr(hub, "HEARTBEAT", 3600)


@pytest.fixture
def quick_heartbeat(no_heartbeat, monkeypatch):
    monkeypatch.setattr(hub, "HEARTBEAT", 1)


@pytest.fixture
def lost_messages(monkeypatch):
    """Lose every message that says that a session has ended."""
    for module in ("accounts.signals", "players.identity"):
        name = f"games.{module}.publish_session_end"
        monkeypatch.setattr(name, lambda player_id: None)


def sign_out(browser):
    browser.post("/accounts/logout/")


def sign_out_of_the_admin(browser):
    User.objects.update(is_staff=True)
    browser.post("/admin/logout/")


def change_password(_browser):
    user = User.objects.get(username="bob")
    user.set_password("another-crossing")
    user.save()


def deactivate(_browser):
    user = User.objects.get(username="bob")
    user.is_active = False
    user.save()


@pytest.mark.parametrize(
    "end", [sign_out, sign_out_of_the_admin, change_password, deactivate]
)
async def test_socket_closes_when_its_session_ends(end):
    game, _players, browser = await play_with_account()
    socket = await connect(game, browser)
    await sync_to_async(end)(browser)
    assert await is_closed(socket)


@pytest.mark.parametrize("end", [sign_out, change_password])
async def test_heartbeat_closes_a_socket_whose_message_was_lost(
    end, quick_heartbeat, lost_messages
):
    game, _players, browser = await play_with_account()
    socket = await connect(game, browser)
    await sync_to_async(end)(browser)
    assert await is_closed(socket)


async def test_signing_in_closes_the_socket_of_the_guest():
    game, players = await sync_to_async(begin_game)()
    await sync_to_async(User.objects.create_user)("alice", password=PASSWORD)
    browser = await sync_to_async(open_browser)(players[0])
    socket = await connect(game, browser)
    sent = {"login": "alice", "password": PASSWORD}
    await sync_to_async(browser.post)("/accounts/login/", sent)
    # The seat now belongs to the account, the socket still to the guest.
    assert await is_closed_after_updates(socket)


async def test_failed_session_check_is_repeated(quick_heartbeat, monkeypatch):
    game, _players, browser = await play_with_account()
    socket = await connect(game, browser)
    look, failures = TableConnection.is_signed_in, []

    def fail_first(page):
        if not failures:
            failures.append(page)
            raise OperationalError
        return look(page)

    monkeypatch.setattr(TableConnection, "is_signed_in", fail_first)
    # Rules out that the search for signed-out players repeats the check.
    monkeypatch.setattr(hub, "_find_signed_out", lambda since: [])
    await sync_to_async(sign_out)(browser)
    assert await is_closed(socket)
    assert failures


async def test_deleting_an_account_closes_its_sockets():
    game, _players, browser = await play_with_account()
    socket = await connect(game, browser)
    bob = await User.objects.aget(username="bob")
    await sync_to_async(bob.delete)()
    assert await is_closed_after_updates(socket)


@sync_to_async
def transfer_seat(game, player, user=None):
    """Transfer a seat to another browser, perhaps signed in, and return it."""
    phone = Client()
    if user:
        phone.force_login(user)
    ticket = make_ticket(game.seats.get(player=player))
    assert phone.post(f"/t/{game.code}/phone/{ticket}/").status_code == 302
    return phone


async def test_transferred_seat_moves_over_the_socket_until_sign_out():
    game, players = await sync_to_async(begin_to_draw)()
    user = await sync_to_async(User.objects.create_user)("robert")
    phone = await transfer_seat(game, players[0], user)
    socket = await connect(game, phone)
    await send(socket, DRAW)
    # The acknowledgement and the change arrive in either order.
    assert DRAW["key"] in [(await receive(socket)).get("key") for _ in range(2)]
    assert await count_moves(game) == 4
    await sync_to_async(sign_out)(phone)
    assert await is_closed(socket)


async def test_sign_up_of_a_guest_closes_the_other_phones_socket():
    game, players = await sync_to_async(begin_game)()
    socket = await connect(game, await transfer_seat(game, players[0]))
    user = await sync_to_async(User.objects.create_user)("alice")
    await sync_to_async(link_guest)(players[0], user)
    assert await is_closed(socket)


async def test_other_sockets_of_the_table_stay_open():
    game, players, browser = await play_with_account()
    own = await connect(game, browser)
    other = await sit_down(game, players[0])
    await sync_to_async(sign_out)(browser)
    assert await is_closed(own)
    await sync_to_async(choose_all)(game, players[:1])
    assert "public" in await receive(other)


async def test_removal_closes_only_the_removed_players_socket():
    game, players = await sync_to_async(open_lobby)()
    (eve,) = await sync_to_async(make_players)(1)
    sockets = [await sit_down(game, player) for player in (*players, eve)]
    await sync_to_async(show_out)(game.code, players[0], 1)
    removed = sockets.pop(1)
    assert await is_closed_after_updates(removed)
    for stays in sockets:
        assert "public" in await receive(stays)
    await sync_to_async(rename_seat)(game.code, players[2], "carla")
    for stays in sockets:
        assert "public" in await receive(stays)
