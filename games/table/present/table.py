"""Presents the whole table in any phase, as a tree of nodes."""

from typing import NamedTuple

from games.play.selectors import TableView
from games.rules.observe import REFEREE, SPECTATOR
from games.table.present.game import present_game
from games.table.present.lobby import present_lobby
from games.table.present.status import present_status
from runtime.html.piece import Node, leaf

_WATCHING = {SPECTATOR: "spectator", REFEREE: "referee"}


class TableFacts(NamedTuple):
    """The attributes of `#table`, except its counts. `round` is 0 before the first."""

    code: str
    phase: str
    round: int
    viewer: str
    has_display: bool
    is_host: bool
    reason: str


def present(table_view: TableView) -> Node:
    """Return the tree of a table for its viewer."""
    seen = table_view.observation
    inner: tuple[Node, ...] = ()
    if seen is None or table_view.public is None:
        parts = present_lobby(table_view)
    else:
        parts, inner = present_game(table_view, seen, table_view.public)
    table = table_view.table
    title = leaf("table-title", table.code, "_table.html#title")
    # Every change has a root of its own, so it is not kept.
    return Node(
        "table",
        "_table.html",
        _facts_of(table_view),
        (title, present_status(table_view), *parts),
        is_shell=True,
        counts=(("number", table.number), ("moves", table.move_count)),
        inner=inner,
    )


def _facts_of(table_view: TableView) -> TableFacts:
    table, seen = table_view.table, table_view.observation
    return TableFacts(
        code=table.code,
        phase=table.phase,
        round=seen.number if seen else 0,
        viewer=_viewer_of(table_view),
        has_display=table.has_display,
        is_host=table_view.is_host,
        reason=table.reason,
    )


def _viewer_of(table_view: TableView) -> str:
    if table_view.is_display:
        return "display"
    return _WATCHING.get(table_view.viewer, str(table_view.viewer))
