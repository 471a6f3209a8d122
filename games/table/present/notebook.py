"""Presents a player's notebook as a grid: the ten sides by the other seats.

In some modes the notebook crosses out impossible sides or shows probabilities. It
computes them from the viewer's own observation alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from games.deduction.chances import Thoughts, think
from games.labels import name_or_removed, side_name
from games.models.notes import Mark
from games.play.selectors import TableView
from games.rules.editions import NotebookMode
from games.rules.suspects import Side
from games.table.present.chances import SuspectChance, likeliest
from games.table.present.words import percent

# The mark after a tap: empty, ruled out, likely, empty.
_NEXT = {"": Mark.NO.value, Mark.NO.value: Mark.YES.value, Mark.YES.value: ""}
_THINKING = (NotebookMode.AUTO, NotebookMode.ODDS)


@dataclass(frozen=True, slots=True)
class Cell:
    """A side that a seat's clue may show.

    `odds` is the probability in per cent, if the notebook shows it.
    """

    about: int
    side: str
    mark: str
    name: str
    is_impossible: bool = False
    odds: int | None = None

    @property
    def after(self) -> str:
        """Return the mark after the next tap."""
        return _NEXT[self.mark]

    @property
    def label(self) -> str:
        """Return the accessible name: seat, side and the viewer's knowledge."""
        about = f"{name_or_removed(self.name)}, {side_name(self.side)}"
        if self.is_impossible:
            known = [gettext("impossible")]
        else:
            known = [str(Mark(self.mark).label)] if self.mark else []
            known += [] if self.odds is None else [f"{self.odds} %"]
        return ": ".join([about, *known])


@dataclass(frozen=True, slots=True)
class Notebook:
    """The grid: the other seats' names and investigators, and a row for each side.

    `suspects` holds the most likely ones, empty unless the notebook shows
    probabilities. `is_void` says that the cards contradict each other.
    """

    code: str
    others: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    thinks: bool
    suspects: tuple[SuspectChance, ...]
    is_void: bool


def present_notebook(
    table_view: TableView, marks: dict[tuple[int, str], str]
) -> Notebook:
    """Return the notebook of a seated viewer; `marks` is keyed by seat and side."""
    kind, thoughts = (
        table_view.table.settings.notebook,
        _thoughts_of(table_view),
    )
    others = [
        seat for seat in table_view.table.seats if seat.index != table_view.viewer
    ]
    rows = tuple(
        (
            side.value,
            tuple(
                _cell_of(table_view, seat.index, side, marks, thoughts)
                for seat in others
            ),
        )
        for side in Side
    )
    names = tuple((name_or_removed(seat.name), seat.investigator) for seat in others)
    chances = thoughts.suspects if thoughts and kind == NotebookMode.ODDS else {}
    thinks = kind in _THINKING
    return Notebook(
        table_view.table.code,
        names,
        rows,
        thinks,
        likeliest(chances),
        is_void=thinks and table_view.observation is not None and thoughts is None,
    )


def _thoughts_of(table_view: TableView) -> Thoughts | None:
    if (
        table_view.table.settings.notebook not in _THINKING
        or table_view.observation is None
    ):
        return None
    return think(table_view.observation)


def _cell_of(
    table_view: TableView,
    about: int,
    side: Side,
    marks: Mapping[tuple[int, str], str],
    thoughts: Thoughts | None,
) -> Cell:
    chance = thoughts.clues[about].get(side, 0) if thoughts else 0
    shows_odds = table_view.table.settings.notebook == NotebookMode.ODDS and chance
    return Cell(
        about,
        side,
        marks.get((about, side), ""),
        table_view.table.seats[about].name,
        is_impossible=thoughts is not None and not chance,
        odds=percent(chance) if shows_odds else None,
    )
