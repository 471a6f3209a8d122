"""A socket that floods is dropped as soon as its frames are read.

Daphne queues what comes in without end, and between two reads of many frames an
application gets one turn: by the time it could close the socket, memory is full and
everybody waits.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

# Twice as many messages, in so many seconds, as games.ops.rate_limits answers.
MOST, SECONDS = 200, 10


def drop_floods() -> None:
    """Have every socket of this process count its messages and pings."""
    WebSocketProtocol.onMessage = _counting(WebSocketProtocol.onMessage)
    WebSocketProtocol.onPing = _counting(WebSocketProtocol.onPing)


def _counting(receive: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(receive)
    def count_and_receive(self: WebSocketProtocol, *arguments: Any) -> None:
        if _is_flooded(self):
            self.dropConnection(abort=True)
        else:
            receive(self, *arguments)

    return count_and_receive


def _is_flooded(protocol: WebSocketProtocol) -> bool:
    now = time.monotonic()
    since, count = getattr(protocol, "counted", (now, 0))
    if now - since > SECONDS:
        since, count = now, 0
    protocol.counted = since, count + 1
    return count >= MOST * settings.RATE_LIMIT_FACTOR
