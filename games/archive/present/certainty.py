"""Plots the certainty of each player over a round, as an SVG and as a table."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.coach.analysis import MovePosition, Shown
from games.deduction.analysis import SeatAnalysis
from games.labels import name_or_removed, suspect_name
from games.play.selectors import TableView
from games.table.present.words import percent

# In units of the SVG's view box.
WIDTH, HEIGHT = 300, 100
# Dash patterns by seat (lengths of dashes and gaps): colour alone must not tell curves
# apart.
_DASHES = ("", "9 3", "2 3", "12 3 2 3", "5 5")


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the plot."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's highest probability of a suspect over time, and its accusation."""

    name: str
    investigator: str
    dashes: str
    points: str
    accused: Spot | None
    here: Spot


@dataclass(frozen=True, slots=True)
class CertaintyRow:
    """A move that drew or accused, and each seat's certainty after it in percent."""

    move: int
    words: str
    cells: tuple[int, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class CertaintyPlot:
    """The curves of a round, and the x positions of its marks.

    `here` marks the shown position, `opened` the moment when the chief lay in a line,
    `certain` the first moment when a seat could be certain, `best` the first at which
    accusing was worth as much as waiting.
    """

    curves: tuple[Curve, ...]
    rows: tuple[CertaintyRow, ...]
    here: float
    opened: float | None
    certain: float | None
    best: float | None

    @property
    def width(self) -> int:
        """Return the width of the plot."""
        return WIDTH

    @property
    def height(self) -> int:
        """Return the height of the plot."""
        return HEIGHT


def plot_of(
    table_view: TableView, place: MovePosition, seats: tuple[SeatAnalysis, ...]
) -> CertaintyPlot:
    """Return the plot of these seats' certainty in the round of a position."""
    certain = [seat.certain_at for seat in seats if seat.certain_at is not None]
    best = [seat.best_moment.at for seat in seats if seat.best_moment]
    return CertaintyPlot(
        curves=tuple(_curve_of(table_view, place, seat) for seat in seats),
        rows=tuple(_rows(table_view, place, seats)),
        here=_x(place.index, place),
        opened=_x_or_none(place.analysis.open_at, place),
        certain=_x_or_none(min(certain, default=None), place),
        best=_x_or_none(min(best, default=None), place),
    )


def _curve_of(table_view: TableView, place: MovePosition, seat: SeatAnalysis) -> Curve:
    holder, certainty = table_view.table.seats[seat.seat], seat.certainty
    accused = None
    if seat.accusation is not None:
        at = seat.accusation.at
        accused = Spot(_x(at, place), _y(certainty[at - 1]))
    return Curve(
        name=name_or_removed(holder.name),
        investigator=holder.investigator,
        dashes=_DASHES[seat.seat],
        points=" ".join(_steps(certainty, place)),
        accused=accused,
        here=Spot(_x(place.index, place), _y(certainty[place.index])),
    )


def _steps(certainty: tuple[float, ...], place: MovePosition) -> Iterator[str]:
    """Yield the corners of a step function: knowledge changes only with a move."""
    before = certainty[0]
    for index, chance in enumerate(certainty):
        if chance != before:
            yield f"{_x(index, place)},{_y(before)}"
        if chance != before or index in (0, len(certainty) - 1):
            yield f"{_x(index, place)},{_y(chance)}"
        before = chance


def _rows(
    table_view: TableView, place: MovePosition, seats: tuple[SeatAnalysis, ...]
) -> Iterator[CertaintyRow]:
    for index, shown in enumerate(place.shown):
        if shown is not None or index == place.index:
            yield CertaintyRow(
                move=place.start + index,
                words=_words(table_view, shown) if shown else "",
                cells=tuple(percent(seat.certainty[index]) for seat in seats),
                is_here=index == place.index,
            )


def _words(table_view: TableView, shown: Shown) -> str:
    name = name_or_removed(table_view.table.seats[shown.seat].name)
    facts = {"name": name, "suspect": suspect_name(shown.suspect)}
    if shown.is_accusation:
        return _("%(name)s accuses %(suspect)s.") % facts
    return f"{facts['name']}: {facts['suspect']}"


def _x(index: int, place: MovePosition) -> float:
    return round(index * WIDTH / max(1, len(place.shown) - 1), 1)


def _x_or_none(index: int | None, place: MovePosition) -> float | None:
    return None if index is None else _x(index, place)


def _y(chance: float) -> float:
    return round(HEIGHT * (1 - chance), 1)
