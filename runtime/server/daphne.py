"""Daphne for this site, by subclasses: import this before anything of Daphne.

- Delays, pings and time-outs go by a clock that nobody sets: a laptop's may jump.
- A socket that floods is dropped: Daphne queues incoming messages without a bound, and
  autobahn collects the parts of a message until its end.
- Pings find dead phones and phones that read nothing, and measure round trips, for a
  fair race (games.play.race).
- The scope of a socket has its scheme, which ASGI asks for.
- A file is sent in parts, as the phone takes them ("Path Send" in ASGI's words).
- Requests have a time and a size (runtime.server.request_limits).
"""

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from secrets import token_bytes
from typing import Any

from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.interfaces import ISSLTransport
from twisted.internet.main import installReactor
from twisted.logger import LogEvent, globalLogPublisher


class SteadyReactor(AsyncioSelectorReactor):
    """Measures delays by the monotonic clock."""

    seconds = staticmethod(time.monotonic)


# Daphne installs a reactor of its own unless there is one.
reactor = SteadyReactor(asyncio.SelectorEventLoop())
installReactor(reactor)

from daphne.server import Server  # noqa: E402
from daphne.ws_protocol import WebSocketProtocol  # noqa: E402
from django.conf import settings  # noqa: E402
from twisted.protocols.basic import FileSender  # noqa: E402
from twisted.protocols.tls import TLSMemoryBIOFactory  # noqa: E402

from runtime.server.asgi_types import Message  # noqa: E402
from runtime.server.request_limits import LimitedChannel, TlsOnly  # noqa: E402

logger = logging.getLogger(__name__)
# Bytes of a message, in or out: an update is the largest.
LARGEST_MESSAGE = 64 * 1024
# Of one socket in so many seconds: frames of any kind, twice as many as a consumer
# takes messages, and bytes for as many moves.
MOST_FRAMES, MOST_BYTES, FLOOD_SECONDS = 100, 8 * 1024, 10
# Seconds between two pings, and for the answer to one.
PING_SECONDS = 10
# Round trips that a socket keeps, the first pings, and the seconds between these.
ROUND_TRIPS, FIRST_PINGS, PING_PAUSE = 8, 4, 0.5
_HOST, _SLASHES = re.compile(r"https?://[^/]*", re.IGNORECASE), re.compile("/{2,}")
PATH_SEND = "http.response.pathsend"


class Socket(WebSocketProtocol):
    """The socket of a page. Autobahn calls `on…`, and the server `check_timeouts`."""

    def __init__(self) -> None:
        super().__init__()
        self.opened_at = self.window_at = self.pinged_at = time.monotonic()
        self.frames = self.bytes = 0
        # The bytes that the phone has to answer; empty after its answer.
        self.awaited_pong = b""
        self.round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)

    def onOpen(self) -> None:  # noqa: N802
        super().onOpen()
        self.ping()

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Count a frame before its bytes come, whether it ends a message or not."""
        super().onMessageFrameBegin(length)
        self.count_frame(length)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Give the consumer a message with its time of arrival: it takes one by one."""
        content = {"bytes": payload} if isBinary else {"text": payload.decode()}
        message = {"type": "websocket.receive", "at": time.time(), **content}
        self.application_queue.put_nowait(message)

    def onPing(self, payload: bytes) -> None:  # noqa: N802
        if self.count_frame(len(payload)):
            super().onPing(payload)

    def onPong(self, payload: bytes) -> None:  # noqa: N802
        """Note the round trip of the awaited ping; the first pings follow quickly."""
        if self.count_frame(len(payload)) and payload == self.awaited_pong != b"":
            self.awaited_pong = b""
            self.round_trips.append(time.monotonic() - self.pinged_at)
            if len(self.round_trips) < FIRST_PINGS:
                reactor.callLater(PING_PAUSE, self.ping)

    def count_frame(self, size: int) -> bool:
        """Count a frame; return False, and drop the socket, if there were too many."""
        now = time.monotonic()
        if now - self.window_at > FLOOD_SECONDS:
            self.window_at, self.frames, self.bytes = now, 0, 0
        self.frames, self.bytes = self.frames + 1, self.bytes + size
        share = max(self.frames / MOST_FRAMES, self.bytes / MOST_BYTES)
        if share > settings.RATE_LIMIT_FACTOR:
            self.dropConnection(abort=True)
            return False
        return True

    def ping(self) -> None:
        if self.state == self.STATE_OPEN and not self.awaited_pong:
            # A phone that does not read cannot guess it.
            self.awaited_pong, self.pinged_at = token_bytes(8), time.monotonic()
            self.sendPing(self.awaited_pong)

    def round_trip(self) -> float:
        """Return the shortest of the last round trips in seconds, 0 without one."""
        return min(self.round_trips, default=0.0)

    def duration(self) -> float:
        """Return the seconds since the socket was opened."""
        return time.monotonic() - self.opened_at

    def check_timeouts(self) -> None:
        """Ping an open socket, or drop it if it did not answer; refuse one too late.

        Daphne's goes by the time of day, and pings no phone that sends messages.
        """
        waited = time.monotonic() - self.pinged_at
        if self.state == self.STATE_CONNECTING:
            if self.duration() > self.server.websocket_connect_timeout:
                self.serverReject()
        elif self.awaited_pong and waited > self.server.ping_timeout:
            self.dropConnection(abort=True)
        elif waited > self.server.ping_interval:
            self.ping()


class SiteServer(Server):
    """Daphne with these sockets and channels. Its own limits replace others."""

    def __init__(
        self, *, ready_callable: Callable[[], None] | None = None, **options: Any
    ) -> None:
        limits = {
            "websocket_timeout": -1,
            "websocket_max_message_size": LARGEST_MESSAGE,
            "websocket_max_frame_size": LARGEST_MESSAGE,
            "ping_interval": PING_SECONDS,
            "ping_timeout": PING_SECONDS,
        }
        ready = partial(self.choose_protocols, ready_callable)
        super().__init__(**options | limits, ready_callable=ready)

    def choose_protocols(self, ready: Callable[[], None] | None) -> None:
        """Replace the protocols of the factories that Daphne has just made."""
        self.ws_factory.protocol = Socket
        self.http_factory.protocol = LimitedChannel
        observe: Any = log_lost_connections
        globalLogPublisher.addObserver(observe)
        if ready:
            ready()

    def listen_success(self, port: Any) -> None:
        """Note a port that listens. One with TLS redirects plain http."""
        if isinstance(port.factory, TLSMemoryBIOFactory):
            port.factory.protocol = TlsOnly
        super().listen_success(port)

    def call_on_loop(self, call: Callable[[], None]) -> None:
        """Call a function on the server's loop, as soon as it runs."""
        reactor.callLater(0, call)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Complete the scope. `round_trip` is a function: a socket has it for long.

        The path loses a host before it, which clients may send, and doubled slashes.
        """
        path = _HOST.sub("", scope["path"]) or "/"
        scope["path"] = _SLASHES.sub("/", path)
        if scope["type"] == "websocket":
            is_secure = ISSLTransport(protocol.transport, None) is not None
            scope["scheme"] = "wss" if is_secure else "ws"
            scope["round_trip"] = protocol.round_trip
        else:
            scope["extensions"] = {PATH_SEND: {}}
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: Message) -> None:
        """Pass a message on to the connection, or a file that it names."""
        if message["type"] == PATH_SEND:
            await send_file(message["path"], protocol)
            message = {"type": "http.response.body"}
        await super().handle_reply(protocol, message)


def log_lost_connections(event: LogEvent) -> None:
    """Log that a connection was closed unanswered; nobody sees Twisted's own log."""
    text = event.get("log_format") or ""
    if text.startswith(("EMFILE encountered", "Could not accept")):
        logger.error(
            "A connection was closed unanswered: the process may open no more files.",
            extra={"often": "files"},
        )


async def send_file(path: str, request: Any) -> None:
    """Send a file in parts, as the phone takes them, until it leaves."""
    # Twisted takes the channel from a request whose phone has left.
    if request.channel is not None:
        # The parts are small, and the system has most of them in memory.
        with Path(path).open("rb") as file:  # noqa: ASYNC230
            sent = FileSender().beginFileTransfer(file, request)
            sent.addErrback(lambda _left: None)
            await sent.asFuture(asyncio.get_running_loop())
