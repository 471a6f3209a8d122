"""Every position of whole games renders, and every change yields an update."""

import json
import random

import pytest

from games.play.selectors import see
from games.rules.state import Phase
from games.table.live.socket_messages import write_update, write_whole
from games.table.page.whole import show_page
from tests.support.cast import begin_game, look_into, play_on
from tests.support.samples import quick_first

pytestmark = pytest.mark.django_db


def pages_of(snapshot, players):
    return [show_page(see(snapshot, viewer)) for viewer in (*players, None)]


@pytest.mark.parametrize("seed", quick_first(range(3)))
def test_every_position_renders_for_every_viewer(seed):
    options = {"stasi": True, "adler": True, "placement": "players"}
    game, players = begin_game(3 + seed, **options)
    shown = pages_of(look_into(game), players)
    voids = 0
    for snapshot in play_on(game, players, random.Random(seed)):
        pages = pages_of(snapshot, players)
        for before, after in zip(shown, pages, strict=True):
            update = json.loads(write_update(before, after, "en"))
            assert update["number"] == snapshot.table.number
            # The count of moves has changed in any case.
            assert update["marks"]["table"]["data-moves"]
            assert 'id="table"' in after.render()
        shown, voids = pages, max(voids, snapshot.state.attempt)
        state = snapshot.state
        if state.phase is Phase.REVIEW and state.results[-1].mistaken:
            assert "Misplaced cards: " in pages[-1].render()
    assert snapshot.state.phase == Phase.OVER
    assert voids > 1


def test_update_of_an_unchanged_table_is_empty():
    game, players = begin_game()
    page = show_page(see(look_into(game), players[0]))
    whole = {"number": page.number, "marks": {}, "public": {}, "own": {}}
    assert json.loads(write_update(page, page, "en")) == whole | {"happened": []}
    assert json.loads(write_whole(page)) == whole | {"own": {"table": page.render()}}
