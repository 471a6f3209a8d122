"""The home page: listed tables, my games, and a typed code."""

import pytest

from games.models import Game
from games.table.lobby.opening import open_table
from tests.support.browsers import open_browser
from tests.support.cast import make_players, make_setup

pytestmark = pytest.mark.django_db


def test_listed_table_alone_is_on_the_home_page_if_the_site_lists_any(client, settings):
    (host,) = make_players(1)
    hidden = open_table(host, make_setup())
    shown = open_table(host, make_setup(listed=True))
    page = client.get("/").text
    assert shown.code in page
    assert hidden.code not in page
    settings.PUBLIC_TABLES = False
    page = client.get("/").text
    assert shown.code not in page
    assert "Open tables" not in page
    assert 'name="listed"' not in client.get("/t/new/").text
    client.post("/t/new/", {"edition": "devir", "listed": "on"})
    assert not Game.objects.latest("pk").listed


@pytest.mark.parametrize(
    ("typed_at", "page"), [("/", ""), ("/tv", "display/"), ("/tv/", "display/")]
)
def test_typed_code_leads_to_its_table(typed_at, page):
    (host,) = make_players(1)
    game = open_table(host, make_setup())
    typed = f" {game.code[:3].lower()}-{game.code[3:]} "
    answer = open_browser(None).post(typed_at, {"code": typed})
    assert answer.headers["Location"] == f"/t/{game.code}/{page}"


@pytest.mark.parametrize(
    "address", ["/t/{}.", "/t/{}),/", "/T/{}/", "/T/{}", "/t/{}/.", "/t/{}/)."]
)
def test_address_at_the_end_of_a_sentence_leads_to_its_table(address):
    (host,) = make_players(1)
    game = open_table(host, make_setup())
    path = address.format(game.code.lower())
    assert open_browser(None).get(path, follow=True).request["PATH_INFO"] == (
        f"/t/{game.code}/"
    )


@pytest.mark.parametrize(
    ("code", "status"), [("", 422), ("ABC", 422), ("ABC234", 404), ("x" * 9999, 422)]
)
@pytest.mark.parametrize("typed_at", ["/", "/tv"])
def test_wrong_code_is_refused_with_a_message(typed_at, code, status):
    answer = open_browser(None).post(typed_at, {"code": code})
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
