"""No kind of move or update holds the event loop for long."""

import json
import uuid
from collections import defaultdict
from time import monotonic

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from games.play.notices import subscribe
from runtime import loop
from tests.support.positions import RECORDS, begin, let_pass, moves_of
from tests.support.push_service import Browser
from tests.support.sockets import receive, send, sit_down

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.fast_part,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="threads make all moves"),
]
GAME = "game-3p-gaga-stasi-adler"
# A busy machine holds up some calls, but hardly all of a kind.
FEWEST = 5


def set_up():
    """Return a table with limits and notices, its players, and their moves."""
    record = json.loads((RECORDS / f"{GAME}.json").read_text())["record"]
    game, players = begin(record, limits="relaxed")
    subscribe(game.code, players[0], "en", **Browser().form)
    return game, players, moves_of(record)


async def test_no_kind_of_call_holds_the_loop_each_time(monkeypatch):
    times, kind = defaultdict(list), ""

    def note(name, seconds):
        times[name, kind].append(seconds)

    monkeypatch.setattr(loop, "note_held", note)
    game, players, moves = await sync_to_async(set_up)()
    sockets = [await sit_down(game, player) for player in players]
    for entry in moves:
        kind = entry["move"]
        if kind == "pass":
            await sync_to_async(let_pass)(game, entry["seat"])
            continue
        content = {name: sent for name, sent in entry.items() if name != "seat"}
        key = str(uuid.uuid4())
        socket, answer = sockets[entry["seat"]], {}
        await send(socket, content | {"key": key}, now=monotonic())
        while answer.get("key") != key:
            answer = await receive(socket)
        assert "number" in answer, "a call that makes no move is short"
    for socket in sockets:
        await socket.disconnect()
    often = {what: min(held) for what, held in times.items() if len(held) >= FEWEST}
    assert {name for name, _ in often} >= {"A move by socket", "An update"}
    assert max(often.values()) < loop.LONGEST, often
