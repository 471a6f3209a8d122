"""What is due when: the moves that are made for a seat, and at what time.

A due move is stored with its game and made by whichever server process has a viewer of
that table (games.play.due_moves). Here nothing is read or written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.models.game import Limits, Presence
from games.rules.state import Phase, State
from games.rules.timeouts import step_of, waiting_for

# Seconds for choosing a side, drawing, placing, the last call (of each seat where it
# goes clockwise), café and review.
_PLACING = "placing"
LIMITS: dict[str, dict[str, int]] = {
    Limits.RELAXED: {
        Phase.SIDES: 90,
        Phase.SUSPECTS: 60,
        _PLACING: 45,
        Phase.LAST_CALL: 60,
        Phase.CAFE: 90,
        Phase.REVIEW: 120,
    },
    Limits.QUICK: {
        Phase.SIDES: 30,
        Phase.SUSPECTS: 15,
        _PLACING: 10,
        Phase.LAST_CALL: 20,
        Phase.CAFE: 30,
        Phase.REVIEW: 30,
    },
}
# A stand-in leaves the others time to see what it did.
STAND_IN_PAUSE = 3
# After so many seconds without a page somebody is away; a host who is away for so many
# more is replaced.
AWAY_AFTER = 15
HOST_AFTER = 60
# What is later than this was not counted down before anybody's eyes: the server was
# away, the table was left alone, or the time of day has jumped.
LATEST = 30
LONGEST = max(max(seconds.values()) for seconds in LIMITS.values())


# The seats that bots play, and for how many seconds each thinks; 0 if it wants nothing.
type Thoughts = Mapping[int, float]
NO_BOTS: Thoughts = MappingProxyType({})


# The presences of a seat for which a stand-in plays.
PLAYED_FOR = frozenset({Presence.STAND_IN, Presence.LEFT})


class Cause(StrEnum):
    """Why a move is made for a seat."""

    LIMIT = "limit"
    STAND_IN = "stand-in"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move that is made for a seat at a time, unless it is made before.

    `step` names what the game waits for (games.rules.timeouts.step_of), and for a bot
    the moment in which it decides.
    """

    seat: int
    at: datetime
    cause: Cause
    step: str

    def later(self, pause: timedelta) -> "DueMove":
        """Return the same, so much later."""
        return replace(self, at=self.at + pause)

    def to_dict(self) -> dict[str, Any]:
        """Return the due move as it is stored."""
        at = self.at.isoformat()
        return {"seat": self.seat, "at": at, "cause": self.cause, "step": self.step}

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "DueMove":
        """Return the due move that was stored."""
        at = datetime.fromisoformat(stored["at"])
        return cls(stored["seat"], at, Cause(stored["cause"]), stored["step"])


def now() -> datetime:
    """Return the time by which everything is due; tests set it."""
    return timezone.now()


def span(seconds: float) -> timedelta:
    """Return so many seconds of the clock, which runs faster in some tests."""
    return timedelta(seconds=seconds / settings.CLOCK_SPEED)


def plan(
    state: State,
    presences: Sequence[str],
    limits: str,
    at: datetime,
    *,
    before: Sequence[DueMove],
    thoughts: Thoughts,
) -> tuple[DueMove, ...]:
    """Return what is due in this state for seats of these presences.

    What was due `before` for the same reason in the same step keeps its time; all else
    is counted from `at`. A limit runs on while somebody else plays for a seat: whoever
    leaves and comes back has what was left of it.
    """
    kept = {(due.seat, due.cause, due.step): due for due in before}
    dues = []
    for seat, cause, seconds in _waits(state, presences, limits, thoughts):
        step = _step_of(state, cause)
        fresh = DueMove(seat, at + span(seconds), cause, step)
        dues.append(kept.get((seat, cause, step), fresh))
    return tuple(dues)


def is_played_for(presence: str) -> bool:
    """Tell whether a stand-in plays for a seat."""
    return presence in PLAYED_FOR


def next_due(dues: Sequence[DueMove]) -> DueMove | None:
    """Return what is due first."""
    return min(dues, key=lambda due: (due.at, due.seat), default=None)


def deadline_of(dues: Sequence[DueMove]) -> datetime | None:
    """Return when the first limit runs out, which everybody sees counted down.

    That of a seat for which somebody else plays is nobody's to see.
    """
    others = {due.seat for due in dues if due.cause != Cause.LIMIT}
    limits = (due for due in dues if due.cause == Cause.LIMIT)
    return min((due.at for due in limits if due.seat not in others), default=None)


def is_off(due_at: datetime, at: datetime) -> bool:
    """Tell whether a due time is out of reach: long gone, or further than any limit.

    Then nobody has seen it coming, and it is counted anew.
    """
    return due_at < at - span(LATEST) or due_at > horizon(at)


def horizon(at: datetime) -> datetime:
    """Return the time after which nothing can be due yet."""
    return at + span(LONGEST + 1)


def is_ripe(due_at: datetime, at: datetime) -> bool:
    """Tell whether something is to be done about a due time."""
    return not at < due_at <= horizon(at)


def _step_of(state: State, cause: Cause) -> str:
    """Return the step that is over for a due move; an accusation ends a bot's."""
    step = step_of(state)
    return f"{step}.{len(state.accusations)}" if cause == Cause.BOT else step


def _waits(
    state: State, presences: Sequence[str], limits: str, thoughts: Thoughts
) -> Iterator[tuple[int, Cause, float]]:
    """Yield the seats for which something will be played, why, and in how long."""
    for seat in waiting_for(state):
        is_left = is_played_for(presences[seat])
        if is_left and seat not in thoughts:
            yield seat, Cause.STAND_IN, STAND_IN_PAUSE
        if limits != Limits.OFF and (is_left or seat not in thoughts):
            limit = LIMITS[limits][_PLACING if state.placing else state.phase]
            yield seat, Cause.LIMIT, limit
    # A bot may accuse although nobody waits for it.
    for seat, seconds in thoughts.items():
        if seconds:
            yield seat, Cause.BOT, seconds
