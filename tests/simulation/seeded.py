"""Time and chance of a simulated world, in place of those of this process.

Must be imported before Django and the site: they bind some of these functions by name.
"""

import os
import random
import secrets
import time
from datetime import UTC, datetime

# The first moment of each world, in seconds of the epoch.
START = datetime(2026, 11, 21, 18, 0, tzinfo=UTC).timestamp()


class Clock:
    """Seconds since the start of a world. `offset` is the error of the time of day.

    `spent` is the time that the current step has used so far: a statement takes time.
    """

    now = spent = offset = 0.0

    def monotonic(self) -> float:
        return 1000 + self.now + self.spent

    def time(self) -> float:
        return START + self.now + self.spent + self.offset

    def reset(self) -> None:
        self.now = self.spent = self.offset = 0.0


clock = Clock()
# Keys, codes and sessions of the world.
chance = random.Random(0)


def now() -> datetime:
    return datetime.fromtimestamp(clock.time(), UTC)


def fail_to_sleep(_seconds: float) -> None:
    raise AssertionError("A simulated step must not sleep.")


def install() -> None:
    """Replace the clocks and the source of chance of this process."""
    time.time, time.sleep = clock.time, fail_to_sleep
    time.monotonic = time.perf_counter = clock.monotonic
    os.urandom = random._urandom = chance.randbytes
    secrets.token_bytes = lambda size=32: chance.randbytes(size)
    from django.utils import timezone

    timezone.now = now


install()


def new_key():
    """Return a new key of a move."""
    from uuid import UUID

    return str(UUID(bytes=chance.randbytes(16), version=4))
