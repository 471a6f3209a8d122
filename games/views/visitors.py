"""Looking at a table keeps its time, and brings back who was away."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest

from games import services
from games.live import clock
from games.live.open_pages import ASKING, note_pages
from games.players.identity import get_player_for
from games.selectors import Scene, get_scene_or_404


def scene_for_visitor(
    request: HttpRequest, code: str, *, comes_back: bool = False
) -> Scene:
    """Return what whoever has a page open sees of a table, who is there now.

    Raises:
        Http404: no such table.
    """
    player = get_player_for(request)
    scene = _look_in_time(partial(get_scene_or_404, code, player))
    if player is not None and (scene.viewer >= 0 or scene.is_host):
        # In tests whose clock runs fast this counts as little as the rest.
        asking = max(1, round(clock.span(ASKING).total_seconds()))
        note_pages([(scene.table.pk, player.pk)], asking)
    return services.welcome(scene, player, comes_back=comes_back)


def scene_for_display(code: str) -> Scene:
    """Return what the screen in the middle of a table shows.

    Raises:
        Http404: no such table.
    """
    return _look_in_time(partial(get_scene_or_404, code, None, is_display=True))


def _look_in_time(look: Callable[[], Scene]) -> Scene:
    scene = look()
    services.note_visit(scene.table.pk)
    due_at = scene.table.due_at
    if due_at is None or not clock.is_ripe(due_at, clock.now()):
        return scene
    # Where no socket gets through, these questions are what keeps time.
    services.make_due_moves(scene.table.code)
    return look()
