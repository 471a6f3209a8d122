"""How often one address, one player or all together may do something.

SECURITY.md has the figures, and what follows from them. Nobody who plays by hand comes
near them: they are for scripts.
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
# Seconds: a Redis that hangs keeps nobody for longer.
_PATIENCE = 1
_SWEEP = 60


class MemoryCounters(Storage):
    """Counts in memory, without the thread that the library's own starts each time.

    Its start would cost a tenth of what a move costs.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, tuple[int, float]] = {}
        self._swept_at = 0.0
        self._lock = Lock()

    base_exceptions = ()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count on, and return how far it has come in this window."""
        now = time.time()
        with self._lock:
            self._sweep(now)
            count, until = self._counts.get(key, (0, 0.0))
            if until <= now:
                count, until = 0, now + expiry
            self._counts[key] = count + amount, until
            return count + amount

    def get(self, key: str) -> int:
        """Return the count of the window that runs."""
        count, until = self._counts.get(key, (0, 0.0))
        return count if until > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """Return when the window ends."""
        return self._counts.get(key, (0, time.time()))[1]

    def check(self) -> bool:
        """Tell that it is there."""
        return True

    def reset(self) -> int:
        """Forget all counts."""
        self._counts, counts = {}, self._counts
        return len(counts)

    def clear(self, key: str) -> None:
        """Forget one count."""
        self._counts.pop(key, None)

    def _sweep(self, now: float) -> None:
        if now - self._swept_at > _SWEEP:
            self._swept_at = now
            kept = self._counts.items()
            self._counts = {key: each for key, each in kept if each[1] > now}


class RateLimit:
    """A limit that each process counts for itself, in windows one after the other."""

    limiter: RateLimiter = FixedWindowRateLimiter(MemoryCounters())

    def __init__(self, name: str, amount: int, seconds: int) -> None:
        self.name, self.amount, self.seconds = name, amount, seconds

    def hit(self, whom: object = "") -> bool:
        """Count once more, and tell whether that was not too often."""
        return self.limiter.hit(self._item, str(whom))

    def is_reached(self, whom: object = "") -> bool:
        """Tell whether once more would be too often."""
        return not self.limiter.test(self._item, str(whom))

    def enforce(self, whom: object = "") -> None:
        """Count once more.

        Raises:
            TooFast: that was too often.
        """
        if not self.hit(whom):
            raise TooFast(self.seconds)

    @property
    def _item(self) -> RateLimitItem:
        return _item_of(
            self.name, self.amount * settings.RATE_LIMIT_FACTOR, self.seconds
        )


class SharedRateLimit(RateLimit):
    """A limit that all processes count together, over any so many seconds.

    What is asked often is asked of this process alone, which hears of the others when
    it counts itself. While Redis is away each process counts for itself.
    """

    limiter = MovingWindowRateLimiter(MemoryStorage())

    def hit(self, whom: object = "") -> bool:
        if not super().hit(whom):
            return False
        if not settings.REDIS_URL or self._hit_for_all(str(whom)):
            return True
        while super().hit(whom):
            pass
        return False

    def _hit_for_all(self, whom: str) -> bool:
        try:
            return _of_all_processes().hit(self._item, whom)
        except StorageError as error:
            logger.warning("Limits are not shared: %s", type(error.storage_error))
            return True


@lru_cache
def _item_of(name: str, amount: float, seconds: int) -> RateLimitItem:
    return RateLimitItemPerSecond(round(amount), seconds, namespace=name)


@lru_cache
def _of_all_processes() -> RateLimiter:
    storage = RedisStorage(
        settings.REDIS_URL,
        wrap_exceptions=True,
        key_prefix=f"{settings.REDIS_PREFIX}.limits",
        socket_timeout=_PATIENCE,
        socket_connect_timeout=_PATIENCE,
    )
    return MovingWindowRateLimiter(storage)


# By address.
WRONG_CODES = SharedRateLimit("wrong-codes", 10, 60)
JOINS = SharedRateLimit("joins", 60, 60)
TABLES = SharedRateLimit("tables", 30, 60)
CONNECTS = RateLimit("connects", 600, 60)
# Of all addresses together.
ALL_WRONG_CODES = SharedRateLimit("all-wrong-codes", 80, 60)
# By player, and by socket.
MOVES = RateLimit("moves", 50, 10)
MESSAGES = RateLimit("messages", 100, 10)


def may_guess(address: str) -> bool:
    """Tell whether a stranger may find out whether there is a table with a code."""
    return not (WRONG_CODES.is_reached(address) or ALL_WRONG_CODES.is_reached())


def count_wrong_code(address: str) -> bool:
    """Count a code that is no table's; tell whether its address may know that."""
    return WRONG_CODES.hit(address) and ALL_WRONG_CODES.hit()
