"""The public parts are presented once, of what a spectator may know."""

import pytest

from games.play.selectors import see
from games.rules.observe import SPECTATOR, observe
from games.table.page.whole import show_page
from tests.support.cast import begin_to_draw, look_into, move

pytestmark = pytest.mark.django_db


def test_public_parts_are_made_of_the_spectators_observation():
    game, _players = begin_to_draw()
    snapshot = look_into(game)
    assert snapshot.public.observation == observe(snapshot.state, SPECTATOR)


def test_all_viewers_share_the_public_parts():
    game, players = begin_to_draw()
    move(game, players[0], "draw")
    snapshot = look_into(game)
    drawer, *others = [show_page(see(snapshot, viewer)) for viewer in (*players, None)]
    display = show_page(see(snapshot, players[0], is_display=True))
    assert all(page.public is drawer.public for page in (*others, display))
    # The drawer is "you" in the middle, and in the seat's head.
    assert drawer.parts["drawn"] != drawer.public.parts["drawn"]
    assert drawer.parts["seat-0-head"] != drawer.public.parts["seat-0-head"]
    for page in (*others, display):
        assert page.parts["drawn"] is page.public.parts["drawn"]
    for dom_id in ("deck", "pool", "reveal", "votes"):
        part = drawer.public.parts[dom_id]
        assert all(page.parts[dom_id] is part for page in (drawer, *others))
