"""Shows tables to visitors: makes due moves first, and brings absent players back."""

from collections.abc import Callable
from functools import partial

from games.hosting.cleanup import note_visit
from games.hosting.lifecycle import make_due
from games.hosting.presence import bring_back
from games.live import clock
from games.live.open_pages import ASKING, note_pages
from games.play.selectors import TableView, get_table_view_or_404
from games.players.identity import get_player_for
from games.players.requests import SiteRequest


def visit_table(
    request: SiteRequest, code: str, *, comes_back: bool = False
) -> TableView:
    """Return a visitor's view of a table, and note the visitor as present.

    Raises:
        Http404: no table has this code.
    """
    player = get_player_for(request)
    table_view = _visit(partial(get_table_view_or_404, code, player))
    if player is not None and (table_view.viewer >= 0 or table_view.is_host):
        # Scaled, because the clock runs fast in some tests.
        asking = max(1, round(clock.span(ASKING).total_seconds()))
        note_pages([(table_view.table.pk, player.pk)], asking)
    if player and table_view.is_absent(also_left=comes_back):
        return bring_back(table_view, player)
    return table_view


def visit_as_display(code: str) -> TableView:
    """Return the display's view of a table.

    Raises:
        Http404: no table has this code.
    """
    return _visit(partial(get_table_view_or_404, code, None, is_display=True))


def _visit(get_table_view: Callable[[], TableView]) -> TableView:
    table_view = get_table_view()
    note_visit(table_view.table.pk)
    due_at = table_view.table.due_at
    if due_at is None or not clock.is_ripe(due_at, clock.now()):
        return table_view
    # Pages without a socket poll, and only these requests make their due moves.
    make_due(table_view.table.code)
    return get_table_view()
