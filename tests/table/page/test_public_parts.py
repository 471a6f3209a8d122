"""The public parts are presented once, and hold no secret of one viewer."""

import re
from random import Random

import pytest

from games.play.selectors import see
from games.rules.observe import SPECTATOR, observe
from games.table.live.socket_messages import write_update
from games.table.page.whole import show_page
from tests.support.cast import begin_game, begin_to_draw, look_into, move, play_on

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'data-token="([^"]+)"')
FACE = re.compile(r'data-token="([^"]+)"[^>]*data-face')


def pages_of(game, players):
    snapshot = look_into(game)
    return [show_page(see(snapshot, player)) for player in players]


def begin():
    game, players = begin_to_draw(5)
    return game, [*players, None]


def updates_after_draw(game, viewers, drawer):
    before = pages_of(game, viewers)
    move(game, viewers[drawer], "draw")
    pairs = zip(before, pages_of(game, viewers), strict=True)
    return [write_update(old, new, "en") for old, new in pairs]


def test_draw_is_the_same_update_for_seats_that_wait():
    game, viewers = begin()
    updates_after_draw(game, viewers, 0)
    drawer, following, *waiting = updates_after_draw(game, viewers[:5], 1)[1:]
    assert drawer != following
    assert len(set(waiting)) == 1
    assert "data-viewer" not in waiting[0]
    assert "data-number" not in waiting[0]


def test_public_parts_are_made_of_the_spectators_observation():
    game, _viewers = begin()
    snapshot = look_into(game)
    assert snapshot.public.observation == observe(snapshot.state, SPECTATOR)


def test_all_viewers_share_the_public_parts():
    game, viewers = begin()
    updates_after_draw(game, viewers, 0)
    drawer, *others = pages_of(game, viewers)
    display = show_page(see(look_into(game), viewers[0], is_display=True))
    assert all(page.public is drawer.public for page in (*others, display))
    # The drawer is "you" in the middle, and in the seat's head.
    assert drawer.parts["drawn"] != drawer.public.parts["drawn"]
    assert drawer.parts["seat-0-head"] != drawer.public.parts["seat-0-head"]
    for page in (*others, display):
        assert page.parts["drawn"] is page.public.parts["drawn"]
    for dom_id in ("deck", "pool", "reveal", "votes"):
        part = drawer.public.parts[dom_id]
        assert all(page.parts[dom_id] is part for page in (drawer, *others))


def test_page_shows_the_faces_of_the_viewers_own_tokens_alone():
    game, players = begin_game()
    shown = play_on(game, players, Random(1))
    snapshot = next(each for each in shown if each.state.tokens)
    for viewer, player in enumerate([*players, None]):
        page = show_page(see(snapshot, player)).render()
        tokens = {token.id: token.holder for token in snapshot.state.tokens}
        assert set(TOKEN.findall(page)) == set(tokens)
        own = {name for name, holder in tokens.items() if holder == viewer}
        assert set(FACE.findall(page)) == own
