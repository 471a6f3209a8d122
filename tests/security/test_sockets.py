"""Access to sockets by origin and session, and the moves allowed there."""

import pytest

from charlie_site.asgi import has_own_origin
from tests.support.sockets import (
    DRAW,
    begin,
    count_moves,
    knock,
    receive,
    send,
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


def scope_of(origin, scheme="ws", host="localhost:8000", **headers):
    """Return the scope of a socket with these headers."""
    sent = {"host": host, **headers}
    if origin is not None:
        sent["origin"] = origin
    lines = [(name.encode(), text.encode()) for name, text in sent.items()]
    asked = {"type": "websocket", "path": "/", "query_string": b""}
    return {**asked, "scheme": scheme, "headers": lines}


@pytest.mark.parametrize("origin", ORIGINS)
def test_only_pages_of_this_site_may_open_a_socket(origin, settings):
    settings.CSRF_TRUSTED_ORIGINS = [PUBLIC]
    assert has_own_origin(scope_of(origin)) is ORIGINS[origin]


async def test_socket_from_another_site_is_refused():
    game, _players = await begin()
    assert (await knock(game))[1]
    assert not (await knock(game, origin=b"http://evil.example"))[1]


@pytest.mark.parametrize(
    ("origin", "headers", "may_open"),
    [
        ("https://localhost", {"x-forwarded-proto": "https"}, True),
        ("http://localhost", {"x-forwarded-proto": "http"}, True),
        ("http://localhost", {"x-forwarded-proto": "https"}, False),
        ("https://localhost", {"x-forwarded-proto": "http"}, False),
        ("https://localhost", {}, False),
    ],
)
def test_scheme_of_a_socket_comes_from_the_proxy(origin, headers, may_open, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert has_own_origin(scope_of(origin, host="localhost", **headers)) is may_open


@pytest.mark.parametrize(
    ("scheme", "origin", "may_open"),
    [
        ("wss", "https://localhost", True),
        ("wss", "http://localhost", False),
        ("ws", "http://localhost", True),
        ("ws", "https://localhost", False),
    ],
)
def test_without_a_proxy_the_scheme_is_the_servers(scheme, origin, may_open):
    forged = {"x-forwarded-proto": "http" if scheme == "wss" else "https"}
    scope = scope_of(origin, scheme, host="localhost", **forged)
    assert has_own_origin(scope) is may_open


def test_host_that_is_not_allowed_gets_no_socket():
    assert not has_own_origin(scope_of("http://evil.example", host="evil.example"))


# Whether a server at home takes the host, as its laptop may have changed the network.
HOSTS_AT_HOME = {
    "192.168.43.7:8000": True,
    "10.1.2.3": True,
    "172.20.10.2:8000": True,
    "169.254.7.7:8000": True,
    "100.64.0.9:8000": True,
    "127.0.1.1:8000": True,
    "[fd00::7]:8000": True,
    "[fe80::7]": True,
    "evil.example:8000": False,
    "192.168.43.7.evil.example": False,
    "192.168.43.7@evil.example": False,
    "http://192.168.43.7": False,
    "192.168.43.7/a": False,
    "8.8.8.8:8000": False,
    "[2a00::1]:8000": False,
    "laptop.lan": False,
    "": False,
}


@pytest.mark.parametrize("host", HOSTS_AT_HOME)
def test_server_at_home_takes_every_private_address_and_no_other_name(host, settings):
    scope = scope_of(f"http://{host}", host=host)
    assert not has_own_origin(scope)
    settings.HOME_URL = "http://0.0.0.0:8000"
    assert has_own_origin(scope) is HOSTS_AT_HOME[host]


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "charlie_session=",
        "charlie_session=forged",
        "charlie_session=" + "x" * 4000,
        "charlie_session=\x00",
        # Cookies have octal escapes: this one is a zero byte too.
        r'charlie_session="\000forged-and-long"',
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
