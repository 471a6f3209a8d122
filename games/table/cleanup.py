"""Closes idle tables, and deletes guests without games and expired sessions.

Servers run it every ten minutes, during a page request; it needs no cron job. The time
of day may jump, and a visit is stored once in half an hour, so no table with an open
page is closed, and a server closes nothing for a while after a jump.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game, Player, Standing
from games.play import clock
from games.play.connections import list_open_tables
from games.play.transaction import locked_game
from games.table.lobby.ending import abandon
from games.table.people.kept_out import get_removals
from games.table.people.ownership import forget_player
from runtime.threads import log_errors

WAITING = timedelta(hours=2)
PLAYING = timedelta(hours=24)
GUESTS = timedelta(days=30)
# The time between two writes of a table's last visit, in seconds. Open pages report as
# often, so the stored time may be up to twice as old.
VISIT = 30 * 60
_RECENT = timedelta(minutes=10)
# Seconds between two clean-ups by the servers, and the most rows of each kind in one.
PAUSE = 10 * 60
_MOST = 20
# Robots without cookies leave many.
_MOST_SESSIONS = 500


# Seconds by which the time of day may run away from the monotonic clock between looks.
_JUMP = 60


class SteadyClock:
    """Compares the time of day with the monotonic clock, at each look of a server."""

    def __init__(self, now: datetime) -> None:
        self._time, self._ticks = now, monotonic()
        # Pages need a moment to come back after a start.
        self._waits_from, self._has_jumped = self._ticks, False

    def look(self, now: datetime) -> None:
        """Note whether the time of day has jumped since the last look."""
        ticks = monotonic()
        passed = (now - self._time).total_seconds()
        if abs(passed - (ticks - self._ticks)) > _JUMP:
            self._waits_from, self._has_jumped = ticks, True
        self._time, self._ticks = now, ticks

    def is_steady(self, limit: timedelta) -> bool:
        """Return whether stored times may be compared with now, for this limit.

        After a jump no time before it counts, so the process waits for the whole limit.
        """
        wait = limit.total_seconds() if self._has_jumped else PAUSE
        return monotonic() - self._waits_from >= wait


steady_clock = SteadyClock(clock.now())
type IsSteady = Callable[[timedelta], bool]


def _trust_clock(_limit: timedelta) -> bool:
    return True


def tidy(
    most: int | None = None, is_steady: IsSteady = _trust_clock
) -> tuple[int, int, int]:
    """Close tables, forget guests and delete expired sessions; return how many.

    At most so many tables and guests, and _MOST_SESSIONS; None stands for all. All
    stay while the time of day is not steady for their limit.
    """
    idle = _get_idle_tables(is_steady)
    codes = list(idle.values_list("code", flat=True)[:most])
    guests = list(_get_idle_guests()[:most]) if is_steady(GUESTS) else []
    closed = sum(_close(code, is_steady) for code in codes)
    for guest in guests:
        forget_player(guest)
    may_end = is_steady(timedelta(seconds=settings.SESSION_COOKIE_AGE))
    ended = _delete_sessions(most and _MOST_SESSIONS) if may_end else 0
    return closed, len(guests), ended


def _delete_sessions(most: int | None) -> int:
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    keys = list(expired.order_by("expire_date").values_list("pk", flat=True)[:most])
    for start in range(0, len(keys), _MOST_SESSIONS):
        # Again by their end: a visit may prolong one meanwhile.
        expired.filter(pk__in=keys[start : start + _MOST_SESSIONS]).delete()
    return len(keys)


def tidy_now_and_then() -> None:
    """Clean up a few rows, unless this process did so within ten minutes."""
    if cache.add("tidied", value=True, timeout=PAUSE):
        # A failed clean-up must not fail the page request that started it.
        with log_errors("Tidying failed."):
            steady_clock.look(clock.now())
            tidy(_MOST, steady_clock.is_steady)


def note_visit(pk: int) -> None:
    """Store that a table has an open page now; each process writes twice an hour.

    A write within ten minutes of the last one, of any process, is skipped.
    """
    if not cache.add(f"visit.{pk}", value=True, timeout=VISIT):
        return
    now = clock.now()
    unnoted = Game.objects.filter(pk=pk, visited_at__lt=now - _RECENT)
    # A read first: it waits for no lock.
    if unnoted.exists():
        unnoted.update(visited_at=now)


def _close(code: str, is_steady: IsSteady) -> bool:
    with locked_game(code) as game:
        # A player may have opened the table since the list was read.
        is_idle = _get_idle_tables(is_steady).filter(pk=game.pk).exists()
        if is_idle:
            abandon(game)
        return is_idle


def _get_idle_tables(is_steady: IsSteady) -> QuerySet[Game]:
    now, in_use = clock.now(), list_open_tables()
    if in_use is None:
        return Game.objects.none()
    old = Q(pk__in=[])
    if is_steady(WAITING):
        old |= Q(started_at__isnull=True, visited_at__lt=now - WAITING)
    if is_steady(PLAYING):
        old |= Q(started_at__isnull=False, visited_at__lt=now - PLAYING)
    idle = Game.objects.filter(old, ended_at__isnull=True).exclude(pk__in=in_use)
    return idle.order_by("visited_at")


def _get_idle_guests() -> QuerySet[Player]:
    now = clock.now()
    # A guest that only keeps a browser out is deleted when its ban is over.
    was_out = Q(banned_until__lte=now) | Q(bystanders__standing=Standing.OUT)
    is_out = Q(banned_until__gt=now) | Q(pk__in=get_removals().values("player"))
    only_removed = Q(was_out, name="", hosted=None) & ~is_out
    long_ago = Q(last_seen__lt=now - GUESTS) & ~Q(banned_until__gt=now)
    guests = Player.objects.filter(only_removed | long_ago, user=None).distinct()
    # A seat at a table that was closed in the lobby does not count as a game.
    idle = guests.exclude(seats__game__started_at__isnull=False)
    return idle.order_by("last_seen")
