"""Pages of tables as their viewers see them, and the caches of their parts."""

import sys

from games.models import Game, Player
from games.play.selectors import see
from games.table.page.whole import show_page
from tests.support.cast import look_into


def forget_pages():
    """Forget all presented and rendered parts, as if the process began anew.

    Otherwise a page that shows a secret could be hidden by an earlier one.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("games.table."):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def page_of(game: Game, player: Player | None, *, is_display: bool = False) -> str:
    """Return a table's page as a viewer sees it now."""
    view = see(look_into(game), player, is_display=is_display)
    return show_page(view).render()
