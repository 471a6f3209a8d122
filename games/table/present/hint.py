"""Presents the hint of a first game: what the last card tells of its drawer's clue.

It is inferred from the viewer's own observation, like the automatic notebook.
"""

from django.utils.translation import gettext as _

from games.bots.memory import glance
from games.bots.notebook_odds import conclude
from games.labels import name_or_removed, side_name
from games.models.game import NotebookMode
from games.play.selectors import TableView
from games.rules.observe import Observation
from games.rules.state import Phase
from games.rules.suspects import Side, Suspect, sides_of_suspect

# So many sides are few enough to think of.
_FEW = 3


def may_have_hints(table_view: TableView) -> bool:
    """Return whether this viewer plays at a table that allows a notebook."""
    table = table_view.table
    is_allowed = table.notebook != NotebookMode.OFF and not table.is_tutorial
    return is_allowed and table_view.viewer >= 0


def hint_of(table_view: TableView) -> str:
    """Return the hint in a sentence, or nothing if there is nothing to infer.

    It names no suspect, because it may stand for a moment longer than the card.
    """
    seen, viewer = table_view.observation, table_view.viewer
    if seen is None or not may_have_hints(table_view):
        return ""
    if seen.phase is not Phase.SUSPECTS or seen.drawn is None or seen.placing:
        return ""
    if seen.drawn_by is None or seen.drawn_by == viewer:
        return ""
    left = _sides_left(seen, seen.drawn_by)
    name = name_or_removed(table_view.table.seats[seen.drawn_by].name)
    is_kept = seen.drawn in seen.seats[seen.drawn_by].line
    return _in_words(name, seen.drawn, left, is_kept=is_kept) if left else ""


def _sides_left(seen: Observation, drawer: int) -> tuple[Side, ...]:
    thoughts = conclude(seen, glance(seen))
    clues = thoughts.clues[drawer] if thoughts else {}
    return tuple(side for side in Side if side in clues)


def _in_words(
    name: str, suspect: Suspect, left: tuple[Side, ...], *, is_kept: bool
) -> str:
    if len(left) == 1:
        words = _("Only one clue fits for %(name)s now: %(sides)s.")
    elif len(left) <= _FEW:
        words = _("For %(name)s only these clues still fit: %(sides)s.")
    elif is_kept:
        words = _("%(name)s kept this cat: one of these is the clue: %(sides)s.")
    else:
        words = _("%(name)s discarded this cat: none of these is the clue: %(sides)s.")
    sides = left if len(left) <= _FEW else sides_of_suspect(suspect)
    return words % {"name": name, "sides": ", ".join(map(side_name, sides))}
