"""Looking at a table keeps its time, and brings back who was away."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest

from games.live import clock
from games.live.open_pages import ASKING, note_pages
from games.play.cleanup import note_visit
from games.play.due_moves import make_due_moves
from games.play.presence import welcome
from games.play.selectors import TableView, get_table_view_or_404
from games.players.identity import get_player_for


def table_view_for_visitor(
    request: HttpRequest, code: str, *, comes_back: bool = False
) -> TableView:
    """Return what whoever has a page open sees of a table, who is there now.

    Raises:
        Http404: no such table.
    """
    player = get_player_for(request)
    table_view = _look_in_time(partial(get_table_view_or_404, code, player))
    if player is not None and (table_view.viewer >= 0 or table_view.is_host):
        # In tests whose clock runs fast this counts as little as the rest.
        asking = max(1, round(clock.span(ASKING).total_seconds()))
        note_pages([(table_view.table.pk, player.pk)], asking)
    return welcome(table_view, player, comes_back=comes_back)


def table_view_for_display(code: str) -> TableView:
    """Return what the screen in the middle of a table shows.

    Raises:
        Http404: no such table.
    """
    return _look_in_time(partial(get_table_view_or_404, code, None, is_display=True))


def _look_in_time(look: Callable[[], TableView]) -> TableView:
    table_view = look()
    note_visit(table_view.table.pk)
    due_at = table_view.table.due_at
    if due_at is None or not clock.is_ripe(due_at, clock.now()):
        return table_view
    # Where no socket gets through, these questions are what keeps time.
    make_due_moves(table_view.table.code)
    return look()
