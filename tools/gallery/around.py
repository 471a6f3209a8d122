"""The gallery's pages of accounts, and of errors."""

from collections.abc import Iterator

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from games.models.player import Player
from tools.gallery.shown import Shown

PASSWORD = "cats-and-dogs-61"
A_DAY = 24 * 60 * 60
STRANGERS_PAGES = {
    "inactive": "inactive/",
    "login": "login/",
    "reset": "password/reset/",
    "reset-bad-key": "password/reset/key/1-set-password/",
    "reset-sent": "password/reset/sent/",
    "reset-done": "password/reset/done/",
    "signup": "signup/",
}
MEMBERS_PAGES = {
    "address": "email/",
    "delete": "delete/",
    "logout": "logout/",
    "passkey-add": "passkeys/add/",
    "passkeys-none": "passkeys/",
    "password": "password/change/",
    "reauthenticate": "reauthenticate/",
}


def account_pages() -> Iterator[Shown]:
    for name, path in STRANGERS_PAGES.items():
        yield Shown(f"account-{name}", f"/accounts/{path}")
    session = sign_in(sign_up("berta"))
    for name, path in MEMBERS_PAGES.items():
        yield Shown(f"account-{name}", f"/accounts/{path}", session)
    yield Shown("history-empty", "/history/", session)
    yield from passkey_pages(sign_up("clara"))


def passkey_pages(user: User) -> Iterator[Shown]:
    """Yield the pages of a user with a passkey."""
    passkey, session = give_passkey(user), sign_in(user)
    pages = {
        "passkeys": "passkeys/",
        "passkey-rename": f"passkeys/{passkey}/rename/",
        "passkey-remove": f"passkeys/{passkey}/remove/",
    }
    for name, path in pages.items():
        yield Shown(f"account-{name}", f"/accounts/{path}", session)


def sign_up(name: str) -> User:
    user = User.objects.create_user(name, password=PASSWORD)
    Player.objects.create(user=user, name=name)
    return user


def sign_in(user: User) -> str:
    """Return the key of a session with a recent confirmation of the password.

    The confirmation is dated a day ahead, so that it does not expire during a tour.
    """
    client = Client(SERVER_NAME="localhost")
    fields = {"login": user.username, "password": PASSWORD}
    client.post(reverse("account_login"), fields)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    session = client.session
    for entry in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        entry["at"] += A_DAY
    session.save()
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def give_passkey(user: User) -> int:
    passkey = Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Telefon", "credential": {}},
    )
    return int(passkey.pk)


def refusals() -> Iterator[Shown]:
    yield Shown("error-404", "/t/NOSUCH/")
    yield Shown("error-old-page", "/t/new/", act=send_without_cookies)
    yield Shown("home-wrong-code", "/", act=type_wrong_code)
    yield Shown("account-login-wrong", "/accounts/login/", act=sign_in_wrongly)


def send_without_cookies(page: Page) -> None:
    page.context.clear_cookies()
    page.locator("main form[method=post] button:not([type=button])").last.click()
    page.wait_for_load_state()


def type_wrong_code(page: Page) -> None:
    page.locator("#code").fill("XXXXXX")
    page.locator("#code").press("Enter")
    page.wait_for_load_state()


def sign_in_wrongly(page: Page) -> None:
    page.locator("[name=login]").fill("nobody")
    page.locator("[name=password]").fill("nothing")
    page.locator("[name=password]").press("Enter")
    page.wait_for_load_state()
