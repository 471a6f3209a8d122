"""Counts events of this process in moving windows."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from threading import Lock

from django.conf import settings


class RateLimit:
    """At most `amount` events in any window of `seconds`, in each process.

    Threads may call every method at the same time.
    """

    def __init__(self, name: str, amount: int, seconds: int) -> None:
        self.name, self.amount, self.seconds = name, amount, seconds
        # The times of the events in the window, oldest first.
        self._events: dict[str, deque[float]] = {}
        self._swept_at = 0.0
        self._lock = Lock()

    @property
    def most(self) -> int:
        """Return the number of events that this site allows."""
        most: int = round(self.amount * settings.RATE_LIMIT_FACTOR)
        return most

    def hit(self, key: object = "") -> bool:
        """Count an event, unless it exceeds the limit; return whether it is within."""
        with self._lock:
            events = self._get_recent_events(str(key))
            is_within = len(events) < self.most
            if is_within:
                events.append(time.time())
            return is_within

    def count_wait(self, key: object = "") -> int:
        """Return in how many seconds the next event is within the limit; 0 if it is.

        Does not count an event.
        """
        with self._lock:
            events = self._get_recent_events(str(key))
            if len(events) < self.most:
                return 0
            begun = events[0] if events else time.time()
            return ceil(begun + self.seconds - time.time())

    def forget(self) -> None:
        """Drop all events. For tests."""
        with self._lock:
            self._events.clear()

    def _get_recent_events(self, key: str) -> deque[float]:
        """Return the events in the current window. The caller holds the lock."""
        now = time.time()
        self._sweep(now)
        events = self._events.setdefault(key, deque())
        # A clock that was set back leaves events in the future.
        while events and not now - self.seconds < events[0] <= now:
            events.popleft()
        return events

    def _sweep(self, now: float) -> None:
        """Drop the keys without a recent event, once in each window."""
        if abs(now - self._swept_at) < self.seconds:
            return
        self._swept_at = now
        for key, events in list(self._events.items()):
            if not (events and now - self.seconds < events[-1] <= now):
                del self._events[key]


class ConcurrencyLimit:
    """At most `amount` things at the same time by key. For one event loop."""

    def __init__(self, amount: int) -> None:
        self.amount = amount
        self._taken: Counter[str] = Counter()

    @contextmanager
    def place(self, key: str) -> Iterator[bool]:
        """Take a place; tell whether there was one."""
        is_free = self._taken[key] < round(self.amount * settings.RATE_LIMIT_FACTOR)
        self._taken[key] += 1
        try:
            yield is_free
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


class Pace:
    """Spaces events of one key by `seconds`. For one event loop."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        # The time of the last event that waits, by key.
        self._last: dict[str, float] = {}

    async def wait(self, key: str) -> None:
        """Wait until it is this event's turn, for `seconds` at least."""
        now = time.monotonic()
        at = self._last[key] = max(now, self._last.get(key, now)) + self.seconds
        await asyncio.sleep(at - now)
        if self._last[key] == at:
            del self._last[key]
