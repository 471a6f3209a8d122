"""Passkeys on the server's side; tests/browser has a browser with a passkey."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import RequestFactory

from games.accounts.passkeys import Obstacle, obstacle_for

MALFORMED = [
    "",
    "null",
    "{}",
    "1e999",
    "[" * 5_000,
    '{"id": "\\ud800"}',
    json.dumps({"id": 1, "rawId": [], "type": {}, "response": "x"}),
    json.dumps(
        {
            "id": "AA",
            "rawId": "AA",
            "type": "public-key",
            "response": {
                "clientDataJSON": "e30",
                "attestationObject": "oA",
                "authenticatorData": "AAAA",
                "signature": "AA",
                "userHandle": "MQ",
            },
        }
    ),
]


@pytest.fixture
def signed_in(account, laptop):
    laptop.confirm()
    return laptop


@pytest.mark.parametrize(
    ("host", "is_secure", "obstacle"),
    [
        ("play.example.org", True, None),
        ("localhost:8000", False, None),
        ("laptop.local:8000", False, Obstacle.PLAIN_HTTP),
        ("192.168.1.5:8000", False, Obstacle.PLAIN_HTTP),
        ("192.168.1.5:8000", True, Obstacle.NUMERIC_ADDRESS),
        ("[::1]:8000", True, Obstacle.NUMERIC_ADDRESS),
    ],
)
def test_page_detects_obstacles_to_passkeys(host, is_secure, obstacle, settings):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", secure=is_secure, headers={"Host": host})
    assert obstacle_for(request) == obstacle


@pytest.mark.parametrize(
    "address", ["/accounts/login/", "/accounts/passkeys/", "/accounts/passkeys/add/"]
)
def test_plain_page_says_why_there_are_no_passkeys(signed_in, phone, address):
    browser = phone if "login" in address else signed_in
    page = browser.get(address).content.decode()
    assert "plain http" in page
    assert "data-passkey" not in page


@pytest.mark.parametrize("credential", MALFORMED)
def test_malformed_passkey_cannot_be_added(signed_in, credential):
    signed_in.get("/accounts/passkeys/add/", headers={"Host": "localhost"})
    sent = {"name": "phone", "credential": credential, "passwordless": "on"}
    page = signed_in.post("/accounts/passkeys/add/", sent)
    assert page.status_code == 200
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", MALFORMED)
def test_malformed_passkey_cannot_sign_in(account, phone, credential):
    phone.get("/accounts/passkeys/login/", headers={"Accept": "application/json"})
    phone.post("/accounts/passkeys/login/", {"credential": credential})
    assert phone.get("/accounts/").status_code == 302


@pytest.mark.parametrize("credential", MALFORMED)
def test_malformed_passkey_cannot_confirm(account, laptop, credential):
    Authenticator.objects.create(user=account.user, type="webauthn", data={"name": "x"})
    laptop.post("/accounts/passkeys/confirm/", {"credential": credential})
    assert laptop.get("/accounts/delete/").status_code == 302


def test_passkeys_of_others_cannot_be_touched(account, signed_in, phone):
    phone.sign_up("eve")
    phone.confirm()
    passkey = Authenticator.objects.create(
        user=account.user, type="webauthn", data={"name": "phone"}
    )
    for act in ("rename", "remove"):
        address = f"/accounts/passkeys/{passkey.pk}/{act}/"
        assert phone.post(address, {"name": "eve"}).status_code == 404
        assert signed_in.get(address).status_code == 200


def test_password_still_works_beside_a_passkey(account, phone):
    # allauth would take the passkey for a second factor and require it too.
    Authenticator.objects.create(user=account.user, type="webauthn", data={"name": "x"})
    phone.sign_in("alice")
    assert phone.get("/accounts/").status_code == 200
