"""The requests that wait for or run on a slow thread: few of one client."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.conf import settings

from runtime.threads import get_time_left

# Requests that wait or run: in all, of one address (five phones of a table may share
# one), and of one session: the page of a result asks for three parts at once.
MOST, MOST_OF_ADDRESS, MOST_OF_SESSION = 64, 24, 4


class QueueFull(Exception):
    """The queue is full, or a request has waited in it for too long."""


class Queue:
    """The queue of one slow thread. For one event loop.

    Each address has one request at a time at the thread, so an address with many
    requests delays another one by a single call, and many addresses by one call each.
    """

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @asynccontextmanager
    async def turn(self, address: str, session: str = "") -> AsyncIterator[None]:
        """Take a place, and wait until the address has no other request at the thread.

        `session` is the key of a session; empty without one.

        Raises:
            QueueFull: too many requests wait, or this one has waited for too long.
        """
        limits = {"": MOST, f"address {address}": MOST_OF_ADDRESS}
        if session:
            limits[f"session {session}"] = MOST_OF_SESSION
        if any(self._is_full(key, most) for key, most in limits.items()):
            raise QueueFull
        self._taken += Counter(limits.keys())
        try:
            async with _acquired(self._turns[address]):
                yield
        finally:
            # Clients that are done are forgotten.
            self._taken -= Counter(limits.keys())
            if not self._taken[f"address {address}"]:
                del self._turns[address]

    def _is_full(self, key: str, most: int) -> bool:
        factor: float = settings.RATE_LIMIT_FACTOR
        return self._taken[key] >= round(most * factor)


@asynccontextmanager
async def _acquired(turn: asyncio.Lock) -> AsyncIterator[None]:
    """Hold a lock.

    Raises:
        QueueFull: others have held it for too long.
    """
    try:
        async with asyncio.timeout(get_time_left()):
            await turn.acquire()
    except TimeoutError:
        raise QueueFull from None
    try:
        yield
    finally:
        turn.release()
