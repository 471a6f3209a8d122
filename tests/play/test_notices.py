"""Notices to players who do not look at their table: their times, and their texts."""

import asyncio
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import Refused
from games.models import Player, Presence, PushSubscription
from games.play.notices import MOST_BROWSERS, subscribe, unsubscribe
from games.play.transaction import cache
from games.table.lobby.starting import start_game
from games.table.people.ownership import adopt_guest
from runtime import outgoing
from tests.support.cast import begin_to_draw, look_into, move, open_lobby
from tests.support.push_service import Browser
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def lobby():
    return open_lobby()


def subscribe_browser(game, player, language="en"):
    browser = Browser()
    subscribe(game.code, player, language, **browser.form)
    return browser


def playing(**changes):
    """Return a game of three in which alice, the first player, is to draw."""
    game, players = begin_to_draw(3, **changes)
    assert look_into(game).state.turn == 0
    return game, players


def test_subscriber_hears_that_the_game_begins_in_their_language(lobby, deliveries):
    game, players = lobby
    browser = subscribe_browser(game, players[1], "ru")
    start_game(game.code, players[0], first_seat=0)
    (delivery,) = deliveries()
    # No other facts: a push service, and a phone on a table, may show it to any person.
    assert delivery.read(browser) == {
        "title": "Игра начинается",
        "body": f"Стол {game.code}",
        "url": f"/t/{game.code}/",
    }
    assert delivery.headers["Content-Encoding"] == "aes128gcm"
    assert delivery.headers["Topic"] == game.code
    assert delivery.headers["Authorization"].startswith("vapid t=")
    assert delivery.headers["TTL"] == "1800"


def test_every_browser_of_the_player_hears_and_nobody_else(deliveries):
    game, players = playing()
    browsers = [subscribe_browser(game, players[1]) for _ in range(2)]
    subscribe_browser(game, players[0])
    move(game, players[0], "draw")
    found = {each.path: each for each in deliveries()}
    assert found.keys() == {each.path for each in browsers}
    for browser in browsers:
        assert found[browser.path].read(browser)["title"] == "It’s your turn"


def test_player_who_sees_the_table_hears_nothing(monkeypatch, deliveries):
    game, players = playing()
    subscribe_browser(game, players[1])
    seen = {(game.pk, players[1].pk)}
    monkeypatch.setattr(
        "games.play.connections.is_page_visible", lambda *page: page in seen
    )
    move(game, players[0], "draw")
    assert deliveries() == []
    # That was no notice: the next turn may bring one at once.
    seen.clear()
    for player in (players[1], players[2], players[0]):
        move(game, player, "draw")
    assert len(deliveries()) == 1


def test_player_hears_of_a_table_once_a_minute(deliveries):
    game, players = playing()
    subscribe_browser(game, players[1])
    for player in (*players, players[0]):
        move(game, player, "draw")
    assert len(deliveries()) == 1


def test_player_with_a_stand_in_hears_nothing(deliveries):
    game, players = playing()
    subscribe_browser(game, players[1])
    game.seats.filter(player=players[1]).update(presence=Presence.STAND_IN)
    cache.clear()
    move(game, players[0], "draw")
    assert deliveries() == []


@pytest.mark.parametrize(("status", "left"), [(404, 0), (410, 0), (201, 1), (500, 1)])
def test_dead_subscription_is_removed(service, deliveries, status, left):
    game, players = playing()
    subscribe_browser(game, players[1])
    service.status = status
    move(game, players[0], "draw")
    assert len(deliveries()) == 1
    assert PushSubscription.objects.count() == left


def test_service_that_cannot_be_reached_is_counted(monkeypatch, service):
    def fail(_host):
        raise OSError

    monkeypatch.setattr(outgoing, "connect", fail)
    game, players = playing()
    subscribe_browser(game, players[1])
    failed = outgoing.NOTICES.labels("failed")
    before = failed._value.get()
    move(game, players[0], "draw")
    assert failed._value.get() == before + 1
    assert PushSubscription.objects.count() == 1


def test_slow_service_holds_up_no_other_notice(service, later, deliveries):
    game, players = playing()
    for _ in range(MOST_BROWSERS):
        subscribe_browser(game, players[1])
    other, others = playing()
    browser = subscribe_browser(other, others[1])
    move(game, players[0], "draw")
    move(other, others[0], "draw")
    service.is_awake.clear()
    sending = Thread(target=asyncio.run, args=(later.send_all(),))
    sending.start()
    # Two of the five are sent at once, and the one of the other player.
    paths = {service.take().path for _ in range(3)}
    assert browser.path in paths
    assert service.deliveries.empty()
    service.is_awake.set()
    sending.join()
    assert len(deliveries()) == 3


def test_too_many_waiting_notices_are_dropped_and_counted(
    monkeypatch, service, deliveries
):
    monkeypatch.setattr(outgoing, "MOST_WAITING", 0)
    game, players = playing()
    subscribe_browser(game, players[1])
    dropped = outgoing.NOTICES.labels("dropped")
    before = dropped._value.get()
    move(game, players[0], "draw")
    assert deliveries() == []
    assert dropped._value.get() == before + 1


def test_notice_that_waited_too_long_is_dropped(monkeypatch, deliveries):
    monkeypatch.setattr(outgoing, "LATEST", -1)
    game, players = playing()
    subscribe_browser(game, players[1])
    move(game, players[0], "draw")
    assert deliveries() == []


def test_move_reads_no_subscription(service, later, deliveries):
    game, players = playing()
    subscribe_browser(game, players[1])
    look_into(game)
    with CaptureQueriesContext(connection) as asked:
        move(game, players[0], "draw")
    assert not any("pushsubscription" in each["sql"] for each in asked)
    asyncio.run(later.send_all())
    assert len(deliveries()) == 1


def test_only_seated_players_subscribe(lobby):
    game, _players = lobby
    with refuses(Refused.NOT_SEATED):
        subscribe_browser(game, Player.objects.create(name="eve"))
    assert not PushSubscription.objects.exists()


def test_newest_browsers_of_a_player_stay(lobby):
    game, players = lobby
    browsers = [subscribe_browser(game, players[1]) for _ in range(MOST_BROWSERS + 1)]
    kept = players[1].subscriptions.values_list("endpoint", flat=True)
    assert list(kept) == [each.form["endpoint"] for each in browsers[1:]]


def test_browser_belongs_to_the_player_who_used_it_last(lobby):
    game, players = lobby
    browser = subscribe_browser(game, players[1])
    subscribe(game.code, players[2], "pl", **browser.form)
    (kept,) = PushSubscription.objects.all()
    assert (kept.player, kept.language) == (players[2], "pl")
    unsubscribe(players[1], kept.endpoint)
    assert PushSubscription.objects.exists()
    unsubscribe(players[2], kept.endpoint)
    assert not PushSubscription.objects.exists()


def test_browser_follows_a_guest_into_an_account(deliveries):
    game, players = playing()
    browser = subscribe_browser(game, players[1])
    account = Player.objects.create(name="bob", user=User.objects.create(username="b"))
    assert adopt_guest(players[1], account)
    move(game, players[0], "draw")
    (delivery,) = deliveries()
    assert delivery.path == browser.path
