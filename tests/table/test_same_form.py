"""A form that is sent twice makes one table, and one guest."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player
from games.table.lobby.ending import end_game
from games.table.people.host import hand_over
from games.table.people.seats import leave_table
from tests.races.arena import all_at_once
from tests.support.browsers import open_browser
from tests.support.cast import make_players, seat_all

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

FORMS = {
    "open-table": {"edition": "devir"},
    "play-with-bots": {},
    "tutorial": {},
}


def make_key() -> str:
    return str(uuid.uuid4())


def send(browser: Client, name: str, key: str, **fields) -> str:
    """Send a form, and return the address that it leads to."""
    sent = FORMS[name] | fields | ({"key": key} if key else {})
    answer = browser.post(reverse(name), sent)
    assert answer.status_code == 302, answer.content
    return answer.headers["Location"]


def open_page(browser: Client, path: str = "/") -> dict[str, str]:
    """Open a page, and return the cookies with which both taps are sent."""
    assert browser.get(path).status_code == 200
    return {name: each.value for name, each in browser.cookies.items()}


@pytest.fixture(params=FORMS)
def name(request):
    return request.param


def test_double_tap_of_a_stranger_makes_one_guest_and_one_table(name):
    browser, key = Client(), make_key()
    cookies = open_page(browser)
    places = []
    for _tap in range(2):
        browser.cookies.clear()
        browser.cookies.load(cookies)
        places.append(send(browser, name, key))
    assert places[0] == places[1]
    assert (Player.objects.count(), Game.objects.count()) == (1, 1)
    assert 'data-viewer="' in browser.get(places[0]).text


def test_two_keys_make_two_tables(name):
    browser = open_browser(make_players(1)[0])
    assert send(browser, name, make_key()) != send(browser, name, make_key())
    assert Game.objects.count() == 2


def test_key_of_another_player_leads_to_no_table_of_theirs(name):
    key = make_key()
    places = {send(open_browser(player), name, key) for player in make_players(2)}
    assert len(places) == 2


def test_form_without_a_key_makes_a_table_each_time(name):
    browser = open_browser(make_players(1)[0])
    assert send(browser, name, "") != send(browser, name, "")


@pytest.mark.parametrize("key", ["x", "\0", "é" * 300])
def test_any_text_may_be_a_key(name, key):
    browser = open_browser(make_players(1)[0])
    assert send(browser, name, key) == send(browser, name, key)


def test_changed_form_with_the_same_key_makes_another_table():
    browser, key = open_browser(make_players(1)[0]), make_key()
    first = send(browser, "open-table", key)
    assert send(browser, "open-table", key, stasi="on") != first
    assert send(browser, "open-table", key) == first


def test_form_of_a_closed_table_makes_a_new_one():
    (alice,) = make_players(1)
    browser, key = open_browser(alice), make_key()
    first = send(browser, "play-with-bots", key)
    end_game(Game.objects.get().code, alice)
    second = send(browser, "play-with-bots", key)
    assert second != first
    assert send(browser, "play-with-bots", key) == second


def test_form_leads_back_to_a_table_under_a_new_host():
    players = make_players(3)
    alice = players[0]
    browser, key = open_browser(alice), make_key()
    first = send(browser, "open-table", key)
    game = Game.objects.get()
    seat_all(game, players)
    hand_over(game.code, alice, 1)
    assert send(browser, "open-table", key) == first
    leave_table(game.code, alice)
    assert send(browser, "open-table", key) != first


@pytest.mark.parametrize("path", ["/", "/t/new/", "/tutorial/"])
def test_each_form_that_makes_a_table_has_its_own_key(path):
    page = Client().get(path).text
    makes = [reverse(name) for name in FORMS]
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    found = [
        re.search(r'name="key"\s+value="([0-9a-f-]{36})"', form)
        for form in forms
        if any(f'action="{address}"' in form for address in makes)
    ]
    assert found
    assert all(found)
    assert len({each[1] for each in found if each}) == len(found)


@pytest.mark.django_db(transaction=True)
def test_forms_at_once_make_one_table(name):
    browser, key = Client(), make_key()
    cookies = open_page(browser)

    def tap(_number):
        other = Client()
        other.cookies.load(cookies)
        return send(other, name, key)

    places = all_at_once(tap, range(6), threads=6)
    assert len(set(places)) == 1, places
    assert (Player.objects.count(), Game.objects.count()) == (1, 1)
