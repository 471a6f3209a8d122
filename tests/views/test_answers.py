"""What htmx and a browser get from one address, and that caches keep them apart."""

import pytest
from django.test import Client

from tests.cast import begin_game

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HX-Request": "true"}
PATHS = ["/t/{}/", "/t/{}/display/", "/t/{}/notebook/", "/t/{}/join/", "/no-page/"]


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("path", PATHS)
def test_answer_that_differs_for_htmx_says_so_to_caches(path, headers):
    game, _players = begin_game()
    answer = Client(headers=headers).get(path.format(game.code))
    assert "HX-Request" in answer.headers["Vary"]


def test_missing_page_has_htmx_load_the_whole_page():
    answer = Client(headers=HTMX).get("/no-page/")
    assert answer.status_code == 404
    assert answer.headers["HX-Refresh"] == "true"
    assert "HX-Refresh" not in Client().get("/no-page/").headers


def test_redirect_loads_a_page_with_and_without_htmx():
    game, _players = begin_game()
    address = f"/t/{game.code}/start/"
    redirected, led = Client().get(address), Client(headers=HTMX).get(address)
    assert (redirected.status_code, led.status_code) == (302, 200)
    assert redirected.headers["Location"] == led.headers["HX-Redirect"]
