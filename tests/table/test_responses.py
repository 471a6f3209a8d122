"""Answers to htmx and to browsers from one address, and their Vary header."""

import pytest
from django.test import Client

from tests.support.browsers import HTMX
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db
PATHS = ["/t/{}/", "/t/{}/display/", "/t/{}/notebook/", "/t/{}/join/", "/no-page/"]


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("path", PATHS)
def test_answer_varies_on_hx_request(path, headers):
    game, _players = begin_game()
    answer = Client(headers=headers).get(path.format(game.code))
    assert "HX-Request" in answer.headers["Vary"]


def test_missing_page_makes_htmx_reload():
    answer = Client(headers=HTMX).get("/no-page/")
    assert answer.status_code == 404
    assert answer.headers["HX-Refresh"] == "true"
    assert "HX-Refresh" not in Client().get("/no-page/").headers


def test_redirect_works_with_and_without_htmx():
    game, _players = begin_game()
    address = f"/t/{game.code}/start/"
    redirected, led = Client().get(address), Client(headers=HTMX).get(address)
    assert (redirected.status_code, led.status_code) == (302, 200)
    assert redirected.headers["Location"] == led.headers["HX-Redirect"]
