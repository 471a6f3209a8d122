"""No cache keeps a page that shows the signed-in user."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Seat
from games.play.transaction import cache
from games.rules.state import Phase
from tests.security.addresses import all_addresses
from tests.support.browsers import open_browser
from tests.support.cast import begin_game
from tests.support.positions import play

# Every page of a signed-in user has this link.
SIGN_OUT = b"/accounts/logout/"
PUBLIC = ("/", "/rules/", "/verify/", "/privacy/", "/nowhere/")


@pytest.fixture
def signed_in(db):
    browser = Client(raise_request_exception=False)
    browser.force_login(User.objects.create_superuser("staff"))
    return browser


def is_kept_out(answer):
    return "no-store" in answer.headers.get("Cache-Control", "")


def test_no_page_that_shows_the_user_may_be_stored(signed_in):
    game, _players = begin_game()
    shown = set()
    for address in all_addresses():
        if "logout" in address.route:
            continue
        answer = signed_in.get(address.fill(game))
        content = b"".join(answer) if answer.streaming else answer.content
        if SIGN_OUT in content:
            assert is_kept_out(answer), address
            shown.add(address.name)
    assert {"home", "rules", "table", "open-table"} <= shown


@pytest.mark.parametrize("is_closed", [False, True])
def test_no_answer_with_the_name_of_a_player_may_be_stored(db, is_closed):
    if is_closed:
        game, players = play("game-3p-devir", lambda state: state.phase is Phase.OVER)
    else:
        game, players = begin_game()
    Seat.objects.filter(game=game, index=0).update(name="Vulgarius")
    cache.clear()
    shown = set()
    for address in all_addresses():
        for browser in (Client(), open_browser(players[1])):
            answer = browser.get(address.fill(game))
            content = b"".join(answer) if answer.streaming else answer.content
            if b"Vulgarius" in content:
                assert is_kept_out(answer), address
                shown.add(address.name)
    assert {"table", "display"} <= shown
    assert ("picture" in shown) == is_closed


@pytest.mark.parametrize("path", PUBLIC)
def test_public_page_may_be_stored_for_strangers_only(db, signed_in, path):
    assert not is_kept_out(Client().get(path))
    assert is_kept_out(signed_in.get(path))


def test_page_of_a_guest_is_kept_out_of_caches(db):
    _game, players = begin_game()
    for path in ("/", "/t/new/", "/tutorial/"):
        assert is_kept_out(open_browser(players[0]).get(path)), path


def test_drawing_without_a_user_stays_in_the_cache(signed_in):
    game, _players = begin_game()
    answer = signed_in.get(f"/t/{game.code}/qr.svg")
    assert "max-age" in answer.headers["Cache-Control"]
