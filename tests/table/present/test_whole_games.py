"""Every position of whole games renders, and every change yields an update."""

import random

import pytest

from games.play.selectors import see
from games.rules.state import Phase
from games.table.present.table import present
from runtime.html.update import full_update, render, update_between
from tests.support.cast import begin_game, look_into, play_on
from tests.support.samples import quick_first

pytestmark = pytest.mark.django_db


def trees_of(snapshot, players):
    return [present(see(snapshot, viewer)) for viewer in (*players, None)]


@pytest.mark.parametrize("seed", quick_first(range(3)))
def test_every_position_renders_for_every_viewer(seed):
    options = {"stasi": True, "adler": True, "placement": "players"}
    game, players = begin_game(3 + seed, **options)
    shown = trees_of(look_into(game), players)
    voids = 0
    for snapshot in play_on(game, players, random.Random(seed)):
        trees = trees_of(snapshot, players)
        for before, after in zip(shown, trees, strict=True):
            update = update_between(before, after)
            assert update
            # The mark of a place that one viewer's part should have filled.
            assert "\x00" not in update
            assert 'id="table"' in render(after)
        shown, voids = trees, max(voids, snapshot.state.attempt)
        state = snapshot.state
        if state.phase is Phase.REVIEW and state.results[-1].mistaken:
            assert "Misplaced cards: " in render(trees[-1])
    assert snapshot.state.phase == Phase.OVER
    assert voids > 1


def test_unchanged_table_yields_no_update():
    game, players = begin_game()
    tree = present(see(look_into(game), players[0]))
    assert update_between(tree, tree) == ""
    assert full_update(tree).startswith('<hx-partial hx-target="#table"')
