"""The names of the site's cookies; two sites of a host have different ones."""

import pytest
from django.test import Client

from tests.support.cast import open_lobby


@pytest.mark.django_db
def test_cookies_have_names_of_their_own():
    game, _players = open_lobby()
    browser = Client()
    browser.get(f"/t/{game.code}/")
    assert set(browser.cookies) == {"charlie_csrf"}
    browser.post("/bots/")
    browser.post("/i18n/setlang/", {"language": "pl", "next": "/"})
    assert set(browser.cookies) == {
        f"charlie_{name}" for name in ("session", "csrf", "language")
    }
