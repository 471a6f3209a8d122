"""Deleting all data about a person: games stay, names go."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Player, Report
from games.rules.editions import Investigator
from games.table.people.moderation import ban
from tests.accounts.conftest import number_of, start_with
from tests.support.cast import make_players, newcomer

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


def test_guest_without_a_ban_can_be_deleted_with_its_key(phone, table):
    phone.join(table, "guest")
    phone.post(ADDRESS, {"sure": "on"})
    assert not Player.objects.filter(user=None, name__in=("guest", "")).exists()
    assert not table.seats.exists()
    assert not Session.objects.exists()


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


def ban_for_a_day(player):
    ban(player, timezone.now() + timedelta(days=1))


@pytest.mark.parametrize("has_account", [False, True])
def test_deletion_lifts_no_ban(has_account, phone, table, time_machine):
    if has_account:
        phone.sign_up("eve")
    else:
        phone.join(table, "eve")
    ban_for_a_day(Player.objects.get(name="eve"))
    for _ in range(2):
        delete(phone) if has_account else phone.post(ADDRESS, {"sure": "on"})
        has_account = False
        bare = Player.objects.get(banned_until__isnull=False)
        assert (bare.name, bare.user, bare.seats.count()) == ("", None, 0)
        assert phone.get("/t/new/").status_code == 403
        assert phone.join(table, "eve").status_code == 403
    assert not table.seats.exists()
    time_machine.move_to(timezone.now() + timedelta(days=1, seconds=1))
    assert phone.join(table, "eve").status_code == 302


STAYS = "stay without your name"


@pytest.mark.parametrize("is_banned", [False, True])
def test_deletion_says_what_stays(is_banned, phone, table):
    phone.join(table, "Vulgarius")
    reported = Player.objects.get(name="Vulgarius")
    if is_banned:
        ban_for_a_day(reported)
    else:
        fields = {"name": "Vulgarius", "reason": "name", "reporter": newcomer("eve")}
        Report.objects.create(game=table, reported=reported, **fields)
    assert STAYS in phone.get(ADDRESS).text
    assert STAYS in phone.post(ADDRESS, {"sure": "on"}).text


def test_deletion_of_which_nothing_stays_says_no_more(phone, table):
    phone.join(table, "eve")
    page = phone.post(ADDRESS, {"sure": "on"}).text
    assert "Thanks for playing!" in page
    assert STAYS not in page
