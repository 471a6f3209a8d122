"""Presence over sockets: absence, return, displays and due moves."""

import asyncio
import json
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.models import Presence
from games.play import clock, connections
from games.play.connections import is_visible_elsewhere, note_people
from games.table.live import hub
from games.table.lobby.ending import end_game
from games.table.people.presence import note_missing
from games.table.people.seats import leave_table
from tests.support.cast import begin_game, look_into
from tests.support.sockets import DRAW, PATIENCE, connect, receive, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


async def receive_until(socket, words):
    """Return the first update that contains these words."""
    async with asyncio.timeout(PATIENCE):
        while words not in str(message := await receive(socket)):
            pass
    return message


async def test_player_without_a_socket_is_shown_as_away(settings):
    settings.CLOCK_SPEED = 100
    game, players = await sync_to_async(begin_game)()
    sockets = [await connect(game, player) for player in players[:2]]
    for socket in sockets:
        update = await receive_until(socket, "data-away")
        assert update["marks"]["seat-2"] == {"data-away": ""}
        assert "britton" in update["public"]["seat-2-head"]
    table = (await sync_to_async(look_into)(game)).table
    assert table.presences == (Presence.HERE, Presence.HERE, Presence.AWAY)


async def test_player_is_present_again_after_connecting():
    game, players = await sync_to_async(begin_game)()
    await sync_to_async(note_missing)(game.code, {players[1].pk: 15})
    socket = await connect(game, players[1])
    number = (await receive(socket))["number"]
    assert number == game.number + 2
    table = (await sync_to_async(look_into)(game)).table
    assert table.presences == (Presence.HERE,) * 3


async def test_socket_does_not_bring_a_player_back_after_leaving():
    game, players = await sync_to_async(begin_game)()
    await sync_to_async(leave_table)(game.code, players[1])
    socket = await connect(game, players[1])
    assert (await receive(socket))["number"] == game.number + 1


async def test_due_moves_are_made_while_a_spectator_watches(monkeypatch):
    game, _players = await sync_to_async(begin_game)(limits="quick")
    ahead = game.due_at - timezone.now()
    monkeypatch.setattr(clock, "now", lambda: timezone.now() + ahead)
    eve = await connect(game, None)
    update = await receive_until(eve, "Time’s up: alice is ready.")
    while update["marks"]["table"].get("data-phase") != "suspects":
        update = await receive_until(eve, "marks")


async def test_old_page_is_told_of_a_new_page():
    game, players = await sync_to_async(begin_game)()
    old, other = [await sit_down(game, player) for player in players[:2]]
    new = await connect(game, players[0])
    assert "number" in await receive(new)
    assert "another page" in (await receive(old))["note"]
    await sync_to_async(end_game)(game.code, players[0])
    for socket in (old, new, other):
        assert "public" in await receive(socket)


async def test_heartbeat_corrects_a_wrong_absence(monkeypatch):
    monkeypatch.setattr(hub, "HEARTBEAT", 1)
    game, players = await sync_to_async(begin_game)()
    socket = await sit_down(game, players[0])
    await sync_to_async(note_missing)(game.code, {players[0].pk: 15})
    await receive_until(socket, "data-away")
    message = await receive_until(socket, "seat-0")
    assert message["marks"]["seat-0"] == {"data-away": None}


async def test_display_of_a_stranger_changes_no_page_of_a_player():
    game, _players = await sync_to_async(begin_game)()
    before = await sync_to_async(look_into)(game)
    display = await connect(game, None, "en&display")
    await receive(display)
    during = await sync_to_async(look_into)(game)
    await display.disconnect()
    after = await sync_to_async(look_into)(game)
    assert before.table == during.table == after.table


async def tell_sight(socket, *, hidden):
    """Tell that the page is hidden or not, and wait until the server has noted it."""
    message = {"now": 1, "hidden": hidden, "move": urlencode(DRAW)}
    await socket.send_to(json.dumps(message))
    while "key" not in await receive(socket):
        pass


async def test_player_sees_the_table_while_a_page_is_not_hidden(monkeypatch):
    game, players = await sync_to_async(begin_game)()

    told = []
    monkeypatch.setattr(
        hub, "tell_other_processes", lambda _, tables: told.extend(tables)
    )

    async def is_seen():
        seen = players[1].pk in connections.list_seeing_at(game.pk)
        # Another process, which has no socket of this table, learns it at once.
        note_people("this process", told)
        assert is_visible_elsewhere(game.pk, players[1].pk) == seen
        return seen

    assert not await is_seen()
    # Each page has joined the hub once it is sent a message.
    first, second = [await sit_down(game, players[1]) for _ in range(2)]
    assert not await is_seen()
    for page in (first, second):
        await tell_sight(page, hidden=False)
    assert await is_seen()
    await tell_sight(first, hidden=True)
    assert await is_seen()
    await tell_sight(second, hidden=True)
    assert not await is_seen()
    await tell_sight(first, hidden=False)
    assert await is_seen()
    await first.disconnect()
    assert not await is_seen()
