"""Pages around the game: the first one, accounts, looking back, and what goes wrong."""

import json
from collections.abc import Iterator

from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from playwright.sync_api import Page

from games.rules.state import Phase
from tests.gallery.positions import RECORDS, gather, in_phase, play
from tests.gallery.shown import Shown, session_of, session_of_member

ACCOUNT_PAGES = {
    "address": "email/",
    "delete": "delete/",
    "logout": "logout/",
    "passkey-add": "passkeys/add/",
    "passkeys": "passkeys/",
    "password": "password/change/",
    "reauthenticate": "reauthenticate/",
}
STRANGERS_PAGES = {
    "inactive": "inactive/",
    "login": "login/",
    "reset": "password/reset/",
    "reset-bad-key": "password/reset/key/1-set-password/",
    "reset-sent": "password/reset/sent/",
    "reset-done": "password/reset/done/",
    "signup": "signup/",
}


def site_pages() -> Iterator[Shown]:
    gather(2, listed=True)
    yield Shown("home", "/")
    yield Shown("home-menu", "/", act=open_menu, is_whole=False)
    for name in ("rules", "privacy", "tutorial", "verify", "offline"):
        yield Shown(name, f"/{name}/")
    yield Shown("verify-verdict", "/verify/", act=check_record)
    yield Shown("open-table", "/t/new/")
    yield Shown("home-wrong-code", "/", act=type_wrong_code)
    yield Shown("error-404", "/t/NOSUCH/")
    yield Shown("error-old-page", "/t/new/", act=send_without_cookies)


def closed_games() -> Iterator[Shown]:
    game, players = play("game-3p-piatnik", in_phase(Phase.OVER, 5))
    guest = session_of(players[0])
    yield Shown("history", "/history/", guest)
    address = f"/t/{game.code}/replay/"
    yield Shown("replay", f"{address}?at=20&as=1", guest, share_replay)
    last = f"{address}?at={game.moves.count()}&as=referee"
    yield Shown("replay-end", last, guest)


def account_pages() -> Iterator[Shown]:
    for name, path in STRANGERS_PAGES.items():
        yield Shown(f"account-{name}", f"/accounts/{path}")
    yield Shown("account-login-wrong", "/accounts/login/", act=sign_in_wrongly)
    member = session_of_member()
    yield Shown("account", "/accounts/", member)
    for name, path in ACCOUNT_PAGES.items():
        yield Shown(f"account-{name}", f"/accounts/{path}", member)
    yield Shown("history-member", "/history/", member)
    for name, pk in (("rename", give_passkey()), ("remove", give_passkey())):
        yield Shown(
            f"account-passkey-{name}", f"/accounts/passkeys/{pk}/{name}/", member
        )


def give_passkey() -> int:
    user = get_user_model().objects.get(username="anna")
    passkey = Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Telefon", "credential": {}},
    )
    return int(passkey.pk)


def type_wrong_code(page: Page) -> None:
    page.locator("#code").fill("XXXXXX")
    page.locator("#code").press("Enter")
    page.wait_for_load_state()


def send_without_cookies(page: Page) -> None:
    page.context.clear_cookies()
    page.locator("main form[method=post] button:not([type=button])").last.click()
    page.wait_for_load_state()


def sign_in_wrongly(page: Page) -> None:
    page.locator("[name=login]").fill("nobody")
    page.locator("[name=password]").fill("nothing")
    page.locator("[name=password]").press("Enter")
    page.wait_for_load_state()


def open_menu(page: Page) -> None:
    button = page.locator(".menu-button")
    if button.is_visible():
        button.click()


def share_replay(page: Page) -> None:
    unfold(page)
    page.locator("#share form button").first.click()
    page.wait_for_load_state()


def check_record(page: Page) -> None:
    record = json.loads((RECORDS / "game-3p-piatnik.json").read_text())["record"]
    page.locator("[name=record]").fill(json.dumps(record))
    page.locator("#verify button").click()
    page.locator("#verdicts").wait_for()


def unfold(page: Page) -> None:
    """Open whatever can be unfolded."""
    page.locator("details.unfold").evaluate_all(
        "all => all.forEach((details) => details.setAttribute('open', ''))"
    )
