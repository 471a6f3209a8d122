"""Limits the time and the size of HTTP requests while they come in.

Twisted restarts its time-out with every byte, and accepts bodies of any size. Its
answers to large heads say nothing.
"""

import logging
import re
from typing import Any

from django.conf import settings
from twisted.protocols.basic import LineReceiver
from twisted.protocols.tls import BufferingTLSTransport
from twisted.web import http

logger = logging.getLogger(__name__)
# For a whole request, head and body.
REQUEST_SECONDS = 15
# For the start of the next request on an open connection.
IDLE_SECONDS = 60
# The first byte of a client's first TLS message.
TLS_HELLO = b"\x16"
# The path and the host of a plain request.
_PLAIN = re.compile(
    rb"[A-Z]+ (?P<path>/[!-~]*) HTTP/1[^\0]*?\r\nHost: *(?P<host>[!-~]+)\r\n",
    re.IGNORECASE,
)
_REFUSALS = {
    413: "Content Too Large\nThis server takes no form of this size.",
    414: "URI Too Long\nThis server takes no address of this length.",
    431: "Request Header Fields Too Large\n"
    "The browser sent too much besides the address. Delete the cookies of this site.",
}


class TlsOnly(BufferingTLSTransport):
    """TLS on a connection; a client that speaks plain http is sent to https."""

    transport: Any
    is_checked = False

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive bytes. The first one tells TLS from http."""
        if self.is_checked or data.startswith(TLS_HELLO):
            self.is_checked = True
            super().dataReceived(data)
            return
        answer = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nUse https://\n"
        if asked := _PLAIN.match(data):
            place = b"https://%s%s" % (asked["host"], asked["path"])
            answer = b"HTTP/1.1 307 Temporary Redirect\r\nLocation: %s\r\n" % place
            answer += b"Content-Length: 0\r\nConnection: close\r\n\r\n"
        self.transport.write(answer)
        self.transport.loseConnection()


class LimitedChannel(http.HTTPChannel):
    """A connection that takes only small requests, complete in time."""

    transport: Any
    is_receiving = False
    # The bytes of the body, and the bytes and lines of the head.
    received = head = lines = 0

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self.setTimeout(REQUEST_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive bytes. The first ones of a request start its time."""
        if self.transport.disconnecting:
            return
        # While one is answered, the bytes of the next wait.
        if not (self.is_receiving or self.requests):
            if data.startswith(TLS_HELLO):
                self.loseConnection()
                return
            self.is_receiving, self.received = True, 0
            self.setTimeout(REQUEST_SECONDS)
        # Not super(): it would start the time anew.
        LineReceiver.dataReceived(self, data)

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        """Receive a line of the head; refuse a large head before Twisted does.

        Its answers say nothing to people, and the log does not tell of them.
        """
        self.head, self.lines = self.head + len(line), self.lines + 1
        if self.head > self.totalHeadersSize or self.lines > self.maxHeaders:
            self.lineLengthExceeded(line)
        else:
            super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802
        """Refuse a line that is too long, or one too many."""
        self.refuse(431 if self.lines else 414)

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Refuse a body with too large an announced length."""
        if (self.length or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.refuse(413)
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Receive a part of a body; refuse it once the body is too large."""
        if self.is_receiving:
            self.received += len(data)
        if self.received > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.refuse(413)
        else:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        self.is_receiving = False
        self.received = self.head = self.lines = 0
        # Twisted sets it again after the answer.
        self.setTimeout(IDLE_SECONDS)
        super().allContentReceived()

    def refuse(self, status: int) -> None:
        reason, sentence = _REFUSALS[status].split("\n")
        logger.warning(
            "A request was refused with %d %s.",
            status,
            reason,
            extra={"often": f"refused {status}"},
        )
        head = f"HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain\r\n"
        head += f"Content-Length: {len(sentence) + 1}\r\nConnection: close\r\n\r\n"
        self.transport.write(f"{head}{sentence}\n".encode())
        self.loseConnection()
