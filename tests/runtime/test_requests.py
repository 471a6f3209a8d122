"""A request has its time, however often a byte of it comes."""

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from runtime.server.request_limits import IDLE_SECONDS, REQUEST_SECONDS, LimitedChannel

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
HALVES = [HEAD + b"X-Slow: ", HEAD + b"Content-Length: 1000\r\n\r\n"]
WHOLE = HEAD + b"Content-Length: 2\r\n\r\nhi"


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
