"""Presents a player's notebook, the likeliest suspects, and the hint of a first game.

The notebook is a grid: the ten sides by the other seats. What it crosses out, its
probabilities and the hint are inferred from the viewer's own observation alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.deduction.chances import Thoughts, think
from games.labels import join_sides, name_of_seat, side_name
from games.models import Mark
from games.play.selectors import TableView
from games.rules.editions import NotebookMode
from games.rules.observe import Observation
from games.rules.state import Phase
from games.rules.suspects import Side, Suspect, sides_of_suspect, trait_of
from games.table.present.status import format_percent, percent

# The mark after a tap: empty, ruled out, likely, empty.
_NEXT = {"": Mark.NO.value, Mark.NO.value: Mark.YES.value, Mark.YES.value: ""}
# The number of suspects that are listed as the likeliest.
_MOST = 5
_THINKING = (NotebookMode.AUTO, NotebookMode.ODDS)


@dataclass(frozen=True, slots=True)
class SuspectChance:
    """A suspect's probability of being the chief, in per cent."""

    suspect: Suspect
    percent: int


def likeliest(chances: Mapping[Suspect, float]) -> tuple[SuspectChance, ...]:
    """Return the most likely suspects in order, without the impossible ones."""
    best = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(
        SuspectChance(suspect, percent(chance))
        for suspect, chance in best[:_MOST]
        if chance
    )


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
        about = f"{name_of_seat(self.name)}, {side_name(self.side)}"
        if self.is_impossible:
            known = [_("impossible")]
        else:
            known = [str(Mark(self.mark).label)] if self.mark else []
            known += [] if self.odds is None else [format_percent(self.odds)]
        return ": ".join([about, *known])


def present_notebook(
    table_view: TableView, marks: dict[tuple[int, str], str]
) -> dict[str, Any]:
    """Return the notebook of a seated viewer; `marks` is keyed by seat and side.

    It has the other seats' names and investigators, and a row for each side.
    `suspects` holds the most likely ones, empty unless the notebook shows
    probabilities. `is_void` says that the cards contradict each other.
    """
    table, thoughts = table_view.table, _thoughts_of(table_view)
    kind = table.settings.notebook
    others = [seat for seat in table.seats if seat.index != table_view.viewer]
    chances = thoughts.suspects if thoughts and kind == NotebookMode.ODDS else {}
    thinks = kind in _THINKING
    return {
        "code": table.code,
        "others": [(name_of_seat(seat.name), seat.investigator) for seat in others],
        "rows": [
            (
                side.value,
                [_cell_of(table_view, s.index, side, marks, thoughts) for s in others],
            )
            for side in Side
        ],
        "thinks": thinks,
        "suspects": likeliest(chances),
        "is_void": thinks and table_view.observation is not None and thoughts is None,
    }


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


def may_have_hints(table_view: TableView) -> bool:
    """Return whether this viewer plays at a table that allows a notebook."""
    table = table_view.table
    is_allowed = table.settings.notebook != NotebookMode.OFF and not table.is_tutorial
    return is_allowed and table_view.viewer >= 0


def hint_of(table_view: TableView) -> str:
    """Return the hint in a sentence, or nothing if there is nothing to infer.

    It names no suspect, because it may stand for a moment longer than the card. A
    closed discard counts only while it is shown: remembering it is the player's part.
    """
    seen, viewer = table_view.observation, table_view.viewer
    if seen is None or not may_have_hints(table_view):
        return ""
    if seen.phase is not Phase.SUSPECTS or seen.drawn is None or seen.placing:
        return ""
    if seen.drawn_by is None or seen.drawn_by == viewer:
        return ""
    possible = _possible_clues(seen, seen.drawn_by)
    name = name_of_seat(table_view.table.seats[seen.drawn_by].name)
    if seen.drawn in seen.seats[seen.drawn_by].line:
        return _of_kept(name, possible)
    traits = {trait_of(side) for side in possible}
    sides = sides_of_suspect(seen.drawn)
    return _of_discarded(name, [side for side in sides if trait_of(side) in traits])


def _possible_clues(seen: Observation, seat: int) -> list[Side]:
    """Return the sides that the face-up cards leave for a seat's clue."""
    thoughts = think(seen)
    return [side for side in Side if side in thoughts.clues[seat]] if thoughts else []


def _of_kept(name: str, possible: Sequence[Side]) -> str:
    if not possible:
        return ""
    if len(possible) == 1:
        words = _("%(name)s's cats have one thing left in common: %(sides)s!")
    else:
        words = _(
            "%(name)s's cats fit these clues: %(sides)s. Discards may rule out more."
        )
    return words % {"name": name, "sides": join_sides(possible)}


def _of_discarded(name: str, sides: Sequence[Side]) -> str:
    if not sides:
        return ""
    words = _("%(name)s threw this cat out, so %(name)s's clue isn't: %(sides)s.")
    return words % {"name": name, "sides": join_sides(sides)}
