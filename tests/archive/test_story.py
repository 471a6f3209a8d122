"""The story of a game: each sentence is checked by a program apart from the engine."""

import re

import pytest
from django.urls import reverse

from games.archive.records import read_record
from games.archive.story import tell_story
from games.labels import suspect_name
from games.models import Game
from games.rules.suspects import SUSPECTS
from games.table.lobby.ending import end_game
from tests.archive.story_checker import Story
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import begin_game
from tests.support.finished import play_game
from tests.support.samples import quick_first

pytestmark = pytest.mark.django_db


def story_of(game):
    names = [seat.name for seat in game.seats.order_by("index")]
    cats = {suspect: suspect_name(suspect) for suspect in SUSPECTS}
    return Story(tell_story(game), read_record(game), names, cats)


@pytest.mark.parametrize("seed", quick_first(range(500), 2))
def test_each_sentence_of_a_story_is_true(seed):
    game = play_game(seed)
    if game.seats.filter(winner=True).exists():
        story_of(game).check()


def test_checker_refuses_a_sentence_that_is_wrong():
    story = story_of(play_game(1))
    for at, (sentence, move) in enumerate(story.sentences):
        wrong = re.sub(
            r"\d+", lambda number: f"{int(number[0]) + 1}", sentence, count=1
        )
        told = list(story.sentences)
        told[at] = (wrong if wrong != sentence else f"{sentence}!"), move
        with pytest.raises((AssertionError, AttributeError, KeyError)):
            Story(told, story.record, story.names, story.cats).check()


def test_game_without_winners_has_no_story():
    game, (alice, *_others) = begin_game()
    eve = open_browser(None)
    address = reverse("evening", args=[game.code])
    assert b"story" not in eve.get(address, headers=HTMX).content
    end_game(game.code, alice)
    assert tell_story(Game.objects.get(pk=game.pk)) == []
    assert b"story" not in eve.get(address, headers=HTMX).content
