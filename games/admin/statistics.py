"""Statistics of closed games: their number, endings and caught chiefs."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import EDITION_NAMES, investigator_name
from games.models import Accusation, Game, Reason, Round, Seat
from games.rules.editions import Edition

# A title, and numbers with their names.
type Chart = tuple[str, list[tuple[str, int]]]

MOST_DAYS = 60
_CAUGHT = 5


def read_charts(games: QuerySet[Game]) -> Iterator[Chart]:
    """Yield the charts of the statistics of these games, in the active language."""
    chosen = games.order_by().values("pk")
    # A round with mistakes is void: its accusations do not count.
    rounds = Round.objects.filter(game__in=chosen, mistaken=[]).exclude(chief="")
    accusations = Accusation.objects.filter(round__in=rounds.order_by().values("pk"))
    caught, first = accusations.filter(matches=_CAUGHT), accusations.filter(order=1)
    chiefs = caught.count()
    yield _("Games by day"), _read_days(games)
    yield (
        _("Games by edition"),
        _count(games, "edition", lambda key: str(EDITION_NAMES[Edition(key)])),
    )
    yield _("Games by number of players"), _read_sizes(games)
    yield (
        _("How games ended"),
        _count(games, "reason", lambda key: str(Reason(key).label)),
    )
    yield (
        _("The chief, by round"),
        [(_("caught"), chiefs), (_("not caught"), rounds.count() - chiefs)],
    )
    yield (
        _("Which accusation caught the chief"),
        _count(caught, "order", lambda key: _("accusation number %(n)s") % {"n": key}),
    )
    yield _("Who accused first"), _by_investigator(first)
    yield (
        _("Who accused first, and caught the chief"),
        _by_investigator(first.filter(matches=_CAUGHT)),
    )


def _count(
    rows: QuerySet[Any], field: str, name_of: Callable[[Any], str]
) -> list[tuple[str, int]]:
    counted = rows.order_by().values_list(field).annotate(n=Count("pk")).order_by(field)
    return [(name_of(key), n) for key, n in counted]


def _read_days(games: QuerySet[Game]) -> list[tuple[str, int]]:
    """Return the last days on which games ended, the earliest first."""
    dated = games.order_by().annotate(day=TruncDate("ended_at")).values("day")
    newest = dated.annotate(n=Count("pk")).order_by("-day")[:MOST_DAYS]
    return [(str(row["day"]), row["n"]) for row in reversed(newest)]


def _read_sizes(games: QuerySet[Game]) -> list[tuple[str, int]]:
    seats = Seat.objects.filter(game__in=games.order_by().values("pk"))
    sizes = seats.order_by().values("game").annotate(n=Count("pk"))
    counted = sorted(Counter(sizes.values_list("n", flat=True)).items())
    return [
        (ngettext("%(n)s player", "%(n)s players", size) % {"n": size}, n)
        for size, n in counted
    ]


def _by_investigator(accusations: QuerySet[Accusation]) -> list[tuple[str, int]]:
    seat = Q(round__game__seats__index=F("seat"))
    named = accusations.filter(seat).values_list("round__game__seats__investigator")
    counted = named.order_by().annotate(n=Count("pk")).order_by("-n")
    return [(investigator_name(key), n) for key, n in counted]
