"""Signing in: the guest's seats and tables move to the account."""

from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command

from games.models import Player
from games.rules.editions import Investigator
from tests.accounts.conftest import PASSWORD, Browser, number_of, seats_of, start_with
from tests.support.cast import make_players


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("alice", "wrong"),
        ("eve", "wrong"),
        ("alice", ""),
        ("ali\x00ce", "\x00"),
        ("x" * 10_000, "x" * 10_000),
        ("<script>alert(1)</script>", "🐈"),
    ],
)
def test_wrong_name_or_password_is_refused_with_a_message(
    account, phone, username, password
):
    page = phone.sign_in(username, password)
    assert page.status_code == 200
    assert (
        "errorlist" in page.content.decode() or 'class="alert"' in page.content.decode()
    )
    assert "<script>alert" not in page.content.decode()
    assert phone.get("/accounts/").status_code == 302


ELSEWHERE = {"REMOTE_ADDR": "198.51.100.66"}


def test_wrong_passwords_of_others_lock_nobody_out(account, phone):
    stranger, sent = Browser(), {"login": "alice", "password": "guess"}
    for password in (*["guess"] * 6, PASSWORD):
        sent["password"] = password
        stranger.post("/accounts/login/", sent, **ELSEWHERE)
    assert stranger.get("/accounts/").status_code == 302
    phone.sign_in("alice")
    assert phone.get("/accounts/").status_code == 200


def test_link_of_the_operator_leads_in_whatever_was_tried_before(
    account, phone, capsys
):
    for _ in range(7):
        phone.sign_in("alice", "guess")
    call_command("accounts", "reset", "alice")
    path = urlsplit(capsys.readouterr().out.strip()).path
    form = phone.get(path, follow=True).redirect_chain[-1][0]
    sent = {"password1": "a-new-crossing", "password2": "a-new-crossing"}
    phone.post(form, sent)
    assert phone.get("/accounts/").status_code == 200


def test_session_lasts_thirty_days(account, phone):
    phone.sign_in("alice")
    assert phone.cookies["charlie_session"]["max-age"] == 30 * 24 * 60 * 60
    assert settings.SESSION_COOKIE_AGE == 30 * 24 * 60 * 60


def test_sign_in_moves_the_guests_seat_to_the_account(account, phone, table):
    phone.join(table, "guest")
    number = number_of(table)
    phone.sign_in("alice")
    assert seats_of(account) == [table.code]
    assert not Player.objects.filter(name="guest").exists()
    # The seat has another player, so cached snapshots must be replaced.
    assert number_of(table) > number
    assert phone.can_leave(table)


def test_sign_in_moves_the_guests_table_to_the_account(account, phone):
    address = phone.post("/t/new/", {"edition": "devir"})["Location"]
    phone.sign_in("alice")
    assert account.hosted.count() == 1
    assert phone.post(f"{address}end/").status_code < 400


def test_second_seat_in_a_lobby_is_freed(account, phone, laptop, table):
    laptop.join(table, "alice", Investigator.LACES)
    phone.join(table, "guest", Investigator.BRITTON)
    phone.sign_in("alice")
    assert list(table.seats.values_list("index", "name")) == [(0, "alice")]


def test_second_seat_in_a_game_stays_with_the_guest(account, phone, laptop, table):
    laptop.join(table, "alice", Investigator.LACES)
    phone.join(table, "guest", Investigator.COLOMBINI)
    (bob,) = make_players(2)[1:]
    start_with(table, bob)
    phone.sign_in("alice")
    holders = [seat.player.name for seat in table.seats.order_by("index")]
    assert holders == ["alice", "guest", "bob"]
    # After sign-out, the browser plays the seat that it took as a guest.
    phone.sign_out()
    page = phone.get(f"/t/{table.code}/").content.decode()
    assert 'data-viewer="1"' in page


def test_second_account_in_a_browser_gets_no_seat_of_the_first(account, laptop, table):
    laptop.join(table, "alice")
    Browser().sign_up("bob")
    laptop.sign_out()
    laptop.sign_in("bob")
    assert not laptop.can_leave(table)
    assert seats_of(account) == [table.code]


def test_sign_in_returns_to_the_table(account, phone, table):
    address = f"/t/{table.code}/"
    assert phone.sign_in("alice", next=address)["Location"] == address


def test_all_relations_of_a_player_are_known():
    # Each of these relations moves to the account: games/table/people/ownership.py.
    names = {relation.name for relation in Player._meta.related_objects}
    assert names == {
        "bets",
        "bystanders",
        "club",
        "excluded_by",
        "exclusions",
        "hosted",
        "replay_links",
        "reports",
        "reports_made",
        "seats",
        "subscriptions",
        "wrong_sentences",
    }


def test_menu_of_a_table_leads_back_to_it(phone, table):
    page = phone.get(f"/t/{table.code}/").content.decode()
    back = f"next=%2Ft%2F{table.code}%2F"
    assert f'href="/accounts/login/?{back}"' in page
    assert f'href="/accounts/signup/?{back}"' in page
    again = phone.get(f"/accounts/login/?{back}").content.decode()
    assert f'href="/accounts/signup/?{back}"' in again


def test_menu_of_a_refusal_leads_back_to_the_table(phone, table):
    page = phone.join(table, "\x00").content.decode()
    assert f'href="/accounts/login/?next=%2Ft%2F{table.code}%2F"' in page
