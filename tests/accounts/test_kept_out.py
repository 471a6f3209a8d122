"""Bans and removals that hold in one browser when its player changes."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.models import Player, Standing
from games.table.cleanup import tidy
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban
from tests.accounts.conftest import start_with
from tests.support.browsers import open_browser
from tests.support.cast import make_players


def remove(table, name):
    show_out(table.code, table.host, table.seats.get(name=name).index)


def join_and_be_removed(browser, table):
    browser.join(table, "eve")
    remove(table, "eve")


def ban_for_a_day(player):
    ban(player, timezone.now() + timedelta(days=1))


def forget_me(browser):
    return browser.post("/accounts/delete/", {"sure": "on"})


def sign_up_and_out(browser):
    browser.sign_up("eve")
    browser.sign_out()


def delete_account(browser):
    browser.sign_up("eve")
    browser.confirm()
    forget_me(browser)


WAYS_OUT = [forget_me, sign_up_and_out, delete_account]


def get_bare():
    return Player.objects.get(user=None, name="")


@pytest.mark.parametrize("way_out", WAYS_OUT)
def test_removed_player_has_no_second_seat_in_the_same_browser(way_out, phone, table):
    join_and_be_removed(phone, table)
    for leave in (way_out, forget_me):
        leave(phone)
        assert "removed you from this table" in phone.get(f"/t/{table.code}/").text
        assert phone.join(table, "eva").status_code == 403
    assert not table.seats.exists()


def test_removal_holds_at_the_next_table(phone, table):
    phone.join(table, "eve")
    alice, *others = make_players(4)
    table.host = alice
    table.save()
    start_with(table, *others)
    remove(table, "eve")
    forget_me(phone)
    end_game(table.code, alice)
    following = play_again(table.code, others[0])
    assert phone.join(following, "eva", "laces").status_code == 403


@pytest.mark.parametrize("way_out", [sign_up_and_out, delete_account])
def test_ban_of_a_guest_holds_through_an_account(way_out, phone, table):
    phone.join(table, "eve")
    ban_for_a_day(Player.objects.get(name="eve"))
    way_out(phone)
    assert phone.get("/t/new/").status_code == 403
    assert phone.join(table, "eva").status_code == 403


def test_banned_account_is_still_banned_after_a_sign_out(account, laptop, table):
    ban_for_a_day(account)
    for _ in range(2):
        laptop.sign_out()
        assert laptop.get("/t/new/").status_code == 403
        assert laptop.join(table, "eva").status_code == 403
        assert laptop.sign_in("alice").status_code == 302
    assert Player.objects.filter(user=None, name="").count() == 1


def test_ban_that_was_lifted_stays_lifted_for_the_account(account, laptop):
    ban_for_a_day(account)
    laptop.sign_out()
    ban(account, None)
    laptop.sign_in("alice")
    assert laptop.get("/t/new/").status_code == 200
    account.refresh_from_db()
    assert not account.is_banned


def test_another_account_of_the_browser_is_not_kept_out(laptop, phone, table):
    phone.sign_up("mum")
    join_and_be_removed(laptop, table)
    ban_for_a_day(Player.objects.get(name="eve"))
    sign_up_and_out(laptop)
    laptop.sign_in("mum")
    assert laptop.join(table, "mum").status_code == 302
    laptop.sign_out()
    assert laptop.get("/t/new/").status_code == 403


def test_new_account_of_the_browser_is_kept_out(phone, table):
    join_and_be_removed(phone, table)
    sign_up_and_out(phone)
    phone.sign_up("eva")
    assert phone.join(table, "eva").status_code == 403


def test_what_keeps_a_browser_out_has_no_name_and_no_history(phone, table):
    join_and_be_removed(phone, table)
    forget_me(phone)
    bare = get_bare()
    assert [row.standing for row in bare.bystanders.all()] == [Standing.OUT]
    assert not bare.seats.exists()
    page = open_browser(table.host).get(f"/t/{table.code}/").text
    assert "Let in again" not in page


def test_page_of_a_removed_player_does_not_invite_to_play(phone, table):
    join_and_be_removed(phone, table)
    address = f"/t/{table.code}/"
    assert "Join in" not in phone.get(address).text
    assert "Join in" in Client().get(address).text


def test_sign_out_of_a_welcome_player_keeps_no_key(account, laptop, table):
    laptop.join(table, "alice")
    laptop.sign_out()
    assert not Player.objects.filter(user=None, name="").exists()
    assert not Session.objects.exists()


def test_key_of_a_removed_player_goes_after_the_evening(phone, table, time_machine):
    join_and_be_removed(phone, table)
    forget_me(phone)
    tidy()
    closed = timezone.now() + timedelta(hours=3)
    time_machine.move_to(closed)
    # Closes the lobby.
    tidy()
    bare = get_bare()
    time_machine.move_to(closed + timedelta(hours=11))
    tidy()
    assert Player.objects.filter(pk=bare.pk).exists()
    time_machine.move_to(closed + timedelta(hours=13))
    tidy()
    assert not Player.objects.filter(pk=bare.pk).exists()


def test_key_stays_while_the_ban_or_the_removal_lasts(phone, table, time_machine):
    join_and_be_removed(phone, table)
    ban_for_a_day(Player.objects.get(name="eve"))
    forget_me(phone)
    # The removal ends first: the lobby closes and its evening ends.
    for hours in (3, 20):
        time_machine.move_to(timezone.now() + timedelta(hours=hours))
        tidy()
    assert get_bare().is_banned
    time_machine.move_to(timezone.now() + timedelta(hours=2))
    tidy()
    assert not Player.objects.filter(user=None, name="").exists()
