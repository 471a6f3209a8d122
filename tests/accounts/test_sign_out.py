"""Signing out: the seat stays with the account and leaves the browser."""

from datetime import timedelta

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.utils import timezone

from tests.accounts.conftest import seats_of


def test_seat_is_not_usable_after_signing_out(account, laptop, table):
    laptop.join(table, "alice")
    laptop.sign_out()
    assert not laptop.can_leave(table)
    assert seats_of(account) == [table.code]


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
