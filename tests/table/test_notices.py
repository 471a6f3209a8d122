"""The form by which a browser asks for notices, and the pages that offer it."""

import pytest

from games.models import PushSubscription
from games.players.limits import FORMS, SUBSCRIPTIONS
from games.table.lobby.starting import start_game
from runtime.web_push import get_public_key
from tests.support.browsers import open_browser
from tests.support.cast import open_lobby
from tests.support.push_service import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def lobby():
    return open_lobby()


def ask(player, game, wanted="on", **changes):
    form = Browser().form | {"wanted": wanted} | changes
    path = f"/t/{game.code}/notices/"
    return open_browser(player).post(path, form, headers={"Accept-Language": "ru"})


def test_seated_player_gets_notices_in_the_language_of_the_page(lobby):
    game, players = lobby
    answer = ask(players[1], game)
    assert (answer.status_code, answer.content) == (204, b"")
    (kept,) = PushSubscription.objects.all()
    assert (kept.player, kept.language) == (players[1], "ru")
    assert ask(players[1], game, "off", endpoint=kept.endpoint).status_code == 204
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("endpoint", ""),
        ("endpoint", "http://push.example/1"),
        ("endpoint", "https://push.example:8443/1"),
        ("endpoint", "https://push.example:port/1"),
        ("endpoint", "https:///1"),
        ("endpoint", "https://push.example/\r\nX-Header: 1"),
        ("endpoint", "https://püsh.example/1"),
        ("endpoint", "https://push.example/" + "1" * 1000),
        ("endpoint", "file:///etc/passwd"),
        ("endpoint", "https://127.0.0.1/"),
        ("endpoint", "https://2130706433/"),
        ("endpoint", "https://[fe80::1%25eth0]/"),
        ("endpoint", "https://localhost/"),
        ("endpoint", "https://metadata.google.internal/"),
        ("endpoint", "https://user:pw@push.example/"),
        ("endpoint", "https://evil#@push.example/"),
        ("endpoint", "https://push.example/1#2"),
        ("endpoint", "https://push.example/1 2"),
        ("endpoint", "https://push.example\\@a/"),
        ("endpoint", "https://push.example/1\n"),
        ("p256dh", "short"),
        ("auth", "?" * 22),
    ],
)
def test_address_or_key_that_no_push_service_has_is_refused(lobby, field, text):
    game, players = lobby
    assert ask(players[1], game, **{field: text}).status_code == 422
    assert not PushSubscription.objects.exists()


def test_script_that_subscribes_over_and_over_is_refused(lobby, settings):
    settings.RATE_LIMIT_FACTOR = 0.1
    # A player of another test had the same key before the rows were rolled back.
    SUBSCRIPTIONS.forget()
    FORMS.forget()
    game, players = lobby
    answers = [ask(players[1], game) for _ in range(SUBSCRIPTIONS.most + 1)]
    assert answers[-1].status_code == 429
    assert {answer.status_code for answer in answers[:-1]} == {204}


def test_only_seated_players_in_the_lobby_are_asked(lobby):
    game, players = lobby
    path = f"/t/{game.code}/"
    asks = f'data-key="{get_public_key()}"'
    assert asks in open_browser(players[1]).get(path).text
    assert asks not in open_browser(None).get(path).text
    for page in ("/", "/t/new/", f"{path}display/"):
        text = open_browser(players[1]).get(page).text
        assert asks not in text
        assert "push.js" not in text
    start_game(game.code, players[0], first_seat=0)
    text = open_browser(players[1]).get(path).text
    assert asks not in text
    assert "push.js" not in text
