"""Links that make one account each while sign-up is closed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.signing import Signer
from django.db import connections

from games.accounts.adapters import AccountAdapter
from games.accounts.invitations import LASTS, make_invitation
from games.models.player import Invitation, Player
from tests.accounts.conftest import PASSWORD, Browser

pytestmark = pytest.mark.django_db
USED = "This invitation has been used"


@pytest.fixture(autouse=True)
def closed(settings):
    settings.SIGN_UP = False


def accept(browser, path, username="alice"):
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return browser.post(path, {"username": username, **passwords})


def test_invitation_makes_one_account(laptop, phone):
    path = make_invitation()
    assert f'action="{path}"' in laptop.get(path).text
    assert accept(laptop, path).status_code == 302
    assert Player.objects.get().user.username == "alice"
    assert laptop.get("/accounts/").status_code == 200
    assert USED in phone.get(path).text
    assert USED in accept(phone, path, "bob").text
    assert User.objects.count() == 1


def test_looking_at_an_invitation_does_not_use_it(laptop, phone):
    path = make_invitation()
    for _ in range(3):
        assert USED not in phone.get(path).text
    assert accept(laptop, path).status_code == 302


def test_refused_form_does_not_use_the_invitation(laptop):
    path = make_invitation()
    assert accept(laptop, path, "").status_code == 200
    assert accept(laptop, path).status_code == 302


def test_guest_keeps_seat_by_invitation(phone, table):
    phone.join(table, "Alice A.")
    accept(phone, make_invitation())
    assert phone.can_leave(table)


def test_invitation_ends_after_a_week(laptop):
    path = make_invitation()
    Invitation.objects.update(made_at=Invitation.objects.get().made_at - LASTS)
    assert USED in accept(laptop, path).text
    assert not User.objects.exists()
    make_invitation()
    assert Invitation.objects.count() == 1


def test_invitation_of_almost_a_week_is_good(laptop):
    path = make_invitation()
    almost = LASTS - timedelta(minutes=1)
    Invitation.objects.update(made_at=Invitation.objects.get().made_at - almost)
    assert accept(laptop, path).status_code == 302


FORGED = {
    "no": "1",
    "short": "1:x",
    "other": Signer(salt="other").sign("1"),
    "nul": "%00",
}


@pytest.mark.parametrize("kind", FORGED)
def test_forged_invitation_opens_nothing(laptop, kind):
    make_invitation()
    assert USED in accept(laptop, f"/accounts/invitation/{FORGED[kind]}/").text
    assert not User.objects.exists()


def test_invitation_does_not_open_the_sign_up_page(laptop):
    path = make_invitation()
    laptop.get(path)
    assert "New accounts are closed" in laptop.get("/accounts/signup/").text
    laptop.sign_up("alice")
    assert not User.objects.exists()


def test_invitations_have_the_rate_limit_of_sign_up(laptop, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    statuses = [accept(laptop, "/accounts/invitation/1:x/").status_code for _ in "abc"]
    assert statuses == [200, 200, 429]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_account(monkeypatch):
    path, both_are_asked = make_invitation(), Barrier(2)
    is_open = AccountAdapter.is_open_for_signup

    def wait(self, request):
        found = is_open(self, request)
        both_are_asked.wait(10)
        return found

    monkeypatch.setattr(AccountAdapter, "is_open_for_signup", wait)

    def sign_up(name):
        try:
            return accept(Browser(), path, name)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(sign_up, ["alice", "bob"]))
    assert [answer.status_code for answer in answers] == [302, 302]
    assert {answer["Location"] for answer in answers} == {"/", path}
    assert User.objects.count() == 1
    assert not Invitation.objects.exists()
