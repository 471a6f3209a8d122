"""Closes tables that nobody opens any more, and forgets guests without games.

Nothing has to call it: servers do, now and then, when somebody comes.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet

from games.live import clock
from games.models.game import Game
from games.models.player import Player
from games.ops import soft_cache
from games.play.lifecycle import abandon
from games.play.ownership import forget_player
from games.play.transaction import locked_game

logger = logging.getLogger(__name__)

WAITING = timedelta(hours=2)
PLAYING = timedelta(hours=24)
GUESTS = timedelta(days=30)
# How exactly visits are noted, in seconds: a page looks as often as an entry lasts, so
# what is noted may be twice as old.
VISIT = 30 * 60
_RECENT = timedelta(minutes=10)
# Seconds between two times that servers tidy by themselves, and how much at a time.
PAUSE = 10 * 60
_MOST = 20


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many tables were closed and guests forgotten."""

    tables: int
    guests: int


def tidy(most: int | None = None) -> Tidied:
    """Close tables and forget guests, at most so many of each."""
    codes = list(_left_tables().values_list("code", flat=True)[:most])
    guests = list(_left_guests()[:most])
    closed = sum(_close(code) for code in codes)
    for guest in guests:
        forget_player(guest)
    return Tidied(closed, len(guests))


def tidy_now_and_then() -> None:
    """Tidy a little, unless a process of this site has done it a moment ago."""
    if soft_cache.note_first("tidied", PAUSE):
        try:
            tidy(_MOST)
        except Exception:
            # Whoever came to see a page has no part in it.
            logger.exception("Tidying failed.")


def note_visit(pk: int) -> None:
    """Note that somebody has a table open; written twice an hour.

    While the cache is away the row itself says whether that was a moment ago.
    """
    if not soft_cache.note_first(f"visit.{pk}", VISIT, in_doubt=True):
        return
    now = clock.now()
    unnoted = Game.objects.filter(pk=pk, visited_at__lt=now - _RECENT)
    # A look first: whoever only reads waits for no lock.
    if unnoted.exists():
        unnoted.update(visited_at=now)


def _close(code: str) -> bool:
    with locked_game(code) as game:
        # Somebody may have come while the list was read.
        is_left = _left_tables().filter(pk=game.pk).exists()
        if is_left:
            abandon(game)
        return is_left


def _left_tables() -> QuerySet[Game]:
    now = clock.now()
    waiting = Q(started_at__isnull=True, visited_at__lt=now - WAITING)
    playing = Q(started_at__isnull=False, visited_at__lt=now - PLAYING)
    left = Game.objects.filter(waiting | playing, ended_at__isnull=True)
    return left.order_by("visited_at")


def _left_guests() -> QuerySet[Player]:
    long_ago = clock.now() - GUESTS
    guests = Player.objects.filter(user=None, last_seen__lt=long_ago)
    # A seat at a table that was closed before its game is no game.
    idle = guests.exclude(seats__game__started_at__isnull=False)
    return idle.order_by("last_seen")
