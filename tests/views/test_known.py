"""What the replay says that a seat could have known."""

import random
import re

import pytest

from games import services
from games.models import Game
from games.selectors_analysis import get_place_of_move
from tests.cast import begin_game, choose_all, move, play_on
from tests.views.test_replay import address_of
from tests.views.test_table import browser_of

pytestmark = pytest.mark.django_db(transaction=True)
PERCENT = re.compile(r"<b>(\d+) %</b>")


def play(seed: int, **options):
    game, players = begin_game(3, **options)
    for _snapshot in play_on(game, players, random.Random(seed)):
        pass
    return Game.objects.get(pk=game.pk), players


def test_every_position_of_a_game_has_its_place():
    game, _players = play(2, placement="players")
    for at in range(game.move_count + 1):
        place = get_place_of_move(game, at)
        assert place is not None
        assert place.start + place.index == at
        assert all(len(each.chances) > place.index for each in place.analysis.seats)


def test_a_seat_is_told_chances_and_at_the_end_the_chief():
    game, players = play(1)
    browser = browser_of(players[0])
    at_first = browser.get(address_of(game, "?at=0")).text
    assert "What alice could know here" in at_first
    assert PERCENT.findall(at_first) == ["3"] * 5
    at_last = browser.get(address_of(game, f"?at={game.move_count}")).text
    assert PERCENT.findall(at_last) == ["100"]


def test_a_referee_and_a_round_that_was_never_revealed_are_told_nothing():
    game, players = begin_game()
    choose_all(game, players)
    move(game, players[0], "draw")
    services.end_game(game.code, players[0])
    game.refresh_from_db()
    assert "could know" not in browser_of(players[0]).get(address_of(game)).text
    game, players = play(1)
    page = browser_of(players[0]).get(address_of(game, "?at=9&as=referee")).text
    assert "could know" not in page


def test_an_accusation_is_told_with_its_chance():
    game, players = play(1)
    made = game.moves.filter(content__move="accuse").order_by("number").first()
    page = browser_of(players[0]).get(address_of(game, f"?at=1&as={made.seat}")).text
    assert f"with move {made.number}, at " in page
