"""Knows since when this process can take moves.

A limit that ran out before that starts again (games.play.due_moves). The hub's
heartbeat says each second that the process is awake.
"""

from time import monotonic

# Seconds without a heartbeat after which the process has been stopped.
STOPPED_AFTER = 3


class Serving:
    """The start of this process, or of its life after it was stopped."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._beat_at: float | None = None

    def begin(self) -> None:
        """Note that the process has just started."""
        self._began, self._beat_at = monotonic(), None

    def beat(self) -> None:
        """Note a heartbeat."""
        now = monotonic()
        if self._began is None or self._has_stopped(now):
            self._began = now
        self._beat_at = now

    def count_seconds(self) -> float | None:
        """Return for how many seconds the process has been awake; None if unknown."""
        now = monotonic()
        if self._began is None:
            return None
        # A due move may come before the first heartbeat after a stop.
        return 0 if self._has_stopped(now) else now - self._began

    def forget(self) -> None:
        """Forget everything. For tests."""
        self._began = self._beat_at = None

    def _has_stopped(self, now: float) -> bool:
        return self._beat_at is not None and now - self._beat_at > STOPPED_AFTER


serving = Serving()
