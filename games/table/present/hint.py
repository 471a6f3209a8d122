"""Presents the hint of a first game: what the last card tells of its drawer's clue.

It is inferred from the viewer's own observation, like the automatic notebook.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.deduction.chances import think
from games.labels import name_or_removed, side_name
from games.play.selectors import TableView
from games.rules.clues import trait_of
from games.rules.editions import NotebookMode
from games.rules.observe import Observation
from games.rules.state import Phase
from games.rules.suspects import Side, sides_of_suspect


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
    name = name_or_removed(table_view.table.seats[seen.drawn_by].name)
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
        words = _("The cats that %(name)s keeps leave only one clue: %(sides)s.")
    else:
        words = _(
            "The cats that %(name)s keeps leave these clues: %(sides)s. Discards may "
            "rule out more."
        )
    return words % {"name": name, "sides": _join(possible)}


def _of_discarded(name: str, sides: Sequence[Side]) -> str:
    if not sides:
        return ""
    words = _("%(name)s discarded this cat, so the clue can't be: %(sides)s.")
    return words % {"name": name, "sides": _join(sides)}


def _join(sides: Sequence[Side]) -> str:
    return ", ".join(map(side_name, sides))
