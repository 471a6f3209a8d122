"""Notes a visit of a table: due moves are made, and an absent player is back."""

from games.models import Player
from games.play import clock
from games.play.connections import ASKING, ask_from
from games.play.selectors import TableView, get_table_view_or_404
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.table.cleanup import note_visit
from games.table.lobby.starting import make_due
from games.table.page.responses import note_request
from games.table.people.presence import bring_back


def visit_table(
    request: SiteRequest, code: str, *, comes_back: bool = False
) -> TableView:
    """Return a visitor's view of a table, and note the visitor as present.

    Raises:
        Http404: no table has this code.
    """
    player = get_player_for(request)
    table_view = note_request(request, visit(code, player))
    if player is not None and (table_view.viewer >= 0 or table_view.is_host):
        # Scaled, because the clock runs fast in some tests.
        asking = clock.span(ASKING).total_seconds()
        ask_from(table_view.table.pk, player.pk, asking)
    if player and table_view.is_absent(also_left=comes_back):
        return bring_back(table_view, player)
    return table_view


def visit(
    code: str, player: Player | None = None, *, is_display: bool = False
) -> TableView:
    """Return a view of a table after its due moves.

    Raises:
        Http404: no table has this code.
    """
    table_view = get_table_view_or_404(code, player, is_display=is_display)
    note_visit(table_view.table.pk)
    if not clock.has_come(table_view.table.due_at):
        return table_view
    # Pages without a socket poll, and only these requests make their due moves.
    make_due(table_view.table.code)
    return get_table_view_or_404(code, player, is_display=is_display)
