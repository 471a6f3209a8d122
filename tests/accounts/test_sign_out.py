"""Signing out: the seat stays with the account and leaves the browser."""

import re
from datetime import timedelta

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.utils import timezone

from tests.accounts.conftest import Browser
from tests.support.push_service import Browser as PushBrowser


def test_sign_out_needs_no_cache(account, laptop, monkeypatch):
    before = laptop.cookies["charlie_session"].value
    with monkeypatch.context() as patch:
        for name in ("get", "set", "delete"):
            patch.setattr(LocMemCache, name, fail)
        assert laptop.get("/accounts/").status_code == 200
        laptop.sign_out()
    laptop.cookies["charlie_session"] = before
    assert laptop.get("/accounts/").status_code == 302


def fail(*_arguments, **_options):
    raise ConnectionError


def test_session_ends_by_itself(account, laptop, time_machine):
    now = timezone.now()
    lifetime = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    time_machine.move_to(now + lifetime / 2)
    assert laptop.get("/accounts/").status_code == 200
    time_machine.move_to(now + 2 * lifetime)
    assert laptop.get("/accounts/").status_code == 302


def test_next_user_of_the_browser_is_a_new_guest(account, laptop, table):
    laptop.join(table, "alice")
    laptop.sign_out()
    laptop.join(table, "carol", "britton")
    assert list(table.seats.values_list("name", flat=True)) == ["alice", "carol"]


def ask_for_notices(browser, table, endpoint):
    form = PushBrowser().form | {"wanted": "on", "endpoint": endpoint}
    assert browser.post(f"/t/{table.code}/notices/", form).status_code == 204


def test_signing_out_ends_the_notices_of_this_browser_alone(
    account, laptop, phone, table
):
    phone.sign_in("alice")
    laptop.join(table, "alice")
    ask_for_notices(laptop, table, "https://push.example/laptop")
    ask_for_notices(phone, table, "https://push.example/phone")
    laptop.sign_out()
    (kept,) = account.subscriptions.all()
    assert kept.endpoint == "https://push.example/phone"


def test_account_lists_the_other_browsers_and_ends_their_notices(
    account, laptop, phone, table
):
    phone.sign_in("alice")
    laptop.join(table, "alice")
    ask_for_notices(laptop, table, "https://push.example/laptop")
    assert "Other browsers" not in laptop.get("/accounts/").text
    page = phone.get("/accounts/").text
    (pk,) = re.findall(r'name="browser" value="(\d+)"', page)
    stranger = Browser()
    stranger.sign_up("mallory")
    stranger.post("/accounts/", {"browser": pk})
    assert account.subscriptions.exists()
    assert phone.post("/accounts/", {"browser": pk}).status_code == 302
    assert not account.subscriptions.exists()
    assert "Other browsers" not in phone.get("/accounts/").text
