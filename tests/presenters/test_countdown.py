"""The countdown: the same deadline for everybody, its seconds filled in when sent."""

import pytest

from games.live import clock
from games.models.game import Limits
from games.play.selectors import see
from games.rules.state import Phase
from games.table.present.table import present
from games.table.render import full_update, render, update_between
from tests.cast import begin_game, choose_all, look_into

pytestmark = pytest.mark.django_db(transaction=True)

SIDES = clock.LIMITS[Limits.QUICK][Phase.SIDES]


def countdown_in(tree):
    (status, *_) = tree.children
    (found,) = [leaf for leaf in status.children if leaf.id == "status-countdown"]
    return found.facts


def tree_for(game, player):
    return present(see(look_into(game), player))


def test_the_seconds_left_are_those_of_the_moment_of_sending(hands):
    game, players = begin_game(limits="quick")
    tree = tree_for(game, players[0])
    assert f'data-countdown="{SIDES}"' in render(tree)
    hands.advance(7.5)
    page = full_update(tree)
    assert f'data-countdown="{SIDES - 7}"' in page
    assert 'class="countdown tens-2 units-3"' in page
    assert "\x00" not in page


def test_every_viewer_sees_the_same_countdown(hands):
    game, players = begin_game(limits="relaxed")
    pages = [render(tree_for(game, player)) for player in (*players, None)]
    shown = {page.partition("data-countdown=")[2].partition(" ")[0] for page in pages}
    assert len(shown) == 1


def test_a_countdown_that_goes_on_keeps_its_end(hands):
    game, players = begin_game(limits="quick")
    choose_all(game, players[:1])
    before = tree_for(game, None)
    hands.advance(3)
    choose_all(game, players[1:2])
    # Who is waited for has changed, and so has the sentence above the countdown.
    after = tree_for(game, None)
    assert countdown_in(before) == countdown_in(after)
    # The browser counts on by itself.
    assert "countdown" not in update_between(before, after)


def test_nothing_is_counted_down_where_nobody_is_hurried(hands):
    game, players = begin_game()
    assert "data-countdown" not in render(tree_for(game, players[0]))


def test_no_countdown_is_less_than_nothing(hands):
    game, players = begin_game(limits="quick")
    tree = tree_for(game, players[0])
    hands.advance(SIDES + 9)
    assert 'data-countdown="0"' in render(tree)
