"""A request has its time, however often a byte of it comes."""

from types import SimpleNamespace

import pytest
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.ssl import DefaultOpenSSLContextFactory
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.protocols.tls import TLSMemoryBIOFactory

from charlie_site.certificate import ensure_certificate
from runtime.server.daphne import SiteServer
from runtime.server.request_limits import IDLE_SECONDS, REQUEST_SECONDS, LimitedChannel

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
HALVES = [HEAD + b"X-Slow: ", HEAD + b"Content-Length: 1000\r\n\r\n"]
WHOLE = HEAD + b"Content-Length: 2\r\n\r\nhi"


LONG = b"x" * 20_000
TOO_LARGE = {
    "address": (b"GET /" + LONG + b" HTTP/1.1\r\n", 414),
    "unfinished address": (b"GET /" + LONG, 414),
    "cookie": (HEAD + b"Cookie: " + LONG + b"\r\n\r\n", 431),
    "unfinished cookie": (HEAD + b"Cookie: " + LONG, 431),
    "cookies": (HEAD + b"Cookie: a=%s\r\n" % LONG[:5000] * 4, 431),
    "headers": (HEAD + b"A: b\r\n" * 501 + b"\r\n", 431),
    "announced body": (HEAD + b"Content-Length: 300000\r\n\r\n", 413),
}


class Connection:
    """A channel with requests that wait for their answers, and a clock."""

    def __init__(self):
        self.clock, self.transport = Clock(), StringTransport()
        self.channel = LimitedChannel()
        self.channel.callLater, self.channel.timeOut = self.clock.callLater, 60
        self.channel.makeConnection(self.transport)

    def receive(self, data):
        self.channel.dataReceived(data)

    def life(self, limit):
        """Return the seconds until the server closes; at most the limit."""
        for second in range(limit):
            if self.transport.disconnecting:
                return second
            self.clock.advance(1)
        return limit


@pytest.mark.parametrize("half", HALVES, ids=["head", "body"])
def test_half_request_is_closed_in_time_although_bytes_come(half):
    connection = Connection()
    connection.receive(half)
    for _ in range(REQUEST_SECONDS - 1):
        connection.clock.advance(1)
        connection.receive(b"x")
        assert not connection.transport.disconnecting
    connection.clock.advance(1)
    assert connection.transport.disconnecting


def test_request_that_is_answered_slowly_is_not_closed_while_the_next_one_waits():
    connection = Connection()
    connection.receive(WHOLE)
    connection.receive(HALVES[0])
    assert connection.life(10 * IDLE_SECONDS) == 10 * IDLE_SECONDS


@pytest.mark.parametrize(
    ("next_one", "seconds"),
    [(b"", IDLE_SECONDS), (HALVES[0], REQUEST_SECONDS)],
    ids=["none", "half of one"],
)
def test_kept_connection_has_its_time_anew(next_one, seconds):
    connection = Connection()
    connection.receive(WHOLE)
    connection.channel.requests[0].finish()
    if next_one:
        connection.receive(next_one)
    assert connection.life(100) == seconds


@pytest.mark.parametrize(("sent", "status"), TOO_LARGE.values(), ids=TOO_LARGE.keys())
def test_request_that_is_too_large_gets_a_sentence_and_a_line_in_the_log(
    sent, status, caplog
):
    connection = Connection()
    connection.receive(WHOLE)
    connection.channel.requests[0].finish()
    connection.transport.clear()
    connection.receive(sent)
    connection.receive(b"more\r\n")
    head, sentence = connection.transport.value().decode().split("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert f"Content-Length: {len(sentence)}\r\n" in head
    assert sentence.endswith(".\n")
    assert connection.transport.disconnecting
    (record,) = caplog.records
    assert f"refused with {status}" in record.getMessage()
    assert record.often


def test_head_at_the_limit_is_taken_on_each_request_of_a_connection():
    connection = Connection()
    for _ in range(2):
        connection.receive(HEAD + b"Cookie: " + LONG[:16_000] + b"\r\n" * 2)
        connection.channel.requests[0].finish()
    assert not connection.transport.disconnecting


def test_tls_at_the_port_of_http_is_closed_at_the_first_byte():
    connection = Connection()
    connection.receive(b"\x16")
    assert connection.transport.disconnecting
    assert connection.transport.value() == b""


PLAIN = b"GET /t/QX7K3M/?a=b HTTP/1.1\r\nUser-Agent: x\r\nhost: 10.0.0.5:8000\r\n\r\n"
PLACE = b"Location: https://10.0.0.5:8000/t/QX7K3M/?a=b\r\n"


@pytest.mark.parametrize(("sent", "told"), [(PLAIN, PLACE), (PLAIN[:20], b"https://")])
def test_plain_http_at_the_port_of_tls_is_sent_to_https(sent, told, tmp_path):
    key, certificate = map(str, ensure_certificate(tmp_path, {"10.0.0.5"}))
    context = DefaultOpenSSLContextFactory(key, certificate)
    port = SimpleNamespace(factory=TLSMemoryBIOFactory(context, False, Factory()))
    SiteServer(application=None, endpoints=["tcp:0"]).listen_success(port)
    transport = StringTransport()
    protocol = port.factory.protocol(port.factory, Protocol())
    protocol.makeConnection(transport)
    protocol.dataReceived(sent)
    assert told in transport.value()
    assert transport.disconnecting
