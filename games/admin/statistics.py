"""Statistics of closed games: their number, endings and caught chiefs."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import TruncDate

from games.models.game import Game, Seat
from games.models.round import AccusationRow, Round

type Counts = list[tuple[str, int]]

MOST_DAYS = 60
_CAUGHT = 5


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts by name.

    `revealed` counts rounds, `caught` those in which an accusation named the chief.
    `catches` counts the accusations of a chief by their order in the round,
    `first_accusers` the first accusations by investigator, and `first_catchers` those
    that named the chief.
    """

    days: Counts
    editions: Counts
    seats: Counts
    reasons: Counts
    revealed: int
    caught: int
    catches: Counts
    first_accusers: Counts
    first_catchers: Counts


def statistics_of(games: QuerySet[Game]) -> Statistics:
    """Return the statistics of these games."""
    chosen = games.order_by().values("pk")
    # A round with mistakes is void: its accusations do not count.
    rounds = Round.objects.filter(game__in=chosen, mistaken=[]).exclude(chief="")
    accusations = AccusationRow.objects.filter(round__in=rounds.order_by().values("pk"))
    caught = accusations.filter(matches=_CAUGHT)
    first = accusations.filter(order=1)
    return Statistics(
        days=_days_of(games),
        editions=_count(games, "edition"),
        seats=_seats_of(games),
        reasons=_count(games, "reason"),
        revealed=rounds.count(),
        caught=caught.count(),
        catches=_count(caught, "order"),
        first_accusers=_by_investigator(first),
        first_catchers=_by_investigator(first.filter(matches=_CAUGHT)),
    )


def _count(rows: QuerySet[Any], field: str) -> Counts:
    counted = rows.order_by().values_list(field).annotate(n=Count("pk")).order_by(field)
    return [(str(name), n) for name, n in counted]


def _days_of(games: QuerySet[Game]) -> Counts:
    """Return the last days on which games ended, the earliest first."""
    dated = games.order_by().annotate(day=TruncDate("ended_at")).values("day")
    newest = dated.annotate(n=Count("pk")).order_by("-day")[:MOST_DAYS]
    return [(str(row["day"]), row["n"]) for row in reversed(newest)]


def _seats_of(games: QuerySet[Game]) -> Counts:
    seats = Seat.objects.filter(game__in=games.order_by().values("pk"))
    sizes = seats.order_by().values("game").annotate(n=Count("pk"))
    counted = Counter(sizes.values_list("n", flat=True))
    return [(str(size), counted[size]) for size in sorted(counted)]


def _by_investigator(accusations: QuerySet[AccusationRow]) -> Counts:
    seat = Q(round__game__seats__index=F("seat"))
    named = accusations.filter(seat).values_list("round__game__seats__investigator")
    counted = named.order_by().annotate(n=Count("pk")).order_by("-n")
    return [(investigator, n) for investigator, n in counted]
