"""Access to sockets by origin and session, and the moves allowed there."""

import json
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async

from tests.support.sockets import DRAW, begin, cookies_of, count_moves, knock, receive

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

ORIGINS = {
    b"http://localhost": True,
    b"https://localhost": True,
    b"http://localhost:8000": True,
    b"http://evil.example": False,
    b"http://localhost.evil.example": False,
    b"http://evil.example/localhost": False,
    b"null": False,
    b"": False,
    None: False,
}


@pytest.mark.parametrize("origin", ORIGINS)
async def test_only_pages_of_this_site_get_a_socket(origin):
    game, (alice, *_) = await begin()
    cookie = await sync_to_async(cookies_of)(alice)
    socket, is_open = await knock(game, cookie, origin)
    assert is_open == ORIGINS[origin]
    if is_open:
        await socket.disconnect()


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "sessionid=",
        "sessionid=forged",
        "sessionid=" + "x" * 4000,
        "sessionid=\x00",
        # Cookies have octal escapes: this one is a zero byte too.
        r'sessionid="\000forged-and-long"',
    ],
)
async def test_socket_without_a_seats_session_cannot_move(cookie):
    game, _players = await begin()
    socket, _ = await knock(game, cookie)
    await receive(socket)
    await socket.send_to(json.dumps({"now": 1, "move": urlencode(DRAW)}))
    assert (await receive(socket))["elsewhere"] is True
    assert await count_moves(game) == 3
    await socket.disconnect()


@pytest.mark.parametrize(("seat", "made"), [(0, 1), (1, 0), (2, 0)])
async def test_socket_moves_for_its_own_seat_only(seat, made):
    game, players = await begin()
    socket, _ = await knock(game, await sync_to_async(cookies_of)(players[seat]))
    await receive(socket)
    await socket.send_to(json.dumps({"now": 1, "move": urlencode(DRAW)}))
    await receive(socket)
    assert await count_moves(game) == 3 + made
    await socket.disconnect()
