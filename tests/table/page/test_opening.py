"""The words that open a round: the first player, and the gold tokens of each."""

import re

import pytest

from games.play.selectors import see
from games.rules.state import Phase
from games.table.page.whole import show_page
from tests.support.cast import look_into
from tests.support.positions import FULL, in_phase, play

pytestmark = pytest.mark.django_db


def read_opening(snapshot, player):
    page = show_page(see(snapshot, player)).render()
    text = re.search(r'<p id="opening".*?</p>', page, re.DOTALL)[0]
    return " ".join(re.sub("<[^>]*>", " ", text).split())


def test_round_opens_with_its_first_player_and_the_colours_so_far():
    game, players = play(FULL, in_phase(Phase.SIDES, 3))
    snapshot = look_into(game)
    names = [seat.name for seat in game.seats.order_by("index")]
    first = snapshot.state.turn
    golds = [
        (
            name,
            sum(t.colour == "gold" and t.holder == seat for t in snapshot.state.tokens),
        )
        for seat, name in enumerate(names)
    ]
    counted = ", ".join(f"{name} {count}" for name, count in golds if count)
    assert counted
    words = f"Round 3. {names[first]} goes first. Gold so far: {counted}"
    assert read_opening(snapshot, None).replace(" ,", ",") == words
    own = read_opening(snapshot, players[first])
    assert own.startswith("Round 3. You go first. Gold so far:")
    assert names[first] not in own


def test_there_are_no_such_words_once_clues_are_chosen():
    game, _players = play(FULL, in_phase(Phase.SUSPECTS, 2))
    assert read_opening(look_into(game), None) == ""
