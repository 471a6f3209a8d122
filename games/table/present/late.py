"""Presents why an accusation that the viewer has entered came too late."""

from typing import NamedTuple

from games.errors import Refusal
from games.play.selectors import TableView
from games.rules.errors import Why
from games.rules.observe import Observation
from games.table.refusals import explain
from games.table.regions import Region, region


class Late(NamedTuple):
    """The name of the referee's reason."""

    why: str

    @property
    def refusal(self) -> Refusal:
        """Return the explanation for the player."""
        return explain(Why[self.why])


def show_late(table_view: TableView, seen: Observation) -> Region:
    """Return the notice of the viewer's seat, until it accuses somebody else."""
    return region("late", "_late.html", late=_find_late(table_view, seen))


def _find_late(table_view: TableView, seen: Observation) -> Late | None:
    has_accused = any(made.seat == seen.viewer for made in seen.accusations)
    if has_accused or table_view.is_replay:
        return None
    late = dict(table_view.table.late).get(seen.viewer)
    return Late(late) if late else None
