"""Adds to Daphne, in one call, what it has no option for.

- A monotonic clock: Twisted and Daphne measure delays by the time of day. Set back by
  an hour, as a laptop's clock may be, it would keep a dead phone connected for an hour.
- A flood limit: Daphne queues incoming messages without a bound, and the application
  runs only once between two reads of many frames, too late to close the socket itself.
- Descriptions: autobahn makes one of each connection and of all data that comes in, for
  a log that nobody keeps.
- Compression of sockets: Daphne never accepts a browser's offer to compress.
- Frames: text is compressed and framed once for all sockets that get the same, and
  goes to the socket at once.
- The scheme of sockets, which tells a page's own server from another one.
- Round trips of sockets, for a fair race (games.play.race).
- Limits for requests that come in slowly or are large (runtime.server.requests).
"""

import time
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache, partial, partialmethod, wraps
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from autobahn.exception import Disconnected
from autobahn.websocket.compress import (
    PerMessageCompressOffer,
    PerMessageDeflateOffer,
    PerMessageDeflateOfferAccept,
)
from daphne import ws_protocol
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet import tcp
from twisted.internet.interfaces import ISSLTransport

from runtime.server.requests import limit_requests

# Per socket in these seconds, twice as many messages as a consumer may take, and bytes
# for as many moves.
MOST_MESSAGES, MOST_BYTES, FLOOD_SECONDS = 100, 8 * 1024, 10
# Measured with the updates of two games, 3.2 kB each: 896 bytes in 23 µs. Level 6 saves
# 7 % of the bytes and takes half as long again.
LEVEL = 2
WINDOW_BITS = 12
MEMORY_LEVEL = 5
# Round trips that a socket keeps, the first pings, and the seconds between these.
ROUND_TRIPS, FIRST_PINGS, PING_PAUSE = 8, 4, 0.5
# Bytes. Deflating a shorter message costs more than it saves.
SMALL = 200


def extend_daphne(reactor: Any, *, largest_message: int) -> None:
    """Patch Daphne and its reactor, which must not have started a timer yet."""
    use_monotonic_clock(reactor)
    limit_floods()
    compress_messages(largest_message)
    describe_nothing()
    send_frames()
    describe_sockets()
    measure_round_trips(reactor)
    limit_requests()


class MonotonicClock:
    """Stands in for the module `time`, of which Daphne's sockets use one function."""

    @staticmethod
    def time() -> float:
        """Return seconds from an arbitrary start."""
        return time.monotonic()


def use_monotonic_clock(reactor: Any) -> None:
    """Make the reactor and Daphne's sockets measure delays by the monotonic clock."""
    reactor.seconds = MonotonicClock.time
    ws_protocol.time = MonotonicClock


def limit_floods() -> None:
    """Drop each socket that sends too many messages and pings, or too many bytes."""
    WebSocketProtocol.onMessage = _limited(WebSocketProtocol.onMessage)
    WebSocketProtocol.onPing = _limited(WebSocketProtocol.onPing)


def _limited(receive: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(receive)
    def count_and_receive(
        self: WebSocketProtocol, payload: bytes, *arguments: Any
    ) -> None:
        if _is_flood(self, len(payload)):
            self.dropConnection(abort=True)
        else:
            receive(self, payload, *arguments)

    return count_and_receive


def _is_flood(protocol: WebSocketProtocol, size: int) -> bool:
    """Count a message; return whether the socket's current window holds too many."""
    now = time.monotonic()
    window: tuple[float, int, int] = getattr(protocol, "window", (now, 0, 0))
    since, count, total = window
    if now - since > FLOOD_SECONDS:
        since, count, total = now, 0, 0
    protocol.window = since, count + 1, total + size
    share = max((count + 1) / MOST_MESSAGES, (total + size) / MOST_BYTES)
    return bool(share > settings.RATE_LIMIT_FACTOR)


def describe_nothing() -> None:
    """Stop autobahn from describing connections and received data for its log.

    It does so even if nothing is logged: 2.7 % of a move at 100 moves a second, and
    11 % of the opening of a socket.
    """
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        for name in {"pformat", "hltype", "hlval"} & vars(module).keys():
            setattr(module, name, lambda *_details: "")


def measure_round_trips(reactor: Any) -> None:
    """Make Daphne's sockets keep the last round trips of their pings.

    The first ones follow each other quickly; then Daphne pings from time to time.
    """

    def open_and_ping(self: WebSocketProtocol) -> None:
        self.round_trips = deque(maxlen=ROUND_TRIPS)
        opened(self)
        self._sendAutoPing()

    def note(
        self: WebSocketProtocol, sent: int, _number: int, heard: int, *_other: Any
    ) -> None:
        self.round_trips.append(max(0, heard - sent) / 1e9)
        if len(self.round_trips) < FIRST_PINGS:
            reactor.callLater(PING_PAUSE, ping, self)

    def ping(self: WebSocketProtocol) -> None:
        if self.state == self.STATE_OPEN:
            self._sendAutoPing()

    opened = WebSocketProtocol.onOpen
    WebSocketProtocol.onOpen = open_and_ping
    WebSocketProtocol.onAutoPong = note


def least_round_trip(protocol: WebSocketProtocol) -> float:
    """Return the shortest of a socket's last round trips in seconds, 0 without one."""
    return min(getattr(protocol, "round_trips", ()), default=0.0)


class DatedMessages:
    """A socket's messages on their way to its consumer, which takes one at a time.

    `at` is when a message arrived, in seconds of the epoch.
    """

    def __init__(self, queue: Any) -> None:
        self._queue = queue

    def put_nowait(self, message: dict[str, Any]) -> None:
        """Hand over a message that has just arrived."""
        self._queue.put_nowait(message | {"at": time.time()})


def describe_sockets() -> None:
    """Make Daphne add to the scope of a socket its scheme, as ASGI says, and its trips.

    `round_trip` is a function, because a scope is as old as its socket.
    """
    create = Server.create_application

    def create_with_scheme(
        server: Server, protocol: Any, scope: dict[str, Any]
    ) -> object:
        if scope["type"] == "websocket":
            is_secure = ISSLTransport(protocol.transport, None) is not None
            scope["scheme"] = "wss" if is_secure else "ws"
            scope["round_trip"] = partial(least_round_trip, protocol)
            return DatedMessages(create(server, protocol, scope))
        return create(server, protocol, scope)

    Server.create_application = create_with_scheme


def compress_messages(largest_message: int) -> None:
    """Make Daphne's factory of sockets accept offers to compress."""
    accept = partial(accept_offer, largest=largest_message)
    WebSocketFactory.setProtocolOptions = partialmethod(
        WebSocketFactory.setProtocolOptions, perMessageCompressionAccept=accept
    )


def accept_offer(
    offers: Iterable[PerMessageCompressOffer], largest: int
) -> PerMessageDeflateOfferAccept | None:
    """Return the answer to a browser's offer; None if it offers nothing that fits.

    A received message may have at most `largest` bytes after decompression. Each
    message is compressed by itself: its size tells nothing about earlier ones.
    """
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            asked = offer.request_max_window_bits or WINDOW_BITS
            can_limit = offer.accept_max_window_bits
            return PerMessageDeflateOfferAccept(
                offer,
                request_no_context_takeover=offer.accept_no_context_takeover,
                request_max_window_bits=WINDOW_BITS if can_limit else 0,
                no_context_takeover=True,
                window_bits=min(asked, WINDOW_BITS),
                mem_level=MEMORY_LEVEL,
                max_message_size=largest,
            )
    return None


def send_frames() -> None:
    """Make Daphne's sockets share frames, and send them without waiting.

    Measured on the real server, saturated, five runs in turn: 1.05 times (0.95 to 1.12)
    the moves for the same processor time, before viewers got equal texts.
    """
    send_any = WebSocketProtocol.serverSend

    def send(self: WebSocketProtocol, content: Any, binary: bool = False) -> None:
        if binary or self.state == self.STATE_CONNECTING:
            send_any(self, content, binary)
            return
        if self.state != self.STATE_OPEN:
            raise Disconnected("Attempt to send on a closed protocol")
        deflate = self._perMessageCompress
        write(
            self.transport,
            make_frame(content, deflate.server_max_window_bits if deflate else 0),
        )

    WebSocketProtocol.serverSend = send


@lru_cache(maxsize=256)
def make_frame(text: str, window_bits: int) -> bytes:
    """Return a text message as a frame; without a window it is not compressed."""
    payload, first = text.encode(), 0x81
    if window_bits and len(payload) > SMALL:
        deflater = zlib.compressobj(LEVEL, zlib.DEFLATED, -window_bits, MEMORY_LEVEL)
        payload = deflater.compress(payload) + deflater.flush(zlib.Z_SYNC_FLUSH)
        # RFC 7692 leaves out the end of the flush, and marks the frame.
        payload, first = payload[:-4], 0xC1
    size = len(payload)
    if size < 126:
        return bytes([first, size]) + payload
    if size < 1 << 16:
        return bytes([first, 126]) + size.to_bytes(2) + payload
    return bytes([first, 127]) + size.to_bytes(8) + payload


def write(transport: Any, data: bytes) -> None:
    """Write to a connection, at once if nothing waits there.

    Twisted would have the loop watch the socket, and write at its next turn.
    """
    is_plain = type(transport) is tcp.Server and not transport.TLS
    if is_plain and not _is_waiting(transport):
        sent = transport.writeSomeData(data)
        # Otherwise the connection is lost, and `transport.write` finds that out too.
        if isinstance(sent, int):
            data = data[sent:]
    if data:
        transport.write(data)


def _is_waiting(transport: tcp.Server) -> bool:
    waiting = transport.dataBuffer or transport._tempDataBuffer  # noqa: SLF001
    return bool(waiting or transport.disconnecting or not transport.connected)
