"""A request has its time, however often a byte of it comes."""

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from runtime.server.requests import REQUEST_SECONDS, LimitedChannel

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
HALVES = [HEAD + b"X-Slow: ", HEAD + b"Content-Length: 1000\r\n\r\n"]


@pytest.mark.parametrize("half", HALVES, ids=["head", "body"])
def test_half_request_is_closed_in_time_although_bytes_come(half):
    clock, transport, channel = Clock(), StringTransport(), LimitedChannel()
    channel.callLater = clock.callLater
    channel.makeConnection(transport)
    channel.dataReceived(half)
    for _ in range(REQUEST_SECONDS - 1):
        clock.advance(1)
        channel.dataReceived(b"x")
        assert not transport.disconnecting
    clock.advance(1)
    assert transport.disconnecting
