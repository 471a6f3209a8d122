"""Deleting all data about a person: games stay, names go."""

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session

from games.models.player import Player
from games.rules.editions import Investigator
from tests.accounts.conftest import number_of, start_with
from tests.support.cast import make_players

ADDRESS = "/accounts/delete/"


def delete(browser):
    browser.confirm()
    return browser.post(ADDRESS, {"sure": "on"})


def test_deletion_needs_a_confirmation(account, laptop):
    laptop.confirm()
    assert laptop.get(ADDRESS).status_code == 200
    assert laptop.post(ADDRESS).status_code == 422
    assert User.objects.exists()


def test_deletion_removes_account_player_and_session(laptop):
    laptop.sign_up("alice", email="alice@example.org")
    assert delete(laptop).status_code == 200
    for model in (User, Player, EmailAddress, Session):
        assert not model.objects.exists()
    assert laptop.get("/accounts/").status_code == 302
    assert laptop.sign_in("alice").status_code == 200


def test_deletion_requires_the_password_again(account, laptop):
    answer = laptop.post(ADDRESS, {"sure": "on"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.exists()


def test_guest_can_be_deleted_too(phone, table):
    phone.join(table, "guest")
    phone.post(ADDRESS, {"sure": "on"})
    assert not Player.objects.filter(name="guest").exists()
    assert not table.seats.exists()


def test_seat_in_a_game_stays_without_a_name(account, laptop, phone, table):
    laptop.join(table, "alice", Investigator.LACES)
    start_with(table, *make_players(3)[1:])
    number = number_of(table)
    delete(laptop)
    seat = table.seats.get(index=0)
    assert (seat.player, seat.name) == (None, "")
    assert number_of(table) > number
    page = phone.get(f"/t/{table.code}/").content.decode()
    assert "alice" not in page
    assert "Jimmy Laces" in page


def test_seat_in_a_lobby_is_freed_and_others_stay(account, laptop, phone, table):
    laptop.join(table, "alice", Investigator.LACES)
    phone.join(table, "eve", Investigator.BRITTON)
    delete(laptop)
    assert table.seats.get().name == "eve"
    assert phone.can_leave(table)


def test_table_of_a_deleted_host_stays(laptop):
    laptop.sign_up("alice")
    address = laptop.post("/t/new/", {"edition": "devir"})["Location"]
    delete(laptop)
    assert laptop.get(address).status_code == 200
