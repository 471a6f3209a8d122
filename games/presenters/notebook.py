"""A player's notebook as a grid: the ten sides by the other seats."""

from dataclasses import dataclass

from games.models import Mark
from games.presenters.words import name_or_removed
from games.rules.suspects import Side
from games.selectors import Scene

# What a tap makes of a mark: nothing, ruled out, likely, nothing.
_NEXT = {"": Mark.NO.value, Mark.NO.value: Mark.YES.value, Mark.YES.value: ""}


@dataclass(frozen=True, slots=True)
class Cell:
    """A side that somebody's clue may show; `after` is the mark that a tap makes."""

    about: int
    side: str
    mark: str
    name: str

    @property
    def after(self) -> str:
        """Return the mark that the next tap makes."""
        return _NEXT[self.mark]

    @property
    def mark_in_words(self) -> str:
        """Return the mark in words; empty without one."""
        return str(Mark(self.mark).label) if self.mark else ""

    @property
    def shown_name(self) -> str:
        """Return whose clue it is about, in words."""
        return name_or_removed(self.name)


@dataclass(frozen=True, slots=True)
class Notebook:
    """The grid: the other seats' names and investigators, and a row for each side."""

    code: str
    others: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def present_notebook(scene: Scene, marks: dict[tuple[int, str], str]) -> Notebook:
    """Return the notebook of a seated viewer; `marks` by other seat and side."""
    others = [seat for seat in scene.table.seats if seat.index != scene.viewer]
    rows = tuple(
        (
            side.value,
            tuple(
                Cell(seat.index, side, marks.get((seat.index, side), ""), seat.name)
                for seat in others
            ),
        )
        for side in Side
    )
    names = tuple((name_or_removed(seat.name), seat.investigator) for seat in others)
    return Notebook(scene.table.code, names, rows)
