"""The form by which a browser asks for notices, and the pages that offer it."""

import pytest

from games.models.push import PushSubscription
from games.ops.rate_limits import SUBSCRIPTIONS
from games.ops.web_push import public_key
from games.play.lifecycle import start_game
from games.play.setup import open_table
from tests.support.browsers import browser_of
from tests.support.cast import make_players, seat_all, setup_of
from tests.support.push_service import Browser

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def lobby():
    players = make_players(3)
    game = open_table(players[0], setup_of())
    seat_all(game, players)
    return game, players


def ask(player, game, wanted="on", **changes):
    form = Browser().form | {"wanted": wanted} | changes
    path = f"/t/{game.code}/notices/"
    return browser_of(player).post(path, form, headers={"Accept-Language": "ru"})


def test_seated_player_gets_notices_in_the_language_of_the_page(lobby):
    game, players = lobby
    answer = ask(players[1], game)
    assert (answer.status_code, answer.content) == (204, b"")
    (kept,) = PushSubscription.objects.all()
    assert (kept.player, kept.language) == (players[1], "ru")
    assert ask(players[1], game, "off", endpoint=kept.endpoint).status_code == 204
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example/1",
        "https://push.example:8443/1",
        "https://push.example:port/1",
        "https:///1",
        "https://push.example/\r\nX-Header: 1",
        "https://püsh.example/1",
        "https://push.example/" + "1" * 1000,
        "file:///etc/passwd",
    ],
)
def test_address_that_no_push_service_has_is_refused(lobby, endpoint):
    game, players = lobby
    assert ask(players[1], game, endpoint=endpoint).status_code == 422
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("changes", [{"p256dh": "short"}, {"auth": "?" * 22}])
def test_malformed_key_is_refused(lobby, changes):
    game, players = lobby
    assert ask(players[1], game, **changes).status_code == 422


def test_script_that_subscribes_over_and_over_is_refused(lobby, settings):
    settings.RATE_LIMIT_FACTOR = 0.1
    # Players of earlier tests had the same primary keys.
    SUBSCRIPTIONS.forget()
    game, players = lobby
    answers = [ask(players[1], game) for _ in range(SUBSCRIPTIONS.most + 1)]
    assert answers[-1].status_code == 429
    assert {answer.status_code for answer in answers[:-1]} == {204}


def test_only_seated_players_in_the_lobby_are_asked(lobby):
    game, players = lobby
    path = f"/t/{game.code}/"
    asks = f'data-key="{public_key()}"'
    assert asks in browser_of(players[1]).get(path).text
    assert asks not in browser_of(None).get(path).text
    for page in ("/", "/t/new/", f"{path}display/"):
        text = browser_of(players[1]).get(page).text
        assert asks not in text
        assert "push.js" not in text
    start_game(game.code, players[0], first_seat=0)
    text = browser_of(players[1]).get(path).text
    assert asks not in text
    assert "push.js" not in text
