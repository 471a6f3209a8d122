"""Limits the time and the size of HTTP requests while they come in.

Twisted restarts its time-out with every byte, and accepts bodies of any size.
"""

from typing import Any

from django.conf import settings
from twisted.protocols.basic import LineReceiver
from twisted.web import http

# For a whole request, head and body.
REQUEST_SECONDS = 15
# For the start of the next request on an open connection.
IDLE_SECONDS = 60
_TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\n"


class LimitedChannel(http.HTTPChannel):
    """A connection that takes only small requests, complete in time."""

    transport: Any
    is_receiving = False
    received = 0

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self.setTimeout(REQUEST_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive bytes. The first ones of a request start its time."""
        # While one is answered, the bytes of the next wait.
        if not (self.is_receiving or self.requests):
            self.is_receiving, self.received = True, 0
            self.setTimeout(REQUEST_SECONDS)
        # Not super(): it would start the time anew.
        LineReceiver.dataReceived(self, data)

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Refuse a body with too large an announced length."""
        if (self.length or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.refuse()
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive a part of a body; refuse it once the body is too large."""
        if self.is_receiving:
            self.received += len(data)
        if self.received > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.refuse()
        else:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        self.is_receiving, self.received = False, 0
        # Twisted sets it again after the answer.
        self.setTimeout(IDLE_SECONDS)
        super().allContentReceived()

    def refuse(self) -> None:
        self.transport.write(_TOO_LARGE)
        self.loseConnection()
