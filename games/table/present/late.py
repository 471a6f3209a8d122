"""Presents why an accusation that the viewer has entered came too late."""

from typing import NamedTuple

from games.errors import Refusal
from games.play.selectors import TableView
from games.rules.illegal import Why
from games.rules.observe import Observation
from games.table.refusals import explain
from games.table.regions import Region, build_region


class Late(NamedTuple):
    """The name of the referee's reason."""

    why: str

    @property
    def refusal(self) -> Refusal:
        """Return the explanation for the player."""
        return explain(Why[self.why])


def show_late(table_view: TableView, observation: Observation) -> Region:
    """Return the notice of the viewer, until their seat has accused a suspect."""
    return build_region("late", "_late.html", late=_find_late(table_view, observation))


def _find_late(table_view: TableView, observation: Observation) -> Late | None:
    has_accused = any(
        made.seat == observation.viewer for made in observation.accusations
    )
    if has_accused or table_view.is_replay:
        return None
    table = table_view.table
    player_id = (
        table.seats[observation.viewer].player_id if observation.viewer >= 0 else None
    )
    why = dict(table.late).get(player_id) if player_id else None
    return Late(why) if why else None
