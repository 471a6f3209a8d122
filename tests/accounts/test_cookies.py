"""The names of the site's cookies, and those of before that it takes over once."""

from contextlib import ExitStack
from http.cookies import SimpleCookie

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client

from tests.support.browsers import browser_of
from tests.support.cast import begin_game, open_lobby
from tests.support.plain_browser import PlainBrowser
from tests.support.servers import running
from tests.support.site_server import SiteServer
from tests.support.sockets import knock, receive

OLD = {"session": "sessionid", "csrf": "csrftoken", "language": "django_language"}


def rename_cookies(browser):
    """Give a browser's cookies the names of before, as at an upgrade."""
    cookies = {old: browser.cookies.get(f"charlie_{new}") for new, old in OLD.items()}
    browser.cookies = SimpleCookie(
        {old: cookie.value for old, cookie in cookies.items() if cookie}
    )


@pytest.mark.django_db
def test_cookies_have_names_of_their_own():
    game, _players = open_lobby()
    browser = Client()
    browser.get(f"/t/{game.code}/")
    browser.post("/i18n/setlang/", {"language": "pl", "next": "/"})
    assert set(browser.cookies) == {f"charlie_{name}" for name in OLD}


@pytest.mark.django_db
def test_seat_language_and_open_form_survive_the_upgrade():
    game, players = begin_game()
    browser = browser_of(players[1], enforce_csrf_checks=True)
    browser.cookies["charlie_language"] = "pl"
    page = browser.get(f"/t/{game.code}/")
    rename_cookies(browser)
    token = {"csrfmiddlewaretoken": page.context["csrf_token"], "seat": "0"}
    answer = browser.post(f"/t/{game.code}/stand-in/", token)
    assert answer.status_code == 409
    page = browser.get(f"/t/{game.code}/")
    assert 'data-viewer="1"' in page.text
    assert page.headers["Content-Language"] == "pl"
    for new, old in OLD.items():
        taken, former = browser.cookies[f"charlie_{new}"], browser.cookies[old]
        assert taken.value == former.value
        assert (taken["httponly"], taken["samesite"]) == (True, "Lax")
    assert browser.cookies["charlie_session"]["max-age"] == settings.SESSION_COOKIE_AGE


@pytest.mark.django_db
def test_old_cookie_opens_nothing_after_signing_out(django_user_model):
    user = django_user_model.objects.create_user("alice")
    browser = Client()
    browser.force_login(user)
    rename_cookies(browser)
    assert browser.get("/accounts/").status_code == 200
    browser.post("/accounts/logout/")
    del browser.cookies["charlie_session"]
    assert browser.get("/accounts/").status_code == 302


@pytest.mark.django_db
def test_cookies_of_another_site_are_left_alone():
    browser = Client()
    theirs = {"sessionid": "x" * 32, "csrftoken": "c" * 32, "django_language": "pl"}
    browser.cookies = SimpleCookie(theirs)
    page = browser.get("/accounts/login/")
    assert page.headers["Content-Language"] == "en"
    assert {name: browser.cookies[name].value for name in theirs} == theirs
    assert browser.cookies["charlie_csrf"].value != theirs["csrftoken"]
    assert "charlie_session" not in browser.cookies


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


@pytest.mark.django_db(transaction=True)
async def test_socket_of_a_page_from_before_the_upgrade_keeps_its_seat():
    game, players = await sync_to_async(begin_game)()
    browser = await sync_to_async(browser_of)(players[1])
    key = browser.cookies["charlie_session"].value
    socket, is_open = await knock(game, f"sessionid={key}")
    assert is_open
    assert (await receive(socket))["viewer"] == "1"
    await socket.disconnect()
