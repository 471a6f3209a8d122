"""The names of the site's cookies, with which two sites of a host do not meet."""

from contextlib import ExitStack

import pytest
from django.test import Client

from tests.support.cast import open_lobby
from tests.support.plain_browser import PlainBrowser
from tests.support.servers import running
from tests.support.site_server import SiteServer


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


@pytest.mark.slow
def test_two_servers_on_one_host_do_not_sign_each_other_out(tmp_path):
    browser, seats = PlainBrowser(""), []
    with ExitStack() as stack:
        for name in "ab":
            (folder := tmp_path / name).mkdir()
            own = {"DATABASE_URL": "", "REDIS_URL": "", "COOKIE_PREFIX": ""}
            site = stack.enter_context(running(SiteServer(folder, **own)))
            browser.url = site.url
            table = browser.send(browser.read("/"), "/bots/")
            seats.append((site.url, table))
        for browser.url, table in seats:
            assert 'data-viewer="0"' in browser.read(table)


@pytest.mark.slow
def test_seat_stays_when_the_server_moves_to_another_port(tmp_path):
    own = {"DATABASE_URL": "", "REDIS_URL": "", "COOKIE_PREFIX": ""}
    browser, addresses = PlainBrowser(""), []
    for _ in range(2):
        with running(SiteServer(tmp_path, **own)) as site:
            browser.url = site.url
            addresses.append(site.url)
            if len(addresses) == 1:
                table = browser.send(browser.read("/"), "/bots/")
            assert 'data-viewer="0"' in browser.read(table)
    assert addresses[0] != addresses[1]
