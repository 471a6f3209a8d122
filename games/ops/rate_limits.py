"""Limits how often an address, a player or all addresses together may do something.

SECURITY.md explains the figures. Only scripts reach them, never people at play.
"""

import logging
import time
from functools import lru_cache
from threading import Lock

from django.conf import settings
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage, Storage
from limits.strategies import (
    FixedWindowRateLimiter,
    MovingWindowRateLimiter,
    RateLimiter,
)

from games.errors import TooFast

logger = logging.getLogger(__name__)
# Seconds, so that a hanging Redis delays a request no longer.
_REDIS_TIMEOUT = 1
_SWEEP_SECONDS = 60


class MemoryCounters(Storage):
    """Counts in memory, without a thread.

    The library's class starts a thread for each count: a tenth of the cost of a move.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, tuple[int, float]] = {}
        self._swept_at = 0.0
        self._lock = Lock()

    base_exceptions = ()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to a count and return its value in the current window."""
        now = time.time()
        with self._lock:
            self._sweep(now)
            count, until = self._counts.get(key, (0, 0.0))
            if until <= now:
                count, until = 0, now + expiry
            self._counts[key] = count + amount, until
            return count + amount

    def get(self, key: str) -> int:
        """Return a count in the current window."""
        count, until = self._counts.get(key, (0, 0.0))
        return count if until > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """Return the end of the current window."""
        return self._counts.get(key, (0, time.time()))[1]

    def check(self) -> bool:
        """Return that memory is available."""
        return True

    def reset(self) -> int:
        """Drop all counts."""
        self._counts, counts = {}, self._counts
        return len(counts)

    def clear(self, key: str) -> None:
        """Drop one count."""
        self._counts.pop(key, None)

    def _sweep(self, now: float) -> None:
        if now - self._swept_at > _SWEEP_SECONDS:
            self._swept_at = now
            kept = self._counts.items()
            self._counts = {key: each for key, each in kept if each[1] > now}


class RateLimit:
    """A limit that each process counts by itself, in consecutive windows."""

    limiter: RateLimiter = FixedWindowRateLimiter(MemoryCounters())

    def __init__(self, name: str, amount: int, seconds: int) -> None:
        self.name, self.amount, self.seconds = name, amount, seconds

    def hit(self, key: object = "") -> bool:
        """Count an event; return whether it is within the limit."""
        return self.limiter.hit(self._item, str(key))

    def is_reached(self, key: object = "") -> bool:
        """Return whether the next event would exceed the limit. Does not count."""
        return not self.limiter.test(self._item, str(key))

    def enforce(self, key: object = "") -> None:
        """Count an event.

        Raises:
            TooFast: the event exceeds the limit.
        """
        if not self.hit(key):
            raise TooFast(self.seconds)

    @property
    def _item(self) -> RateLimitItem:
        return _item_of(
            self.name, self.amount * settings.RATE_LIMIT_FACTOR, self.seconds
        )


class SharedRateLimit(RateLimit):
    """A limit that all processes count together, in a moving window.

    Redis has the common count. `is_reached` asks only this process, so that refusing
    stays cheap. While Redis is away each process counts by itself.
    """

    limiter = MovingWindowRateLimiter(MemoryStorage())

    def hit(self, key: object = "") -> bool:
        if not super().hit(key):
            return False
        if not settings.REDIS_URL or self._hit_for_all(str(key)):
            return True
        # The other processes used the limit up: is_reached now has to know.
        while super().hit(key):
            pass
        return False

    def _hit_for_all(self, key: str) -> bool:
        try:
            return _limiter_of_all_processes().hit(self._item, key)
        except StorageError as error:
            logger.warning("Limits are not shared: %s", type(error.storage_error))
            return True


@lru_cache
def _item_of(name: str, amount: float, seconds: int) -> RateLimitItem:
    return RateLimitItemPerSecond(round(amount), seconds, namespace=name)


@lru_cache
def _limiter_of_all_processes() -> RateLimiter:
    storage = RedisStorage(
        settings.REDIS_URL,
        wrap_exceptions=True,
        key_prefix=f"{settings.REDIS_PREFIX}.limits",
        socket_timeout=_REDIS_TIMEOUT,
        socket_connect_timeout=_REDIS_TIMEOUT,
    )
    return MovingWindowRateLimiter(storage)


# By address.
WRONG_CODES = SharedRateLimit("wrong-codes", 10, 60)
JOINS = SharedRateLimit("joins", 60, 60)
TABLES = SharedRateLimit("tables", 30, 60)
CONNECTS = RateLimit("connects", 600, 60)
# All addresses together.
ALL_WRONG_CODES = SharedRateLimit("all-wrong-codes", 80, 60)
# By player, and by socket.
MOVES = RateLimit("moves", 50, 10)
MESSAGES = RateLimit("messages", 100, 10)


def may_guess(address: str) -> bool:
    """Return whether a stranger may learn whether a table with some code exists."""
    return not (WRONG_CODES.is_reached(address) or ALL_WRONG_CODES.is_reached())


def count_wrong_code(address: str) -> bool:
    """Count a wrong code; return whether its address may learn that it is wrong."""
    return WRONG_CODES.hit(address) and ALL_WRONG_CODES.hit()
