"""Access to sockets by origin and session, and the moves allowed there."""

import pytest
from asgiref.sync import sync_to_async

from charlie_site.origins import has_own_origin
from tests.support.sockets import (
    DRAW,
    begin,
    cookies_of,
    count_moves,
    knock,
    receive,
    send,
    sit_down,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

HERE = "http://localhost:8000"
PUBLIC = "https://charlie.example.org"
ORIGINS = {
    HERE: True,
    PUBLIC: True,
    "http://localhost": False,
    "http://localhost:8001": False,
    "https://localhost:8000": False,
    "http://127.0.0.1:8000": False,
    "http://charlie.example.org": False,
    "https://charlie.example.org:8000": False,
    "http://evil.example": False,
    "http://evil.example:8000": False,
    "http://localhost:8000.evil.example": False,
    "http://evil.example/localhost:8000": False,
    "http://localhost:8000/": False,
    "null": False,
    "": False,
    None: False,
}


@pytest.mark.parametrize("origin", ORIGINS)
async def test_only_pages_of_this_site_get_a_socket(origin, settings):
    settings.CSRF_TRUSTED_ORIGINS = [PUBLIC]
    game, (alice, *_) = await begin()
    cookie = await sync_to_async(cookies_of)(alice)
    sent = origin if origin is None else origin.encode()
    socket, is_open = await knock(game, cookie, sent, host=b"localhost:8000")
    assert is_open == ORIGINS[origin]
    if is_open:
        await socket.disconnect()


@pytest.mark.parametrize(
    ("origin", "proto", "may_open"),
    [
        (b"https://localhost", b"https", True),
        (b"http://localhost", b"http", True),
        (b"http://localhost", b"https", False),
        (b"https://localhost", b"http", False),
        (b"https://localhost", b"", False),
    ],
)
async def test_scheme_of_a_socket_comes_from_the_proxy(
    origin, proto, may_open, settings
):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    game, _players = await begin()
    headers = {"x-forwarded-proto": proto} if proto else {}
    assert (await knock(game, origin=origin, **headers))[1] is may_open


async def test_forged_scheme_is_ignored_without_a_proxy():
    game, _players = await begin()
    forged = {"x-forwarded-proto": b"https", "origin": b"https://localhost"}
    assert (await knock(game, **forged))[1] is False


@pytest.mark.parametrize(
    ("scheme", "origin", "may_open"),
    [
        ("wss", "https://localhost", True),
        ("wss", "http://localhost", False),
        ("ws", "http://localhost", True),
        ("ws", "https://localhost", False),
    ],
)
def test_scheme_of_a_socket_without_a_proxy_is_that_of_the_server(
    scheme, origin, may_open
):
    headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
    scope = {"type": "websocket", "path": "/", "scheme": scheme, "headers": headers}
    assert has_own_origin(scope | {"query_string": b""}) is may_open


def test_host_that_is_not_allowed_gets_no_socket():
    headers = [(b"host", b"evil.example"), (b"origin", b"http://evil.example")]
    scope = {"type": "websocket", "path": "/", "headers": headers, "query_string": b""}
    assert not has_own_origin(scope)


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
    await send(socket, DRAW)
    assert (await receive(socket))["elsewhere"] is True
    assert await count_moves(game) == 3
    await socket.disconnect()


@pytest.mark.parametrize(("seat", "made"), [(0, 1), (1, 0), (2, 0)])
async def test_socket_moves_for_its_own_seat_only(seat, made):
    game, players = await begin()
    socket = await sit_down(game, players[seat])
    await send(socket, DRAW)
    await receive(socket)
    assert await count_moves(game) == 3 + made
    await socket.disconnect()
