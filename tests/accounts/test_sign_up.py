"""Signing up: the new account takes over the guest's seats and tables."""

import pytest
from django.contrib.auth.models import User

from charlie_site.environment import read_account_limits
from games.models import Player
from games.rules.editions import Investigator
from tests.accounts.conftest import number_of, seats_of


def test_email_address_is_optional_and_kept(laptop, phone):
    laptop.sign_up("alice", email="alice@example.org")
    phone.sign_up("bob")
    emails = User.objects.order_by("username").values_list("email", flat=True)
    assert list(emails) == ["alice@example.org", ""]


def test_two_accounts_may_share_an_address(laptop, phone):
    laptop.sign_up("alice", email="family@example.org")
    assert phone.sign_up("bob", email="family@example.org").status_code == 302


def test_guest_keeps_seat_and_name_on_sign_up(phone, table):
    phone.join(table, "Alice A.")
    guest, number = Player.objects.get(name="Alice A."), number_of(table)
    phone.sign_up("alice")
    guest.refresh_from_db()
    assert (guest.user.username, guest.name) == ("alice", "Alice A.")
    assert seats_of(guest) == [table.code]
    assert number_of(table) == number
    assert phone.can_leave(table)


def test_guest_keeps_hosted_table_on_sign_up(phone):
    response = phone.post("/t/new/", {"edition": "devir"})
    phone.sign_up("alice")
    end = phone.post(f"{response['Location']}end/")
    assert end.status_code < 400


def test_sign_up_returns_to_the_table(phone, table):
    address = f"/t/{table.code}/"
    page = phone.get("/accounts/signup/", {"next": address})
    assert f'name="next" value="{address}"' in page.content.decode()
    assert phone.sign_up("alice", next=address)["Location"] == address


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "http://[", "\x00"]
)
def test_sign_up_returns_to_this_site_only(phone, elsewhere):
    phone.get("/accounts/signup/", {"next": elsewhere})
    assert phone.sign_up("alice", next=elsewhere)["Location"] == "/"


@pytest.mark.parametrize(
    "username",
    ["", "a", "x" * 21, "x" * 10_000, "ali\x00ce", "ali ce", "<script>", "🐈🐈"],
)
def test_invalid_username_is_refused_with_a_message(phone, username):
    page = phone.sign_up(username)
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    assert "<script>alert" not in page.content.decode()
    assert not User.objects.exists()


POOR = ["short", "12345678901", "alice123", ""]
INVALID = ["nonsense", "a@b", "x" * 10_000, "a\x00@b.org", "<script>@example.org"]


@pytest.mark.parametrize(
    "fields",
    [
        *({"password1": poor, "password2": poor} for poor in POOR),
        {"password2": "another"},
        *({"email": address} for address in INVALID),
    ],
)
def test_poor_password_or_address_is_refused_with_a_message(phone, fields):
    assert "errorlist" in phone.sign_up("alice", **fields).text
    assert not User.objects.exists()


def test_too_many_accounts_from_one_address_are_refused(phone, settings):
    settings.ACCOUNT_RATE_LIMITS = read_account_limits(1)
    for number in range(10):
        phone.sign_up(f"alice{number}")
        phone.sign_out()
    page = phone.sign_up("eve")
    assert page.status_code == 429
    assert "Too many attempts" in page.content.decode()


def test_planted_session_is_void_after_sign_up(phone, table):
    phone.join(table, "alice", Investigator.BRITTON)
    planted = phone.cookies["charlie_session"].value
    phone.sign_up("alice")
    assert phone.cookies["charlie_session"].value != planted
    phone.cookies["charlie_session"] = planted
    assert not phone.can_leave(table)
    assert phone.get("/accounts/").status_code == 302
