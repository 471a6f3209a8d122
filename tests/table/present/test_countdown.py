"""The countdown: one deadline for all viewers, which pages count down to."""

import pytest

from games.live import clock
from games.play.selectors import see
from games.rules.editions import Limits
from games.rules.state import Phase
from games.table.present.status import in_milliseconds, seconds_until
from games.table.present.table import present
from runtime.html.update import full_update, render, update_between
from tests.support.browsers import browser_of
from tests.support.cast import begin_game, choose_all, look_into

pytestmark = pytest.mark.django_db

SIDES = clock.LIMITS[Limits.QUICK][Phase.SIDES]


def countdown_in(tree):
    (status,) = [node for node in tree.children if node.id == "status"]
    (found,) = [node for node in status.children if node.id == "status-countdown"]
    return found.facts


def tree_for(game, player):
    return present(see(look_into(game), player))


def test_update_says_when_the_limit_ends(hands):
    game, players = begin_game(limits="quick")
    ends = in_milliseconds(clock.now()) + SIDES * 1000
    tree = tree_for(game, players[0])
    hands.advance(7.5)
    update = full_update(tree)
    assert f'data-ends="{ends}"' in update
    # The page counts.
    assert '<b aria-hidden="true"></b>' in update


def test_new_page_says_the_seconds_left_and_the_servers_time(hands):
    game, _players = begin_game(limits="quick")
    hands.advance(7.5)
    page = browser_of(None).get(f"/t/{game.code}/").text
    assert f'<b aria-hidden="true">{SIDES - 7}</b>' in page
    assert f'data-now="{in_milliseconds(clock.now())}"' in page


def test_every_viewer_sees_the_same_countdown(hands):
    game, players = begin_game(limits="relaxed")
    pages = [render(tree_for(game, player)) for player in (*players, None)]
    shown = {page.partition("data-ends=")[2].partition(" ")[0] for page in pages}
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
    assert "countdown" not in update_between(before, after)


def test_table_without_limits_shows_no_countdown(hands):
    game, players = begin_game()
    assert "data-ends" not in render(tree_for(game, players[0]))


def test_countdown_stops_at_zero():
    now = in_milliseconds(clock.now())
    assert [seconds_until(now + late, now) for late in (1, 0, -9000)] == [1, 0, 0]
