"""The names of the site's cookies, and those of before that it takes over once."""

from contextlib import ExitStack
from http.cookies import SimpleCookie

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client

from tests.support.browsers import open_browser
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
    assert set(browser.cookies) == {"charlie_csrf"}
    browser.post("/bots/")
    browser.post("/i18n/setlang/", {"language": "pl", "next": "/"})
    assert set(browser.cookies) == {f"charlie_{name}" for name in OLD}


@pytest.mark.django_db
def test_seat_language_and_open_form_survive_the_upgrade():
    game, players = begin_game()
    browser = open_browser(players[1], enforce_csrf_checks=True)
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


def open_form(path):
    """Return a visitor's browser at an upgrade, and the token of a form open in it."""
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["charlie_language"] = "pl"
    token = str(browser.get(path).context["csrf_token"])
    rename_cookies(browser)
    return browser, {"csrfmiddlewaretoken": token}


@pytest.mark.django_db
@pytest.mark.parametrize("dead", [{}, {"sessionid": "x" * 32}])
def test_open_form_of_a_visitor_without_a_session_survives_the_upgrade(dead):
    browser, token = open_form("/")
    browser.cookies.load(dead)
    assert browser.post("/bots/", token).status_code == 302
    taken, former = browser.cookies["charlie_csrf"], browser.cookies["csrftoken"]
    assert taken.value == former.value
    assert (taken["httponly"], taken["samesite"]) == (True, "Lax")
    # A second form that is still open.
    assert browser.post("/bots/", token).status_code == 302


@pytest.mark.django_db
def test_sign_in_form_opened_before_the_upgrade_signs_in(django_user_model):
    django_user_model.objects.create_user("alice", password="a-quiet-crossing")
    browser, token = open_form("/accounts/login/")
    sent = {"login": "alice", "password": "a-quiet-crossing", **token}
    assert browser.post("/accounts/login/", sent).status_code == 302
    # A sign-in changes the token.
    assert browser.cookies["charlie_csrf"].value != browser.cookies["csrftoken"].value


@pytest.mark.django_db
def test_language_of_a_visitor_without_a_session_survives_the_upgrade():
    browser, _token = open_form("/")
    assert browser.get("/").headers["Content-Language"] == "pl"
    assert browser.cookies["charlie_language"].value == "pl"
    # Once: another site of this host may change its own cookie.
    browser.cookies["django_language"] = "de"
    assert browser.get("/").headers["Content-Language"] == "pl"


@pytest.mark.django_db
@pytest.mark.parametrize("their_token", ["c" * 32, "c", "ü" * 32, ""])
def test_cookies_of_another_site_are_left_alone(their_token):
    browser = Client(enforce_csrf_checks=True)
    theirs = {"sessionid": "x" * 32, "csrftoken": their_token, "django_language": "xx"}
    browser.cookies = SimpleCookie(theirs)
    refused = browser.post("/bots/", {"csrfmiddlewaretoken": "d" * 32})
    assert refused.status_code == 403
    page = browser.get("/accounts/login/")
    assert page.headers["Content-Language"] == "en"
    assert {name: browser.cookies[name].value for name in theirs} == theirs
    assert browser.cookies["charlie_csrf"].value != theirs["csrftoken"]
    assert not browser.cookies.keys() & {"charlie_session", "charlie_language"}
    token = {"csrfmiddlewaretoken": page.context["csrf_token"]}
    assert browser.post("/bots/", token).status_code == 302


@pytest.mark.django_db
def test_form_of_another_site_with_its_own_token_is_refused():
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = "c" * 32
    forged = {"csrfmiddlewaretoken": "c" * 32}
    origin = {"Origin": "http://testserver:8080"}
    assert browser.post("/bots/", forged, headers=origin).status_code == 403
    assert "charlie_csrf" not in browser.cookies


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


@pytest.mark.django_db(transaction=True)
async def test_socket_of_a_page_from_before_the_upgrade_keeps_its_seat():
    game, players = await sync_to_async(begin_game)()
    browser = await sync_to_async(open_browser)(players[1])
    key = browser.cookies["charlie_session"].value
    socket, is_open = await knock(game, f"sessionid={key}")
    assert is_open
    assert (await receive(socket))["viewer"] == "1"
    await socket.disconnect()
