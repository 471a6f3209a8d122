"""The questions to a viewer: a latecomer's request, a vote, an absent player."""

import re

import pytest

from games.play.selectors import see
from games.table.page.whole import show_page
from games.table.people.asking import ask_for_seat, decline
from games.table.people.seats import leave_table
from games.table.people.votes import pause
from tests.support.cast import begin_game, look_into, make_players, newcomer
from tests.support.latecomers import key_of
from tests.support.presence import send_away

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return begin_game(4, limits="quick")


def page_of(game, player, *, is_display=False):
    view = see(look_into(game), player, is_display=is_display)
    return re.sub(r'data-number="\d+"', "", show_page(view).render())


def notices(game, player, **options):
    return re.findall(r'data-notice="(\w+)"', page_of(game, player, **options))


def test_request_waits_for_the_host_alone():
    game, (alice, bob, *_) = begin_game(4)
    dana, eve = make_players(5)[3:]
    others = ((bob, {}), (eve, {}), (None, {}), (None, {"is_display": True}))
    before = [page_of(game, player, **options) for player, options in others]
    ask_for_seat(game.code, dana, "dora")
    assert notices(game, alice) == ["asker"]
    after = [page_of(game, player, **options) for player, options in others]
    assert after == before


def test_request_has_a_question_only_where_a_seat_is_free():
    game, (alice, bob, *_) = begin_game(4)
    ask_for_seat(game.code, make_players(5)[4], "dora")
    page = page_of(game, alice)
    assert "No seat is free now" in page
    assert "A seat for" not in page
    assert 'id="question-wait-' in page
    leave_table(game.code, bob)
    page = page_of(game, alice)
    assert "A seat for" in page
    assert "question-wait" not in page


def test_vote_waits_for_each_player_who_has_not_voted(table):
    game, (alice, bob, carol, dave) = table
    pause(game.code, bob, pauses=True)
    assert [notices(game, one) for one in (alice, bob, carol, dave)] == [
        ["pause"],
        [],
        ["pause"],
        ["pause"],
    ]
    pause(game.code, carol, pauses=True)
    assert notices(game, carol) == []


def test_host_is_asked_once_about_an_absent_player_on_another_phone(table):
    game, (alice, bob, _carol, dave) = table
    send_away(game, dave)
    phone = newcomer("dave")
    ask_for_seat(game.code, phone)
    assert [notices(game, one) for one in (alice, bob)] == [
        ["claim"],
        ["absence", "claim"],
    ]
    decline(game.code, alice, key_of(game, phone))
    assert notices(game, alice) == ["absence"]


def test_spectator_and_display_have_no_notice(table):
    game, (_alice, bob, _carol, dave) = table
    send_away(game, dave)
    pause(game.code, bob, pauses=True)
    ask_for_seat(game.code, make_players(5)[3], "dora")
    assert notices(game, None) == notices(game, None, is_display=True) == []


def test_all_that_waits_is_shown_until_it_is_answered(table):
    game, (alice, bob, _carol, dave) = table
    pause(game.code, bob, pauses=True)
    send_away(game, dave)
    ask_for_seat(game.code, make_players(5)[3], "dora")
    assert notices(game, alice) == ["pause", "absence", "asker"]
    pause(game.code, alice, pauses=True)
    # The host alone ends the pause.
    assert notices(game, alice) == ["pause", "absence", "asker"]
    pause(game.code, alice, pauses=False)
    assert notices(game, alice) == ["absence", "asker"]
