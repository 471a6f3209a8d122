"""Accounts made for other people while sign-up is closed."""

import pytest
from django.contrib.auth.models import User

from games.accounts.invitations import invite
from games.models import Player
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
USED = "This link has been used or is too old"


@pytest.fixture(autouse=True)
def closed(settings):
    settings.SIGN_UP = False


def accept(browser, path, password=PASSWORD):
    form = browser.get(path)
    if form.status_code != 302:
        return form
    passwords = {"password1": password, "password2": password}
    return browser.post(form["Location"], passwords)


def test_invited_person_sets_a_password_once(laptop, phone):
    path = invite("Alice")
    assert accept(laptop, path).status_code == 302
    assert laptop.get("/accounts/").status_code == 200
    assert Player.objects.get().user.username == "Alice"
    assert USED in accept(phone, path, "a-loud-crossing").text
    assert phone.sign_in("alice", "a-loud-crossing").status_code == 200
    assert User.objects.count() == 1


def test_refused_password_does_not_use_the_invitation(laptop, phone):
    path = invite("alice")
    assert accept(phone, path, "short").status_code == 200
    assert accept(laptop, path).status_code == 302


@pytest.mark.parametrize("password", ["", "!", PASSWORD])
def test_nobody_signs_in_before_the_password_is_set(laptop, password):
    invite("alice")
    assert laptop.sign_in("alice", password).status_code == 200


def test_guest_keeps_seat_by_invitation(phone, table):
    phone.join(table, "Alice A.")
    accept(phone, invite("alice"))
    assert phone.can_leave(table)


def test_invitation_ends_after_three_days(laptop, settings):
    path = invite("alice")
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert USED in accept(laptop, path).text


def test_invitation_does_not_open_the_sign_up_page(laptop):
    accept(laptop, invite("alice"))
    laptop.sign_out()
    assert "New accounts are closed" in laptop.get("/accounts/signup/").text
    laptop.sign_up("bob")
    assert User.objects.count() == 1
