"""Looking at a table keeps its time, and brings back who was away."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest

from games.live import clock
from games.live.open_pages import ASKING, note_pages
from games.play.cleanup import note_visit
from games.play.due_moves import make_due_moves
from games.play.presence import welcome
from games.play.selectors import Scene, get_scene_or_404
from games.players.identity import get_player_for


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
    return welcome(scene, player, comes_back=comes_back)


def scene_for_display(code: str) -> Scene:
    """Return what the screen in the middle of a table shows.

    Raises:
        Http404: no such table.
    """
    return _look_in_time(partial(get_scene_or_404, code, None, is_display=True))


def _look_in_time(look: Callable[[], Scene]) -> Scene:
    scene = look()
    note_visit(scene.table.pk)
    due_at = scene.table.due_at
    if due_at is None or not clock.is_ripe(due_at, clock.now()):
        return scene
    # Where no socket gets through, these questions are what keeps time.
    make_due_moves(scene.table.code)
    return look()
