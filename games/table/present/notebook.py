"""A player's notebook as a grid: the ten sides by the other seats.

Where the table has it so, the notebook thinks: it crosses out what is impossible, or
shows the chances. That is made of the viewer's own observation alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.bots.notebook_odds import Thoughts, think
from games.models.game import Notebook as Kind
from games.models.notes import Mark
from games.play.selectors import Scene
from games.rules.suspects import Side
from games.table.present.chances import Chance, likeliest
from games.table.present.words import name_or_removed, percent

# What a tap makes of a mark: nothing, ruled out, likely, nothing.
_NEXT = {"": Mark.NO.value, Mark.NO.value: Mark.YES.value, Mark.YES.value: ""}
_THINKING = (Kind.AUTO, Kind.ODDS)


@dataclass(frozen=True, slots=True)
class Cell:
    """A side that somebody's clue may show; `after` is the mark that a tap makes.

    `odds` are the chance in per cent, None where the notebook does not tell it.
    """

    about: int
    side: str
    mark: str
    name: str
    is_impossible: bool = False
    odds: int | None = None

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
    """The grid: the other seats' names and investigators, and a row for each side.

    `suspects` are the likeliest; none where the notebook does not tell chances.
    """

    code: str
    others: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    thinks: bool
    suspects: tuple[Chance, ...]


def present_notebook(scene: Scene, marks: dict[tuple[int, str], str]) -> Notebook:
    """Return the notebook of a seated viewer; `marks` by other seat and side."""
    kind, thoughts = Kind(scene.table.notebook), _thoughts_of(scene)
    others = [seat for seat in scene.table.seats if seat.index != scene.viewer]
    rows = tuple(
        (
            side.value,
            tuple(
                _cell_of(scene, seat.index, side, marks, thoughts) for seat in others
            ),
        )
        for side in Side
    )
    names = tuple((name_or_removed(seat.name), seat.investigator) for seat in others)
    chances = thoughts.suspects if thoughts and kind == Kind.ODDS else {}
    return Notebook(
        scene.table.code, names, rows, kind in _THINKING, likeliest(chances)
    )


def _thoughts_of(scene: Scene) -> Thoughts | None:
    if Kind(scene.table.notebook) not in _THINKING or scene.observation is None:
        return None
    return think(scene.observation)


def _cell_of(
    scene: Scene,
    about: int,
    side: Side,
    marks: Mapping[tuple[int, str], str],
    thoughts: Thoughts | None,
) -> Cell:
    chance = thoughts.clues[about].get(side, 0) if thoughts else 0
    shows_odds = scene.table.notebook == Kind.ODDS and chance
    return Cell(
        about,
        side,
        marks.get((about, side), ""),
        scene.table.seats[about].name,
        is_impossible=thoughts is not None and not chance,
        odds=percent(chance) if shows_odds else None,
    )
