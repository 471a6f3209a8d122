"""Text is framed once, and goes to the socket at once if nothing waits there."""

import socket
import zlib
from types import SimpleNamespace

import pytest
from autobahn.exception import Disconnected
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import tcp
from twisted.internet.protocol import Protocol

from runtime.server.daphne import make_frame, send_frames, write

LONG = "<p>Ąnna draws Nils.</p>" * 20


class Reactor:
    """Notes whether a connection waits to write."""

    def __init__(self):
        self.writers = set()

    def addWriter(self, writer):  # noqa: N802 - Twisted's name
        self.writers.add(writer)

    removeWriter = addReader = removeReader = lambda *_: None  # noqa: N815


@pytest.fixture
def pair():
    """Yield a Twisted connection and the socket at its other end."""
    near, far = socket.socketpair()
    near.setblocking(False)
    far.setblocking(False)
    connection = tcp.Server(near, Protocol(), ("127.0.0.1", 1), None, 0, Reactor())
    yield connection, far
    near.close()
    far.close()


@pytest.mark.parametrize("text", ["{}", LONG, LONG * 200])
def test_plain_frame_holds_its_text(text):
    frame, payload = make_frame(text, 0), text.encode()
    assert frame[0] == 0x81
    assert frame.endswith(payload)
    size = frame[1]
    if size > 125:
        size = int.from_bytes(frame[2 : 4 if size == 126 else 10])
    assert size == len(payload)


def test_long_text_is_deflated_and_short_text_is_not():
    frame = make_frame(LONG, 11)
    assert frame[0] == 0xC1
    assert len(frame) < len(LONG) / 2
    deflated = frame[2:] if frame[1] < 126 else frame[4:]
    found = zlib.decompressobj(-11).decompress(deflated + b"\0\0\xff\xff")
    assert found.decode() == LONG
    assert make_frame("{}", 11) == make_frame("{}", 0)


def test_same_text_is_framed_once():
    assert make_frame(LONG, 11) is make_frame(LONG[:5] + LONG[5:], 11)


def test_frame_goes_out_at_once(pair):
    connection, far = pair
    write(connection, b"now")
    assert far.recv(10) == b"now"
    assert not connection.reactor.writers


def test_frame_waits_behind_earlier_ones(pair):
    connection, far = pair
    connection.write(b"first")
    write(connection, b"second")
    with pytest.raises(BlockingIOError):
        far.recv(10)
    connection.doWrite()
    assert far.recv(20) == b"firstsecond"


def test_rest_of_a_frame_waits_when_the_socket_is_full(pair):
    connection, far = pair
    frame = bytes(range(256)) * 10_000
    write(connection, frame)
    assert connection.reactor.writers == {connection}
    received = b""
    while len(received) < len(frame):
        received += far.recv(1 << 20)
        connection.doWrite()
    assert received == frame


def test_other_transports_write_by_themselves():
    written = []
    write(SimpleNamespace(write=written.append), b"secret")
    assert written == [b"secret"]


def test_closed_socket_refuses_text(monkeypatch):
    # Puts the changed method back after the test.
    monkeypatch.setattr(WebSocketProtocol, "serverSend", WebSocketProtocol.serverSend)
    send_frames()
    protocol = WebSocketProtocol()
    protocol.state = protocol.STATE_CLOSED
    with pytest.raises(Disconnected):
        protocol.serverSend("late")
