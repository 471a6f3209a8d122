"""The clock, and due moves: those that it, a stand-in or a bot makes for a seat.

A due move is stored with its game (games.play.schedule plans it). Any process with a
viewer of the table makes it (games.play.due_moves). A limit that ran out before this
process could take moves starts again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from time import monotonic
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.models import Presence
from games.rules.editions import Limits
from games.rules.state import Phase

# Seconds for choosing a side, drawing, placing, the last call (per seat if clockwise),
# café and review.
PLACING = "placing"
LIMITS: dict[str, dict[str, int]] = {
    Limits.RELAXED: {
        Phase.SIDES: 90,
        Phase.SUSPECTS: 60,
        PLACING: 45,
        Phase.LAST_CALL: 60,
        Phase.CAFE: 90,
        Phase.REVIEW: 120,
    },
    Limits.QUICK: {
        Phase.SIDES: 30,
        Phase.SUSPECTS: 15,
        PLACING: 10,
        Phase.LAST_CALL: 20,
        Phase.CAFE: 30,
        Phase.REVIEW: 30,
    },
}
# Seconds before a stand-in moves, so that players can follow.
STAND_IN_PAUSE = 3
# Seconds that an idle player, who is here, has in addition to choose a clue or accuse.
IDLE_PAUSE = 30
# Seconds. A due move that is later than this had no visible countdown: the server was
# down, the table had no viewers, or the time of day jumped.
LATEST = 30
LONGEST = max(max(seconds.values()) for seconds in LIMITS.values())
# Seconds without a heartbeat after which the process has been stopped.
STOPPED_AFTER = 3
# The presences of a seat for which a stand-in plays.
PLAYED_FOR = frozenset({Presence.STAND_IN, Presence.LEFT})


class Cause(StrEnum):
    """The reason for a due move."""

    LIMIT = "limit"
    STAND_IN = "stand-in"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move that will be made for a seat at a time, unless the step ends before.

    `step` names the step of the game (games.rules.timeouts.name_step) or of a bot's
    wait (games.deduction.bots.pauses.Wait).
    """

    seat: int
    at: datetime
    cause: Cause
    step: str

    def later(self, pause: timedelta) -> "DueMove":
        """Return the same due move, later by this pause."""
        return replace(self, at=self.at + pause)

    def to_dict(self) -> dict[str, Any]:
        """Return the due move in its stored form."""
        at = self.at.isoformat()
        return {"seat": self.seat, "at": at, "cause": self.cause, "step": self.step}

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "DueMove":
        """Return a due move from its stored form."""
        at = datetime.fromisoformat(stored["at"])
        return cls(stored["seat"], at, Cause(stored["cause"]), stored["step"])


class Serving:
    """The start of this process, or of its life after it was stopped.

    The hub's heartbeat says each second that the process is awake.
    """

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


def now() -> datetime:
    """Return the current time; tests set it."""
    return timezone.now()


def span(seconds: float) -> timedelta:
    """Return this many seconds of the clock, which runs faster in some tests."""
    return timedelta(seconds=seconds / settings.CLOCK_SPEED)


def find_next_due(dues: Sequence[DueMove]) -> DueMove | None:
    return min(dues, key=lambda due: (due.at, due.seat), default=None)


def find_deadline(dues: Sequence[DueMove], idle: int | None = None) -> datetime | None:
    """Return the end of the first limit, which all pages count down.

    The limit of a seat that a stand-in or a bot plays is not shown. The page of an idle
    seat counts down to its move.
    """
    own = [due.at for due in dues if due.seat == idle]
    if own:
        return min(own)
    others = {due.seat for due in dues if due.cause != Cause.LIMIT}
    limits = (due for due in dues if due.cause == Cause.LIMIT)
    return min((due.at for due in limits if due.seat not in others), default=None)


def is_off(due_at: datetime) -> bool:
    """Return whether a due time is out of range: long past, or later than any limit.

    No countdown showed it, so it has to be planned again.
    """
    at = now()
    return due_at < at - span(LATEST) or due_at > compute_horizon(at)


def is_missed(due: DueMove) -> bool:
    """Return whether a limit ran out before this process could take moves."""
    awake = serving.count_seconds()
    if due.cause != Cause.LIMIT or awake is None:
        return False
    return due.at < now() - timedelta(seconds=awake)


def compute_horizon(at: datetime) -> datetime:
    """Return the latest time at which a move can be due."""
    return at + span(LONGEST + 1)


def has_come(due_at: datetime | None) -> bool:
    """Return whether there is a due time that has come, or is out of range."""
    return due_at is not None and not count_seconds_until(due_at)


def count_seconds_until(due_at: datetime) -> float:
    """Return the seconds until a due time; 0 if it has come, or is out of range."""
    at = now()
    return (due_at - at).total_seconds() if at < due_at <= compute_horizon(at) else 0
