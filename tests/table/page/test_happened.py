"""An update names its events, those for all viewers and those for its own one."""

import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from games.play.selectors import see
from games.table.live.socket_messages import is_called, write_update, write_whole
from games.table.page.regions import build_region
from games.table.page.whole import show_page
from tests.support.cast import begin_game, look_into, play_on

pytestmark = pytest.mark.django_db


def play_whole_game():
    """Return the pages of a player and of a stranger after each move of a game."""
    game, players = begin_game(3)
    snapshots = [look_into(game), *play_on(game, players, random.Random(1))]
    return [
        [show_page(see(snapshot, viewer)) for snapshot in snapshots]
        for viewer in (players[0], None)
    ]


def read_update(before, after):
    return json.loads(write_update(before, after, "en"))


def test_update_names_what_everybody_may_know_and_whose_turn_it_is():
    own, public = play_whole_game()
    updates = [read_update(*pair) for pair in pairwise(own)]
    strangers = [read_update(*pair) for pair in pairwise(public)]
    assert [update["happened"] for update in updates] == [
        update["happened"] for update in strangers
    ]
    names = {name for update in updates for name in update["happened"]}
    assert names >= {"drawn", "kept", "accused", "revealed", "awarded"}
    assert any("yours" in update for update in updates)
    assert not any("yours" in update for update in strangers)


def test_question_that_goes_as_the_game_calls_hides_no_call():
    own, _public = play_whole_game()
    mine = next(after for before, after in pairwise(own) if is_called(before, after))
    question = build_region("question-pause-False", "_votes.html#pause-question")
    asked = build_region("questions", "_questions.html", questions=(question,))
    asking = replace(mine, own={"questions": asked})
    assert is_called(asking, mine)
    assert is_called(mine, asking)
    assert not is_called(mine, mine)


def test_missed_reveals_are_named_once_and_a_whole_table_names_nothing():
    (own, _public) = play_whole_game()
    missed = read_update(own[0], own[-1])["happened"]
    assert missed.count("revealed") == 1
    assert "happened" not in json.loads(write_whole(own[-1]))


def test_update_of_an_unchanged_table_is_empty():
    game, players = begin_game()
    page = show_page(see(look_into(game), players[0]))
    whole = {"number": page.number, "marks": {}, "public": {}, "own": {}}
    assert read_update(page, page) == whole | {"happened": []}
    assert json.loads(write_whole(page)) == whole | {"own": {"table": page.render()}}
