"""How certain each player could be over a round: a drawing, and the same as a table."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.archive.analysis import MovePosition, Shown
from games.bots.analysis import SeatAnalysis
from games.labels import suspect_name
from games.play.selectors import TableView
from games.table.present.words import name_or_removed, percent

# The drawing, in its own units.
WIDTH, HEIGHT = 300, 100
# Lines are told apart in grey, too: how long their dashes and gaps are, by seat.
_DASHES = ("", "9 3", "2 3", "12 3 2 3", "5 5")


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance of the likeliest suspect for a seat, and where it accused."""

    name: str
    investigator: str
    dashes: str
    points: str
    accused: Spot | None
    here: Spot


@dataclass(frozen=True, slots=True)
class CertaintyRow:
    """What was drawn or accused with a move, and how certain each seat was then."""

    move: int
    words: str
    cells: tuple[int, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class CertaintyPlot:
    """The curves of a round, and marks: where it stands, when the chief lay open."""

    curves: tuple[Curve, ...]
    rows: tuple[CertaintyRow, ...]
    here: float
    opened: float | None
    certain: float | None

    @property
    def width(self) -> int:
        """Return how wide the drawing is."""
        return WIDTH

    @property
    def height(self) -> int:
        """Return how high the drawing is."""
        return HEIGHT


def plot_of(
    table_view: TableView, place: MovePosition, seats: tuple[SeatAnalysis, ...]
) -> CertaintyPlot:
    """Return the drawing of these seats' certainty in the round of a position."""
    certain = [seat.certain_at for seat in seats if seat.certain_at is not None]
    return CertaintyPlot(
        curves=tuple(_curve_of(table_view, place, seat) for seat in seats),
        rows=tuple(_rows(table_view, place, seats)),
        here=_x(place.index, place),
        opened=_x_or_none(place.analysis.open_at, place),
        certain=_x_or_none(min(certain, default=None), place),
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
    """Yield the corners of a stair: between two moves nobody learns anything."""
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
