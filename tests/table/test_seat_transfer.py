"""Seat transfer to another phone, by a link that works once."""

import html
import random
import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse

from games.models import Game, Player, Seat
from games.table import seat_transfer
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.people.ownership import leave_history
from games.table.people.seats import leave_table
from tests.security.roles import give_account
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    make_players,
    make_setup,
    open_lobby,
    play_on,
    seat_all,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return begin_game(3)


@pytest.fixture
def shared(table):
    """Return a game, its players, and a phone that shares the seat of bob."""
    game, players = table
    phone = open_browser(None)
    phone.post(link_of(game, players[1]))
    return game, players, phone


def link_of(game, player):
    page = open_browser(player).get(reverse("phone", args=[game.code])).text
    return re.search(r'href="http://testserver(/t/\w+/phone/[^"]+/)"', page)[1]


def viewer_in(client, game):
    page = client.get(reverse("table", args=[game.code])).text
    return re.search(r'data-viewer="(\w+)"', page)[1]


def test_both_phones_play_the_seat(table):
    game, players = table
    phone = open_browser(None)
    address = link_of(game, players[1])
    assert "bob" in phone.get(address).text
    answer = phone.post(address)
    assert answer.headers["Location"] == f"/t/{game.code}/"
    assert viewer_in(phone, game) == "1"
    assert viewer_in(open_browser(players[1]), game) == "1"


def test_opening_a_link_does_not_use_it_up(table):
    game, players = table
    address = link_of(game, players[1])
    for _ in range(3):
        assert open_browser(None).get(address).status_code == 200
    assert viewer_in(open_browser(None), game) == "spectator"


def test_link_works_for_one_phone_even_when_the_cache_is_empty(table):
    game, players = table
    address = link_of(game, players[1])
    open_browser(None).post(address)
    cache.clear()
    eve = open_browser(None)
    assert eve.post(address).status_code == 410
    assert eve.get(address).status_code == 410
    assert viewer_in(eve, game) == "spectator"


def test_link_leads_the_phone_that_used_it_to_the_table(table):
    game, players = table
    address = link_of(game, players[1])
    phone = open_browser(None)
    phone.post(address)
    # Its owner's own phone may have opened it, too.
    for browser in (phone, open_browser(players[1])):
        for act in (browser.get, browser.post, browser.get):
            answer = act(address)
            assert answer.status_code == 302
            assert answer.headers["Location"] == f"/t/{game.code}/"
    assert viewer_in(phone, game) == "1"


def test_used_link_leads_no_phone_with_another_seat_to_the_table(table):
    game, players = table
    address = link_of(game, players[1])
    open_browser(None).post(address)
    assert open_browser(players[2]).get(address).status_code == 410


def test_expired_link_leads_its_phone_to_the_table(table, monkeypatch):
    game, players = table
    address = link_of(game, players[1])
    phone = open_browser(None)
    phone.post(address)
    monkeypatch.setattr(seat_transfer, "_TICKET_AGE", -1)
    assert phone.get(address).status_code == 302
    forged = address[:-3] + "xx/"
    assert phone.get(forged).status_code == 410


def test_link_expires(table, monkeypatch):
    game, players = table
    address = link_of(game, players[1])
    monkeypatch.setattr(seat_transfer, "_TICKET_AGE", -1)
    assert open_browser(None).post(address).status_code == 410


@pytest.mark.parametrize("ticket", ["x", "eyJwbGF5ZXIiOjF9:1:x", "%00"])
def test_forged_link_gives_no_seat(table, ticket):
    game, _players = table
    eve = open_browser(None)
    assert eve.post(f"/t/{game.code}/phone/{ticket}/").status_code in (404, 410)
    assert viewer_in(eve, game) == "spectator"


def test_link_of_another_table_gives_no_seat(table):
    game, players = table
    other, _others = begin_game(3)
    address = link_of(game, players[1]).replace(game.code, other.code)
    assert open_browser(None).post(address).status_code == 410


def test_account_transfers_its_seat_by_signing_in(table):
    game, players = table
    user = User.objects.create_user("bob")
    Player.objects.filter(pk=players[1].pk).update(user=user, guest_key=None)
    client = open_browser(None)
    client.force_login(user)
    page = client.get(reverse("phone", args=[game.code])).text
    assert f"/accounts/login/?next=/t/{game.code}/" in html.unescape(page)


def test_two_phones_of_one_seat_are_two_players_at_other_tables(table):
    game, players = table
    phone, before = open_browser(None), open_browser(players[1])
    phone.post(link_of(game, players[1]))
    first, second = (open_to_all() for _ in range(2))
    sit_down(phone, first)
    assert viewer_in(phone, first) == "0"
    assert viewer_in(before, first) == "spectator"
    sit_down(before, second)
    assert viewer_in(before, second) == "0"
    assert viewer_in(phone, second) == "spectator"
    assert viewer_in(phone, game) == viewer_in(before, game) == "1"


def open_to_all():
    (host,) = make_players(1)
    return open_table(host, make_setup())


def sit_down(client, game):
    sent = {"name": "dora", "investigator": "meridian"}
    client.post(reverse("join", args=[game.code]), sent)


def test_freed_seat_is_no_longer_shared():
    game, players = open_lobby()
    phone, before = open_browser(None), open_browser(players[1])
    phone.post(link_of(game, players[1]))
    leave_table(game.code, players[1])
    sit_down(phone, game)
    assert viewer_in(phone, game) == "2"
    assert viewer_in(before, game) == "spectator"


def test_seated_player_cannot_take_a_second_seat_by_link(table):
    game, players = table
    own = open_to_all()
    seat_all(own, players[:1])
    phone, address = open_browser(players[0]), link_of(game, players[1])
    assert phone.post(address).status_code == 410
    assert viewer_in(phone, game) == "0"
    assert viewer_in(phone, own) == "0"
    assert Game.objects.get(pk=game.pk).host == players[0]
    # The refused request did not use up the ticket, and nor does the own seat's phone.
    assert open_browser(players[1]).post(address).status_code == 302
    assert open_browser(None).post(address).status_code == 302


def test_host_cannot_take_a_players_seat_by_link(table):
    game, players = table
    (host,) = make_players(1)
    Game.objects.filter(pk=game.pk).update(host=host)
    assert open_browser(host).post(link_of(game, players[1])).status_code == 410


def test_second_user_of_a_link_keeps_the_own_seats(table, monkeypatch):
    game, players = table
    own, (dave, *_others) = begin_game(3)
    phone, address = open_browser(dave), link_of(game, players[1])
    read = seat_transfer.read_ticket

    def read_late(*asked):
        found = read(*asked)
        monkeypatch.undo()
        open_browser(None).post(address)
        return found

    monkeypatch.setattr("games.table.seat_transfer.read_ticket", read_late)
    assert phone.post(address).status_code == 410
    assert viewer_in(phone, own) == "0"
    assert viewer_in(phone, game) == "spectator"


def test_signed_in_phone_shares_the_seat_until_it_signs_out(table):
    game, players = table
    user = User.objects.create_user("robert")
    phone = open_browser(None)
    phone.force_login(user)
    phone.post(link_of(game, players[1]))
    assert viewer_in(phone, game) == "1"
    assert viewer_in(open_browser(players[1]), game) == "1"
    assert Seat.objects.get(game=game, index=1).player == players[1]
    phone.post("/accounts/logout/")
    assert viewer_in(phone, game) == "spectator"


def test_only_a_seat_of_the_account_replaces_the_shared_seat_after_sign_in(shared):
    game, players, phone = shared
    phone.force_login(User.objects.create_user("robert"))
    assert viewer_in(phone, game) == "1"
    phone.force_login(give_account(players[0], "alice"))
    assert viewer_in(phone, game) == "0"


def test_seat_that_joins_an_account_is_no_longer_shared(table):
    game, players = table
    phone, address = open_browser(None), link_of(game, players[1])
    phone.post(address)
    give_account(players[1], "bob")
    assert viewer_in(phone, game) == "spectator"
    assert open_browser(None).post(address).status_code == 410


def test_menu_leads_a_player_to_the_other_phone(table):
    game, players = table
    offer = f'href="{reverse("phone", args=[game.code])}"'
    for player, is_offered in ((players[1], True), (None, False)):
        page = open_browser(player).get(reverse("table", args=[game.code])).text
        menu = page.partition('id="site-menu"')[2].partition("<main")[0]
        assert (offer in menu) is is_offered


def read_own_pages(phone):
    return [phone.get(reverse(name)).text for name in ("home", "history")]


def finish(game, players):
    for _ in play_on(game, players, random.Random(1)):
        pass
    return reverse("evening", args=[game.code])


def test_other_phone_has_the_running_game_among_my_games(shared):
    game, _players, phone = shared
    for page in read_own_pages(phone):
        assert f'href="/t/{game.code}/"' in page
        assert "any games yet" not in page
        # There is nothing to keep by an account.
        assert "to keep them for good" not in page
    assert "to keep them for good" in open_browser(None).get(reverse("history")).text


def test_other_phone_finds_its_last_game_until_the_player_leaves_it(table):
    older, players = table
    newer, others = begin_game(3)
    phone, stories = open_browser(None), []
    for game, seated in ((older, players), (newer, others)):
        phone.post(link_of(game, seated[1]))
        stories.append(finish(game, seated))
    for page in read_own_pages(phone):
        assert stories[1] in page
        assert "any games yet" not in page
    leave_history(others[1], newer.code)
    for page in read_own_pages(phone):
        assert stories[1] not in page
        assert stories[0] in page


def test_other_phone_loses_the_last_game_to_an_account(shared):
    game, players, phone = shared
    story = finish(game, players)
    assert all(story in page for page in read_own_pages(phone))
    give_account(players[1], "bob")
    assert not any(story in page for page in read_own_pages(phone))


def test_other_phone_follows_to_the_next_game(shared):
    game, players, phone = shared
    end_game(game.code, players[0])
    again = phone.post(reverse("again", args=[game.code.lower()]))
    following = Game.objects.get(previous=game)
    assert again.headers["Location"] == f"/t/{following.code}/"
    assert viewer_in(phone, following) == "1"
    assert viewer_in(open_browser(players[1]), following) == "1"
