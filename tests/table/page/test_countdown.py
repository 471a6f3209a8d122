"""The countdown: one deadline for all viewers, which pages count down to."""

import pytest

from games.play import clock
from games.play.selectors import see
from games.rules.editions import Limits
from games.rules.state import Phase
from games.table.page.status import count_seconds, to_milliseconds
from games.table.page.whole import find_changed_parts, show_page
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, choose_all, look_into

pytestmark = pytest.mark.django_db

SIDES = clock.LIMITS[Limits.QUICK][Phase.SIDES]


def page_of(game, player):
    return show_page(see(look_into(game), player))


def countdown_of(game, player):
    return page_of(game, player).parts["status-countdown"]


def test_update_says_when_the_limit_ends(hands):
    game, players = begin_game(limits="quick")
    ends = to_milliseconds(clock.now()) + SIDES * 1000
    hands.advance(7.5)
    update = countdown_of(game, players[0]).render()
    assert f'data-ends="{ends}"' in update
    # The page counts.
    assert '<b aria-hidden="true"></b>' in update


def test_new_page_says_the_seconds_left_and_the_servers_time(hands):
    game, _players = begin_game(limits="quick")
    hands.advance(7.5)
    page = open_browser(None).get(f"/t/{game.code}/").text
    assert f'<b aria-hidden="true">{SIDES - 7}</b>' in page
    assert f'data-now="{to_milliseconds(clock.now())}"' in page


def test_every_viewer_sees_the_same_countdown(hands):
    game, players = begin_game(limits="relaxed")
    shown = {countdown_of(game, player).render() for player in (*players, None)}
    assert len(shown) == 1
    assert "data-ends" in shown.pop()


def test_running_countdown_keeps_its_end(hands):
    game, players = begin_game(limits="quick")
    choose_all(game, players[:1])
    before = page_of(game, None)
    hands.advance(3)
    choose_all(game, players[1:2])
    # The sentence above the countdown has changed: the table waits for fewer players.
    changed = find_changed_parts(before.public, page_of(game, None).public)
    assert "status-countdown" not in changed


def test_table_without_limits_shows_no_countdown(hands):
    game, players = begin_game()
    assert "data-ends" not in page_of(game, players[0]).render()


def test_countdown_stops_at_zero():
    now = to_milliseconds(clock.now())
    assert [count_seconds(now + late, now) for late in (1, 0, -9000)] == [1, 0, 0]
