"""Sockets while the database is away: they stay open, or are opened again."""

import pytest
from django.db import InternalError, OperationalError

from games.play import seam
from games.table.live import connection
from games.table.live.consumers import TRY_LATER
from tests.support.sockets import DRAW, KEY, begin, connect, receive, send, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


class ReadOnlyError(InternalError):
    """PostgreSQL's, from a server that has become a standby."""

    sqlstate = "25006"


def fail(*arguments, **options):
    raise OperationalError("connection refused")


def fail_to_write(*arguments, **options):
    raise ReadOnlyError


@pytest.mark.parametrize("outage", [fail, fail_to_write])
async def test_page_may_send_its_move_again_over_the_same_socket(monkeypatch, outage):
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    with monkeypatch.context() as patch:
        patch.setattr(seam, "make_move", outage)
        await send(socket, DRAW)
        assert await receive(socket) == {"key": KEY, "again": 3}
    await send(socket, DRAW)
    assert "public" in await receive(socket)
    assert (await receive(socket))["key"] == KEY


async def test_new_socket_is_closed_for_a_retry(monkeypatch):
    game, players = await begin()
    monkeypatch.setattr(connection, "get_table_view_or_404", fail)
    socket = await connect(game, players[0])
    closed = await socket.receive_output()
    assert (closed["type"], closed["code"]) == ("websocket.close", TRY_LATER)
