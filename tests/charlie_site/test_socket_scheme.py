"""Daphne adds the scheme of a socket to its scope, and dates its messages."""

from queue import Queue
from types import SimpleNamespace

import pytest
from daphne.server import Server
from twisted.internet.interfaces import ISSLTransport
from zope.interface import directlyProvides

from runtime.server import daphne


class Transport:
    """A connection, encrypted if it provides ISSLTransport."""


@pytest.mark.parametrize(
    ("kind", "is_encrypted", "scheme"),
    [("websocket", False, "ws"), ("websocket", True, "wss"), ("http", True, None)],
)
def test_scope_of_a_socket_has_its_scheme(kind, is_encrypted, scheme, monkeypatch):
    scopes, transport = [], Transport()
    if is_encrypted:
        directlyProvides(transport, ISSLTransport)
    monkeypatch.setattr(
        Server,
        "create_application",
        lambda server, protocol, scope: scopes.append(scope),
    )
    daphne.describe_sockets()
    protocol = SimpleNamespace(transport=transport)
    Server.create_application(None, protocol, {"type": kind})
    assert scopes[0].get("scheme") == scheme


def test_message_of_a_socket_is_dated_before_its_consumer_takes_it(time_machine):
    time_machine.move_to(1000, tick=False)
    taken = Queue()
    daphne.DatedMessages(taken).put_nowait({"text": "…"})
    assert taken.get_nowait() == {"text": "…", "at": 1000}
