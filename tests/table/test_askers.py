"""Requests for a seat: their limits, and the host's answer to all of them."""

import pytest

from games.errors import Refused
from games.models import Standing
from games.players.limits import ASKS
from games.table.people.asking import ask_for_seat, decline_all, give_seat
from games.table.people.seats import leave_table
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, newcomer
from tests.support.latecomers import key_of
from tests.support.presence import send_away
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def table():
    """Return a running game of three; bob has left it."""
    game, players = begin_to_draw()
    leave_table(game.code, players[1])
    return game, players


def ask(game, name: str, address: str):
    browser = open_browser(None, REMOTE_ADDR=address)
    return browser, browser.post(f"/t/{game.code}/ask/", {"name": name})


def test_address_may_ask_for_three_people(table, settings):
    settings.RATE_LIMIT_FACTOR = 1
    ASKS.forget()
    game, _players = table
    for number in range(3):
        browser, answer = ask(game, f"pest {number}", "192.0.2.7")
        # A second tap on the button does not count.
        browser.post(f"/t/{game.code}/ask/", {"name": f"pest {number}"})
        assert answer.status_code == 302
    _browser, answer = ask(game, "pest 4", "192.0.2.7")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "600")
    assert game.bystanders.count() == 3
    # Other addresses and other tables have limits of their own.
    assert ask(game, "friend", "192.0.2.8")[1].status_code == 302
    other, _players = begin_to_draw()
    assert ask(other, "pest 5", "192.0.2.7")[1].status_code == 302


def test_full_list_says_so_and_leaves_room_for_players_who_come_back(table):
    game, _players = table
    for number in range(5):
        ask_for_seat(game.code, newcomer(f"pest {number}"))
    _browser, answer = ask(game, "friend", "192.0.2.8")
    assert answer.status_code == 409
    assert "Too many people are asking for a seat" in answer.text
    assert "table is full" not in answer.text
    assert ask(game, "bob", "192.0.2.8")[1].status_code == 302


def test_person_is_asked_for_once(table):
    game, _players = table
    zoe = newcomer("zoe")
    for name in ("zoe", "zoe", "bob"):
        ask_for_seat(game.code, zoe, name)
    row = game.bystanders.filter(standing=Standing.ASKS).get()
    assert row.claimed_seat.name == "bob"


def test_host_declines_all_at_once(table):
    game, (alice, _bob, carol) = table
    askers = [newcomer(f"pest {number}") for number in range(3)]
    for asker in askers:
        ask_for_seat(game.code, asker)
    give_seat(game.code, alice, 1, key_of(game, askers[0]))
    send_away(game, carol)
    back = newcomer("carol")
    ask_for_seat(game.code, back)
    with refuses(Refused.NOT_HOST):
        decline_all(game.code, carol)
    browser, place = open_browser(alice), f"/t/{game.code}/"
    assert "Decline all" in browser.get(place).text
    assert browser.post(f"{place}seat/", {"nobody": "on"}).status_code == 302
    assert "Decline all" not in browser.get(place).text
    asking = game.bystanders.filter(standing=Standing.ASKS)
    # A promise, and a player's own seat, are other questions.
    assert {row.player_id for row in asking} == {askers[0].pk, back.pk}
    with refuses(Refused.EXCLUDED):
        ask_for_seat(game.code, askers[1])


def test_one_who_asks_is_declined_by_the_own_button(table):
    game, (alice, _bob, _carol) = table
    ask_for_seat(game.code, newcomer("zoe"))
    assert "Decline all" not in open_browser(alice).get(f"/t/{game.code}/").text
