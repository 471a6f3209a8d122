"""The server's waits, by a clock that nobody sets.

Twisted plans whatever is to be done later by the time of day, and Daphne counts the
seconds between pings by it. Set back by an hour, as a laptop's clock may be, it would
let a dead phone pass for a live one for that hour.
"""

import time
from typing import Any


class MonotonicClock:
    """What Daphne asks of the module `time`, which this takes the place of."""

    @staticmethod
    def time() -> float:
        """Return the seconds since some moment."""
        return time.monotonic()


def wait_by_monotonic_clock(reactor: Any) -> None:
    """Have the reactor and Daphne's sockets count by it; nothing may be planned yet."""
    from daphne import ws_protocol

    reactor.seconds = MonotonicClock.time
    # Daphne has no option for it. It measures spans alone, and nothing else of that
    # module is used there.
    ws_protocol.time = MonotonicClock
