"""Draws statistics as SVG bar charts, with the same figures as tables."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.admin.statistics import Counts, Statistics
from games.labels import EDITION_NAMES, investigator_name
from games.models.game import Reason
from games.rules.editions import Edition

WIDTH = 640
LINE = 24
# The left edge of the bars, and the room for the number behind the longest one.
NAMES = 220
NUMBERS = 56


@dataclass(frozen=True, slots=True)
class Bar:
    """A named number with its bar."""

    name: str
    count: int
    y: int
    text_y: int
    width: int
    number_x: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A bar chart with horizontal bars."""

    id: str
    title: str
    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        return LINE * len(self.bars)

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def bar_x(self) -> int:
        return NAMES


def plots_of(figures: Statistics) -> list[Plot]:
    """Return all charts of the statistics page, with translated words."""
    editions = [(str(EDITION_NAMES[Edition(key)]), n) for key, n in figures.editions]
    seats = [
        (ngettext("%(n)s player", "%(n)s players", int(key)) % {"n": key}, n)
        for key, n in figures.seats
    ]
    reasons = [(str(Reason(key).label), n) for key, n in figures.reasons]
    missed = figures.revealed - figures.caught
    chiefs = [(_("caught"), figures.caught), (_("not caught"), missed)]
    catches = [
        (_("accusation number %(n)s") % {"n": key}, n) for key, n in figures.catches
    ]
    return [
        _plot("days", _("Games by day"), figures.days),
        _plot("editions", _("Games by edition"), editions),
        _plot("seats", _("Games by number of players"), seats),
        _plot("reasons", _("How games ended"), reasons),
        _plot("chiefs", _("The chief, by round"), chiefs),
        _plot("catches", _("Which accusation caught the chief"), catches),
        _plot("first", _("Who accused first"), _named(figures.first_accusers)),
        _plot(
            "first-catches",
            _("Who accused first, and caught the chief"),
            _named(figures.first_catchers),
        ),
    ]


def _named(counts: Counts) -> Counts:
    return [(investigator_name(key), n) for key, n in counts]


def _plot(name: str, title: str, counts: Counts) -> Plot:
    longest = max((n for _name, n in counts), default=0) or 1
    room = WIDTH - NAMES - NUMBERS
    bars = []
    for line, (label, n) in enumerate(counts):
        width = round(room * n / longest)
        y = line * LINE
        bars.append(Bar(label, n, y + 3, y + 17, width, NAMES + width + 6))
    return Plot(name, title, tuple(bars))
