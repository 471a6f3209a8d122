"""The server adds the scheme of a socket to its scope, and dates its messages."""

from types import SimpleNamespace

import pytest
from twisted.internet.interfaces import ISSLTransport
from zope.interface import directlyProvides

from runtime.server import daphne


class Transport:
    """A connection, encrypted if it provides ISSLTransport."""


@pytest.mark.parametrize(
    ("kind", "is_encrypted", "scheme"),
    [("websocket", False, "ws"), ("websocket", True, "wss"), ("http", True, None)],
)
def test_scope_of_a_socket_has_its_scheme(kind, is_encrypted, scheme):
    transport, scope = Transport(), {"type": kind, "path": "/"}
    if is_encrypted:
        directlyProvides(transport, ISSLTransport)
    socket = daphne.Socket()
    socket.transport = transport
    server = daphne.SiteServer(application=lambda **_: None, endpoints=["tcp:0"])
    # The connection is lost before its application begins.
    server.connections = NeverThere()
    server.create_application(socket, scope)
    assert scope.get("scheme") == scheme


@pytest.mark.parametrize(
    "path",
    [
        "//t/CODE/",
        "/t//CODE/",
        "http://charlie.example/t/CODE/",
        "HTTPS://a:1//t/CODE/",
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_path_comes_without_a_host_and_doubled_slashes(path, kind):
    socket, scope = daphne.Socket(), {"type": kind, "path": path}
    socket.transport = Transport()
    server = daphne.SiteServer(application=lambda **_: None, endpoints=["tcp:0"])
    server.connections = NeverThere()
    server.create_application(socket, scope)
    assert scope["path"] == "/t/CODE/"


class NeverThere(dict):
    """The server's connections, each of them lost."""

    def __getitem__(self, socket):
        return {}


@pytest.mark.parametrize(
    ("payload", "is_binary", "content"),
    [("…".encode(), False, {"text": "…"}), (b"\xff", True, {"bytes": b"\xff"})],
)
def test_message_of_a_socket_is_dated_before_its_consumer_takes_it(
    time_machine, payload, is_binary, content
):
    time_machine.move_to(1000, tick=False)
    socket = daphne.Socket()
    socket.application_queue = SimpleNamespace(put_nowait=(taken := []).append)
    socket.onMessage(payload, is_binary)
    assert taken == [{"type": "websocket.receive", "at": 1000, **content}]
