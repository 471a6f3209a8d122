"""Plans due moves: moves that the clock, a stand-in or a bot makes for a seat.

A due move is stored with its game. Any process with a viewer of the table makes it
(games.play.due_moves). These functions neither read nor write the database.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.bots.policy import Wait
from games.models.game import Limits, Presence
from games.rules.state import Phase, State
from games.rules.timeouts import step_of, waiting_for

# Seconds for choosing a side, drawing, placing, the last call (per seat if clockwise),
# café and review.
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
# Seconds before a stand-in moves, so that players can follow.
STAND_IN_PAUSE = 3
# Seconds. A due move that is later than this had no visible countdown: the server was
# down, the table had no viewers, or the time of day jumped.
LATEST = 30
LONGEST = max(max(seconds.values()) for seconds in LIMITS.values())


# The waits of the bot of each seat; none if it does not want to move.
type Thoughts = Mapping[int, tuple[Wait, ...]]
NO_BOTS: Thoughts = MappingProxyType({})


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

    `step` names the step of the game (games.rules.timeouts.step_of) or of a bot's wait
    (games.bots.policy.Wait).
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


def now() -> datetime:
    """Return the current time; tests set it."""
    return timezone.now()


def span(seconds: float) -> timedelta:
    """Return this many seconds of the clock, which runs faster in some tests."""
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
    """Return the due moves of a state, given the presence of each seat.

    A due move in `before` with the same seat, cause and step keeps its time; others
    count from `at`. A limit runs on while a stand-in plays for a seat: a returning
    player has the rest of it.
    """
    kept = {(due.seat, due.cause, due.step): due for due in before}
    dues = []
    for seat, cause, seconds, step in _waits(state, presences, limits, thoughts):
        fresh = DueMove(seat, at + span(seconds), cause, step)
        dues.append(kept.get((seat, cause, step), fresh))
    return tuple(dues)


def is_played_for(presence: str) -> bool:
    """Return whether a stand-in plays for a seat with this presence."""
    return presence in PLAYED_FOR


def next_due(dues: Sequence[DueMove]) -> DueMove | None:
    """Return the first due move."""
    return min(dues, key=lambda due: (due.at, due.seat), default=None)


def deadline_of(dues: Sequence[DueMove]) -> datetime | None:
    """Return the end of the first limit, which all pages count down.

    The limit of a seat that a stand-in or a bot plays is not shown.
    """
    others = {due.seat for due in dues if due.cause != Cause.LIMIT}
    limits = (due for due in dues if due.cause == Cause.LIMIT)
    return min((due.at for due in limits if due.seat not in others), default=None)


def is_off(due_at: datetime, at: datetime) -> bool:
    """Return whether a due time is out of range: long past, or later than any limit.

    No countdown showed it, so it has to be planned again.
    """
    return due_at < at - span(LATEST) or due_at > horizon(at)


def horizon(at: datetime) -> datetime:
    """Return the latest time at which a move can be due."""
    return at + span(LONGEST + 1)


def is_ripe(due_at: datetime, at: datetime) -> bool:
    """Return whether a due time has come, or is out of range."""
    return not at < due_at <= horizon(at)


def _waits(
    state: State, presences: Sequence[str], limits: str, thoughts: Thoughts
) -> Iterator[tuple[int, Cause, float, str]]:
    """Yield each seat with a due move, its cause, its seconds from now and its step."""
    step = step_of(state)
    for seat in waiting_for(state):
        is_left = is_played_for(presences[seat])
        if is_left and seat not in thoughts:
            yield seat, Cause.STAND_IN, STAND_IN_PAUSE, step
        if limits != Limits.OFF and (is_left or seat not in thoughts):
            limit = LIMITS[limits][_PLACING if state.placing else state.phase]
            yield seat, Cause.LIMIT, limit, step
    # A bot may accuse although the game does not wait for its seat.
    for seat, waits in thoughts.items():
        for wait in waits:
            yield seat, Cause.BOT, wait.seconds, wait.step
