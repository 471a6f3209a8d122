"""Taking a seat along to another phone: by a link that is good for one, once."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from games import players as players_module
from games.models import Player, Seat
from tests.cast import begin_game
from tests.views.test_table import browser_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    return begin_game(3)


def link_of(game, player):
    page = browser_of(player).get(reverse("phone", args=[game.code])).text
    return re.search(r'href="http://testserver(/t/\w+/phone/[^"]+/)"', page)[1]


def viewer_in(client, game):
    page = client.get(reverse("table", args=[game.code])).text
    return re.search(r'data-viewer="(\w+)"', page)[1]


def test_the_other_phone_plays_on_and_so_does_this_one(table):
    game, players = table
    phone = browser_of(None)
    address = link_of(game, players[1])
    assert "bob" in phone.get(address).text
    answer = phone.post(address)
    assert answer.headers["Location"] == f"/t/{game.code}/"
    assert viewer_in(phone, game) == "1"
    assert viewer_in(browser_of(players[1]), game) == "1"


def test_to_look_at_a_link_uses_nothing_up(table):
    game, players = table
    address = link_of(game, players[1])
    for _ in range(3):
        assert browser_of(None).get(address).status_code == 200
    assert viewer_in(browser_of(None), game) == "spectator"


def test_a_link_is_good_for_one_phone(table):
    game, players = table
    address = link_of(game, players[1])
    browser_of(None).post(address)
    eve = browser_of(None)
    assert eve.post(address).status_code == 410
    assert eve.get(address).status_code == 410
    assert viewer_in(eve, game) == "spectator"


def test_a_link_grows_old(table, monkeypatch):
    game, players = table
    address = link_of(game, players[1])
    monkeypatch.setattr(players_module, "_TICKET_AGE", -1)
    assert browser_of(None).post(address).status_code == 410


@pytest.mark.parametrize("ticket", ["x", "eyJwbGF5ZXIiOjF9:1:x", "%00"])
def test_a_made_up_link_leads_to_nobody(table, ticket):
    game, _players = table
    eve = browser_of(None)
    assert eve.post(f"/t/{game.code}/phone/{ticket}/").status_code in (404, 410)
    assert viewer_in(eve, game) == "spectator"


def test_a_link_of_another_table_leads_to_nobody(table):
    game, players = table
    other, _others = begin_game(3)
    address = link_of(game, players[1]).replace(game.code, other.code)
    assert browser_of(None).post(address).status_code == 410


def test_who_has_no_seat_gets_no_link(table):
    game, _players = table
    answer = browser_of(None).get(reverse("phone", args=[game.code]))
    assert answer.headers["Location"] == f"/t/{game.code}/"


def test_the_link_is_kept_in_no_cache(table):
    game, players = table
    answer = browser_of(players[0]).get(reverse("phone", args=[game.code]))
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_seat_of_an_account_is_taken_along_by_signing_in(table):
    game, players = table
    user = User.objects.create_user("bob")
    Player.objects.filter(pk=players[1].pk).update(user=user, guest_key=None)
    client = browser_of(None)
    client.force_login(user)
    page = client.get(reverse("phone", args=[game.code])).text
    assert f"/accounts/login/?next=/t/{game.code}/" in html.unescape(page)


def test_the_guest_of_the_other_phone_brings_their_seats_along(table):
    game, players = table
    own, (dave, *_others) = begin_game(3)
    phone = browser_of(dave)
    phone.post(link_of(game, players[1]))
    assert viewer_in(phone, own) == "0"
    assert viewer_in(phone, game) == "1"


def test_nobody_takes_two_seats_of_one_table(table):
    game, players = table
    phone = browser_of(players[0])
    assert phone.post(link_of(game, players[1])).status_code == 410
    assert viewer_in(phone, game) == "0"


def test_who_is_signed_in_there_gets_the_seat_for_the_account(table):
    game, players = table
    user = User.objects.create_user("robert")
    phone = browser_of(None)
    phone.force_login(user)
    phone.post(link_of(game, players[1]))
    assert viewer_in(phone, game) == "1"
    assert Seat.objects.get(game=game, index=1).player.user == user
