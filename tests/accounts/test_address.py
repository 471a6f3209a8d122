"""The e-mail address of an account."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from tests.accounts.conftest import PASSWORD


def test_address_can_be_set_changed_and_removed(account, laptop):
    laptop.confirm()
    for address in ("a@example.org", "b@example.org", ""):
        assert laptop.post("/accounts/email/", {"email": address}).status_code == 302
        assert User.objects.get().email == address
        kept = EmailAddress.objects.values_list("email", flat=True)
        assert list(kept) == [address] * bool(address)


@pytest.mark.parametrize(
    "address", ["nonsense", "a\x00@b.org", "x" * 10_000, "\u202e@b.org"]
)
def test_invalid_address_is_refused_with_a_message(account, laptop, address):
    laptop.confirm()
    page = laptop.post("/accounts/email/", {"email": address})
    assert page.status_code == 422
    assert "errorlist" in page.content.decode()


def test_change_requires_the_password_again(account, laptop):
    answer = laptop.post("/accounts/email/", {"email": "eve@example.org"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.get().email == ""


def test_sent_address_is_stored_after_the_password(account, laptop):
    answer = laptop.post("/accounts/email/", {"email": "alice@example.org"})
    sent = {"password": PASSWORD, "next": "/accounts/email/"}
    laptop.post(answer["Location"], sent)
    assert User.objects.get().email == "alice@example.org"


@pytest.mark.parametrize("password", ["", "wrong", "\x00", "x" * 10_000])
def test_wrong_password_is_refused_with_a_message(account, laptop, password):
    page = laptop.confirm(password)
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    assert laptop.get("/accounts/email/").status_code == 302
