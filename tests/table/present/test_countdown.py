"""The countdown: one deadline for all viewers, its seconds said when it is sent."""

import pytest

from games.live import clock
from games.play.selectors import see
from games.rules.editions import Limits
from games.rules.state import Phase
from games.table.present.table import present
from runtime.html.update import full_update, render, update_between
from tests.support.cast import begin_game, choose_all, look_into

pytestmark = pytest.mark.django_db

SIDES = clock.LIMITS[Limits.QUICK][Phase.SIDES]


def countdown_in(tree):
    (status,) = [node for node in tree.children if node.id == "status"]
    (found,) = [node for node in status.children if node.id == "status-countdown"]
    return found.facts


def tree_for(game, player):
    return present(see(look_into(game), player))


def test_seconds_left_are_computed_when_sent(hands):
    game, players = begin_game(limits="quick")
    tree = tree_for(game, players[0])
    assert f'data-countdown="{SIDES}"' in render(tree)
    hands.advance(7.5)
    page = full_update(tree)
    assert f'data-countdown="{SIDES - 7}"' in page
    assert f'<b aria-hidden="true">{SIDES - 7}</b>' in page


def test_every_viewer_sees_the_same_countdown(hands):
    game, players = begin_game(limits="relaxed")
    pages = [render(tree_for(game, player)) for player in (*players, None)]
    shown = {page.partition("data-countdown=")[2].partition(" ")[0] for page in pages}
    assert len(shown) == 1


def test_running_countdown_keeps_its_end(hands):
    game, players = begin_game(limits="quick")
    choose_all(game, players[:1])
    before = tree_for(game, None)
    hands.advance(3)
    choose_all(game, players[1:2])
    # The sentence above the countdown has changed: the table waits for fewer players.
    after = tree_for(game, None)
    assert countdown_in(before) == countdown_in(after)
    # The browser counts down by itself.
    assert "countdown" not in update_between(before, after)


def test_table_without_limits_shows_no_countdown(hands):
    game, players = begin_game()
    assert "data-countdown" not in render(tree_for(game, players[0]))


def test_countdown_stops_at_zero(hands):
    game, players = begin_game(limits="quick")
    tree = tree_for(game, players[0])
    hands.advance(SIDES + 9)
    assert 'data-countdown="0"' in render(tree)
