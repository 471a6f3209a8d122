"""A table's webhook hears which players the game waits for; its address is secret."""

import asyncio
import json

import pytest
from django.core.cache import cache as site_cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.play.transaction import cache
from games.play.webhook import strip_webhook_path
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import start_game
from games.table.people.host import hand_over
from runtime.metrics import NOTICES
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, look_into, make_players, move, open_lobby

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
WEBHOOK = "https://discord.example/api/webhooks/123/the-key"


@pytest.fixture
def delivered(later, deliveries):
    def deliver():
        asyncio.run(later.send_all())
        return deliveries()

    return deliver


@pytest.fixture
def told(delivered):
    """Return the messages that the webhook gets now."""
    return lambda: [json.loads(each.body) for each in delivered()]


@pytest.fixture
def playing(told):
    """Return a game with a webhook in which alice is to draw."""

    def begin(**changes):
        game, players = begin_to_draw(3, webhook=WEBHOOK, **changes)
        assert look_into(game).state.turn == 0
        told()
        # The pause after the message about their clues.
        site_cache.clear()
        return game, players

    return begin


def rename(game, index, name):
    game.seats.filter(index=index).update(name=name)
    cache.clear()


def test_webhook_gets_the_form_that_discord_documents(settings, playing, delivered):
    settings.PUBLIC_URL = "https://charlie.example.org"
    game, players = playing()
    move(game, players[0], "draw")
    (delivery,) = delivered()
    assert delivery.path == "/api/webhooks/123/the-key"
    assert delivery.headers["Host"] == "discord.example"
    assert delivery.headers["Content-Type"] == "application/json"
    address = f"https://charlie.example.org/t/{game.code}/"
    text = f"Table {game.code}. bob’s turn to draw\n{address}"
    # No other facts: everyone in the chat may read it.
    assert json.loads(delivery.body) == {
        "content": text,
        "text": text,
        "allowed_mentions": {"parse": []},
        "table": game.code,
        "url": address,
        "waiting": ["bob"],
    }


def test_message_names_all_players_that_the_game_waits_for(told):
    game, players = open_lobby(webhook=WEBHOOK, language="pl")
    start_game(game.code, players[0], first_seat=0)
    (message,) = told()
    assert message["waiting"] == ["alice", "bob", "carol"]
    assert message["content"].startswith(f"Stół {game.code}. ")
    assert "alice, bob i\xa0carol" in message["content"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("@everyone", r"\@everyone"),
        ("<@&123>", r"\<\@&123\>"),
        ("[a](https://b.c)", r"\[a\]\(https\://b.c\)"),
        ("**Bob**", r"\*\*Bob\*\*"),
        ("Zażółć O'Neil", "Zażółć O'Neil"),
    ],
)
def test_name_stays_plain_text_in_a_chat(playing, told, name, shown):
    game, players = playing()
    rename(game, 1, name)
    move(game, players[0], "draw")
    (message,) = told()
    assert message["content"] == f"Table {game.code}. {shown}’s turn to draw"
    assert message["waiting"] == [name]


def test_webhook_is_told_of_a_player_once_a_minute(playing, told):
    game, players = playing()
    heard = []
    for player in (*players, *players):
        move(game, player, "draw")
        heard += [each["waiting"] for each in told()]
    assert heard == [["bob"], ["carol"], ["alice"]]


@pytest.mark.parametrize(
    ("status", "headers", "answer", "outcome", "left"),
    [
        (204, {}, "", "sent", WEBHOOK),
        (302, {"Location": "http://127.0.0.1/"}, "", "failed", WEBHOOK),
        # Discord's, when a webhook is deleted, and when it had too many messages.
        (404, {}, '{"message": "Unknown Webhook", "code": 10015}', "gone", ""),
        (429, {"Retry-After": "1"}, '{"retry_after": 0.5}', "failed", WEBHOOK),
    ],
)
def test_dead_webhook_is_removed_and_a_busy_one_is_left_alone(
    service, playing, told, status, headers, answer, outcome, left
):
    game, players = playing()
    service.status, service.headers, service.body = status, headers, answer.encode()
    counted = NOTICES.labels(outcome)
    before = counted._value.get()
    move(game, players[0], "draw")
    assert len(told()) == 1
    assert counted._value.get() == before + 1
    assert Game.objects.get(pk=game.pk).webhook == left
    assert look_into(game).table.settings.webhook == left
    # The message is not sent again; the next one is.
    move(game, players[1], "draw")
    assert [each["waiting"] for each in told()] == [["carol"]] * bool(left)


def test_move_does_not_wait_for_a_webhook_and_asks_nothing(service, playing, later):
    game, players = playing()
    plain, others = begin_to_draw(3)
    asked = []
    for table, (first, *_rest) in ((plain, others), (game, players)):
        look_into(table)
        with CaptureQueriesContext(connection) as queries:
            move(table, first, "draw")
        statements = [query["sql"] for query in queries.captured_queries]
        # A clue on top of the deck adds a row.
        asked.append(len([sql for sql in statements if "games_draw" not in sql]))
    assert asked[0] == asked[1]
    assert service.deliveries.empty()
    asyncio.run(later.send_all())
    assert service.deliveries.qsize() == 1


def test_one_webhook_gets_two_messages_at_once(service, playing, later):
    tables = [playing() for _ in range(3)]
    for game, players in tables:
        move(game, players[0], "draw")

    async def send():
        service.is_awake.clear()
        sending = asyncio.ensure_future(later.send_all())
        for _ in range(2):
            await asyncio.to_thread(service.take)
        assert service.deliveries.empty()
        service.is_awake.set()
        await sending

    asyncio.run(send())
    assert service.deliveries.qsize() == 1


def test_host_alone_sees_the_service_and_nobody_the_key():
    game, players = open_lobby(webhook=WEBHOOK, listed=True)
    eve = make_players(5)[4]
    assert 'value="https://discord.example/..."' in _pages_of(players[0], game)
    for viewer in (players[1], eve, None):
        assert "discord.example" not in _pages_of(viewer, game)
    assert "the-key" not in _pages_of(players[0], game)
    start_game(game.code, players[0], first_seat=0)
    for viewer in (*players, eve, None):
        assert "discord.example" not in _pages_of(viewer, game)


def _pages_of(player, game):
    browser = open_browser(player)
    paths = ("", "display/", "update/?protocol=2", "people/", "options/", "record.json")
    pages = [browser.get(f"/t/{game.code}/{path}").text for path in paths]
    return "".join([*pages, browser.get("/").text, browser.get("/history/").text])


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (strip_webhook_path(WEBHOOK), WEBHOOK),
        ("", ""),
        ("https://hooks.example/1", "https://hooks.example/1"),
    ],
)
def test_webhook_stays_until_it_is_changed(sent, kept):
    game, players = open_lobby(webhook=WEBHOOK)
    form = {"edition": "devir", "webhook": sent}
    address = f"/t/{game.code}/options/"
    assert open_browser(players[1]).post(address, form).status_code == 403
    polish = {"Accept-Language": "pl"}
    assert (
        open_browser(players[0]).post(address, form, headers=polish).status_code == 302
    )
    game.refresh_from_db()
    assert (game.webhook, game.language) == (kept, "pl")


@pytest.mark.parametrize(
    "address",
    [
        # More that both forms refuse: table/test_notices.
        "http://discord.example/1",
        "https://127.0.0.1/1",
        *("https://chat.lan/", "https://chat.Corp/", "https://a.intranet:443/b"),
        *("https://nas.home.arpa/", "https://nas.LOCAL/", "https://a.b.home/"),
        "https://discord.example/1\r\nX-Header: 1",
        "https://discord.example/" + "1" * 500,
    ],
)
def test_webhook_must_be_an_address_of_the_internet(client, address):
    sent = {"edition": "devir", "webhook": address}
    assert client.post("/t/new/", sent).status_code == 422
    assert not Game.objects.exists()


def test_new_host_keeps_the_webhook_and_does_not_see_it():
    game, players = open_lobby(webhook=WEBHOOK)
    hand_over(game.code, players[0], 1)
    end_game(game.code, players[1])
    following = play_again(game.code, players[2])
    assert following.webhook == WEBHOOK
    assert "the-key" not in _pages_of(players[2], following)
