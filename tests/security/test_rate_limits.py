"""Rate limits: they stop scripts, but never five phones at one table."""

import os
import random

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse

from charlie_site.destinations import find_destination
from charlie_site.environment import read_account_limits
from games.codes import CODE_ALPHABET, CODE_LENGTH, make_code
from games.errors import TooFast
from games.models import Game
from games.pages.middleware import admit
from games.players import limits
from games.rules.legal import legal_moves
from games.table.live.consumers import TRY_LATER
from games.table.live.processes import hear
from runtime.queue import Client as Visitor
from runtime.queue import find_client
from runtime.rate_limits import ConcurrencyLimit
from tests.security.addresses import all_addresses
from tests.security.conftest import LIMITS
from tests.support.browsers import HTMX, open_browser, post_move
from tests.support.cast import begin_game, choose_move, look_into
from tests.support.sockets import (
    DRAW,
    KEY,
    begin,
    connect,
    knock,
    receive,
    receive_greeting,
    send,
    sit_down,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("real_limits"),
]

TABLES_OPEN = 500
MINUTES_A_DAY = 24 * 60
# Concurrent requests that pass while the last allowed guess is being counted.
UNDER_WAY = 4 * 2


def guess(client, **options):
    return client.get(f"/t/{make_code()}/", **options)


def test_day_of_guessing_hits_less_than_a_tenth_of_a_table():
    guesses = (limits.ALL_WRONG_CODES.amount + UNDER_WAY) * MINUTES_A_DAY
    chance = TABLES_OPEN / len(CODE_ALPHABET) ** CODE_LENGTH
    assert guesses * chance <= 0.1


@pytest.mark.parametrize("address", ["/club/{}/", "/club/{}/nights/"])
def test_wrong_code_of_a_club_counts_as_a_wrong_code(address):
    browser, most = open_browser(None), limits.WRONG_CODES.amount
    asked = [address.format(f"wrong-{number}") for number in range(most + 1)]
    answers = [browser.get(each).status_code for each in asked]
    assert answers == [404] * most + [429]


def test_missing_page_of_a_table_is_no_wrong_code():
    game, players = begin_game()
    browser = open_browser(players[0])
    misses = [browser.get(f"/t/{game.code}/replay/").status_code for _ in range(11)]
    assert misses == [404] * 11
    assert Client().get(f"/t/{game.code}/").status_code == 200


@pytest.mark.storage
def test_address_may_guess_wrong_ten_times_a_minute(time_machine):
    eve = Client()
    game, _players = begin_game()
    time_machine.move_to(1_000_000_000, tick=False)
    statuses = [guess(eve).status_code for _ in range(12)]
    assert statuses == [404] * 10 + [429] * 2
    # An existing table answers like an unknown one.
    assert eve.get(f"/t/{game.code}/").status_code == 429
    assert eve.post("/", {"code": game.code}).status_code == 429
    time_machine.shift(59)
    assert guess(eve).status_code == 429
    time_machine.shift(2)
    assert eve.get(f"/t/{game.code}/").status_code == 200


WAYS = [("get", name) for name in ("table", "update", "qr", "display", "replay")]
WAYS += [("get", "record"), ("get", "phone"), ("post", "join"), ("post", "moves")]


@pytest.mark.parametrize(("method", "way"), [*WAYS, ("post", "home"), ("post", "tv")])
def test_every_way_to_try_a_code_is_counted(method, way):
    eve = Client()
    for _ in range(10):
        sent = {"code": make_code()} if way in {"home", "tv"} else {}
        address = reverse(way, args=() if sent else [make_code()])
        assert getattr(eve, method)(address, sent).status_code == 404
    assert guess(eve).status_code == 429


@pytest.mark.storage
def test_all_addresses_share_a_limit():
    for number in range(limits.ALL_WRONG_CODES.amount - 2):
        assert not limits.count_wrong_code(f"192.0.2.{number}")
    others = [f"198.51.100.{number}" for number in range(4)]
    statuses = [guess(Client(), REMOTE_ADDR=each).status_code for each in others]
    assert statuses == [404, 404, 429, 429]


def test_player_reaches_the_table_despite_guesses_from_the_same_address():
    game, players = begin_game()
    for _ in range(12):
        guess(Client())
    for player in players:
        assert open_browser(player).get(f"/t/{game.code}/").status_code == 200
    assert open_browser(players[0]).get(f"/t/{make_code()}/").status_code == 429


def test_refused_guess_says_when_to_try_again(time_machine):
    eve = Client()
    time_machine.move_to(1_000_000_000, tick=False)
    for _ in range(10):
        guess(eve)
        time_machine.shift(2)
    page = guess(eve, headers={"Accept-Language": "pl"})
    assert page.headers["Retry-After"] == "40"
    assert 'lang="pl"' in page.text
    assert " 40 s" in page.text
    fragment = guess(eve, headers=HTMX)
    assert (fragment.status_code, fragment.headers["Table-Number"]) == (429, "0")
    assert 'hx-target="#alert"' in fragment.text
    assert "Too many attempts. Try again in 40 seconds." in fragment.text
    time_machine.shift(39)
    assert "Try again in 1 second." in guess(eve).text
    time_machine.shift(1)
    assert guess(eve).status_code == 404


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_every_limit_tells_the_time_that_is_left(limit, time_machine):
    time_machine.move_to(1_000_000_000, tick=False)
    assert limit.count_wait("bob") == 0
    for _ in range(limit.amount):
        limits.enforce(limit, "bob")
    time_machine.shift(limit.seconds // 2)
    left, minutes = limit.seconds // 2, limit.seconds // 120
    told = f"{minutes} minutes." if minutes > 2 else f"{left} second"
    with pytest.raises(TooFast) as refused:
        limits.enforce(limit, "bob")
    assert refused.value.refusal.wait == left
    assert f"Try again in {told}" in refused.value.refusal.sentence


async def test_socket_counts_as_a_guess_too():
    game, players = await sync_to_async(begin_game)()
    for number in range(11):
        closed = await (await connect(Game(code=make_code()), None)).receive_output()
        assert closed["code"] == (4404 if number < 10 else TRY_LATER)
    there = await (await connect(game, None)).receive_output()
    assert there["code"] == TRY_LATER
    socket = await connect(game, players[0])
    assert (await receive_greeting(socket)) == (game.number, "0")
    await socket.disconnect()


@pytest.mark.storage
def test_moves_of_one_player_are_limited(time_machine):
    game, (alice, bob, _) = begin_game()
    browser = open_browser(alice)
    time_machine.move_to(1_000_000_000, tick=False)
    for _ in range(48):
        limits.MOVES.hit(alice.pk)
    answers = [post_move(browser, game, "draw") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [409] * 2 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "10"
    assert 'id="table"' in answers[-1].text
    assert "Too many attempts" in answers[-1].text
    assert post_move(open_browser(bob), game, "draw").status_code == 409


async def test_socket_move_above_the_limit_is_redirected_to_post():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    for _ in range(50):
        limits.MOVES.hit(alice.pk)
    await send(socket, DRAW)
    assert (await receive(socket))["elsewhere"] is True
    await socket.disconnect()


async def test_flooding_socket_is_closed():
    game, (alice, *_) = await begin()
    socket = await sit_down(game, alice)
    for _ in range(101):
        await socket.send_to('{"now": 1}')
    assert (await socket.receive_output())["code"] == TRY_LATER
    await socket.disconnect()


async def test_sockets_of_one_address_are_limited():
    game, _players = await begin()
    for _ in range(limits.CONNECTS.amount):
        limits.CONNECTS.hit("")
    _socket, is_open = await knock(game)
    assert not is_open


async def test_open_sockets_of_one_address_are_limited(monkeypatch):
    monkeypatch.setattr(limits, "SOCKETS", ConcurrencyLimit(1))
    game, (alice, bob, _) = await begin()
    first = await sit_down(game, alice)
    second = await connect(game, bob)
    assert (await receive(second))["note"].startswith("Too many pages are open")
    assert (await second.receive_output())["code"] == TRY_LATER
    await second.disconnect()
    await first.disconnect()
    third = await connect(game, bob)
    assert "number" in await receive(third)
    await third.disconnect()


def test_joining_and_opening_tables_are_limited():
    for _ in range(limits.TABLES.amount):
        assert limits.TABLES.hit("127.0.0.1")
    for address in ("/t/new/", "/bots/", "/tutorial/"):
        answer = Client().post(address, {"edition": "devir"})
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert not Game.objects.exists()
    game, _players = begin_game()
    for _ in range(limits.JOINS.amount):
        assert limits.JOINS.hit("127.0.0.1")
    join = {"name": "eve", "investigator": "meridian"}
    answer = Client().post(f"/t/{game.code}/join/", join)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")


@pytest.mark.parametrize("site", ["accounts", "admin", "host"])
def test_sign_in_is_limited_on_every_site(site):
    browser, sent = Client(), {"login": "staff", "password": "wrong"}
    where = browser.get(f"/{site}/login/")
    address = where.headers.get("Location", "/accounts/login/")
    statuses = [browser.post(address, sent).status_code for _ in range(12)]
    assert statuses[0] == 200
    last = browser.post(address, sent)
    assert (last.status_code == 429) or "Too many" in last.text
    if last.status_code == 429:
        assert last.headers["Retry-After"]


def test_cases_that_nobody_has_opened_are_limited():
    eve, new, made = Client(), "/case/2026-01-09/", "/case/2026-01-08/"
    assert eve.get(made).status_code == 200
    limits.CASES.forget()
    for _ in range(limits.CASES.amount):
        assert limits.CASES.hit("127.0.0.1")
    answer = eve.get(new)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Too many attempts" in answer.text
    assert eve.get(made).status_code == 200
    assert eve.get("/practice/easy/7/").status_code == 200
    assert eve.get(new, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert eve.get(new).status_code == 200


def test_every_form_has_a_limit():
    game, players = begin_game()
    browser = open_browser(players[0])
    for _ in range(limits.MOVES.amount):
        assert limits.MOVES.hit(players[0].pk)
    draw = {"move": "draw", "key": KEY}
    assert browser.post(f"/t/{game.code}/moves/", draw).status_code == 429
    key = browser.cookies[site_settings.SESSION_COOKIE_NAME].value
    for _ in range(limits.FORMS.amount):
        assert limits.FORMS.hit(key)
    others = [each for each in all_addresses() if each.name != "moves"]
    answers = {each: browser.post(each.fill(game)).status_code for each in others}
    assert {each for each, status in answers.items() if status != 429} == set()


def test_strangers_of_an_address_share_a_limit_and_leave_players_theirs():
    game, players = begin_game()
    alice, eve = open_browser(players[0]), Client()
    for _ in range(limits.FORMS_OF_STRANGERS.amount - 2):
        assert limits.FORMS_OF_STRANGERS.hit("127.0.0.1")
    for number in range(2):
        eve.cookies[site_settings.SESSION_COOKIE_NAME] = f"invented{number}"
        eve.post(f"/t/{game.code}/moves/", {"move": "draw", "key": KEY})
    assert eve.post("/t/new/").status_code == 429
    assert eve.get("/t/new/").status_code == 200
    assert alice.post(f"/t/{game.code}/reactions/").status_code != 429
    assert alice.post(f"/t/{game.code}/moves/").status_code == 422


def enter(address, *, method="POST", client=None, **cookies):
    """Return the status of the refusal on the event loop, None if a thread answers."""
    named = {f"charlie_{name}": value for name, value in cookies.items()}
    scope = {"method": method, "path": address, "headers": [], "type": "http"}
    scope["query_string"] = b""
    refusal = admit(
        scope | {"cookies": named},
        find_destination(method, address),
        client or STRANGER,
    )
    return refusal and refusal.status_code


STRANGER, ALICE = Visitor("192.0.2.7"), Visitor("192.0.2.7", "alice")


def test_form_that_must_fail_takes_no_thread():
    assert enter("/t/QX7K3M/join/") == 403
    assert enter("/t/QX7K3M/join/", csrf="token") is None
    assert enter("/t/QX7K3M/moves/", csrf="token") == 403
    assert enter("/t/QX7K3M/moves/", csrf="token", session="a session") is None
    assert enter("/t/QX7K3M/", method="GET") is None


def test_request_above_a_limit_takes_no_thread():
    for limit, key in (
        (limits.FORMS_OF_STRANGERS, STRANGER.address),
        (limits.PRACTICE, STRANGER.address),
        (limits.PASSWORDS, STRANGER.address),
    ):
        for _ in range(limit.amount):
            limit.hit(key)
    sent = {"csrf": "token", "session": "alice"}
    assert enter("/t/QX7K3M/join/", **sent) == 429
    assert enter("/t/QX7K3M/join/", client=ALICE, **sent) is None
    assert enter("/practice/easy/7/", method="GET") == 429
    assert enter("/rules/", method="GET") is None
    assert enter("/accounts/login/", client=ALICE, **sent) == 429
    for _ in range(limits.FORMS.amount):
        limits.FORMS.hit(ALICE.session)
    assert enter("/t/QX7K3M/join/", client=ALICE, **sent) == 429
    assert enter("/t/QX7K3M/moves/", client=ALICE, **sent) is None


def test_browser_is_known_by_its_session_once_a_view_has_found_its_player():
    _game, players = begin_game()
    browser = open_browser(players[0])
    key = browser.cookies[site_settings.SESSION_COOKIE_NAME].value
    cookies = {"charlie_session": key}
    scope = {"cookies": cookies, "headers": [], "client": ("192.0.2.7", 1)}
    assert find_client(scope) == Visitor("192.0.2.7")
    browser.get("/t/new/")
    assert find_client(scope) == Visitor("192.0.2.7", key)
    browser.session.flush()
    assert find_client(scope) == Visitor("192.0.2.7")


@pytest.mark.parametrize(
    ("page", "minutes", "most"), [("login", 6, 100), ("signup", 7, 60)]
)
def test_passwords_that_an_address_sends_are_limited_by_hour(
    page, minutes, most, settings, time_machine
):
    factor = float(os.environ["RATE_LIMIT_FACTOR"])
    assert read_account_limits(factor) == settings.ACCOUNT_RATE_LIMITS
    settings.ACCOUNT_RATE_LIMITS = read_account_limits(1)
    eve, address, passed = Client(), f"/accounts/{page}/", 0
    time_machine.move_to(1_000_000_000, tick=False)
    for minute in range(minutes):
        for number in range(25):
            name = f"eve{minute}x{number}"
            sent = {"username": name, "login": name, "password": "wrong"}
            answer = eve.post(address, sent)
            passed += answer.status_code == 200
        time_machine.shift(61)
    assert passed == most
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Too many attempts" in answer.text
    assert eve.post(address, sent, REMOTE_ADDR="192.0.2.7").status_code == 200
    time_machine.shift(60 * 60)
    assert eve.post(address, sent).status_code == 200


@pytest.mark.slow
def test_five_phones_at_one_table_can_play_fast(time_machine):
    game, players = begin_game(5)
    browsers, chance = [open_browser(player) for player in players], random.Random(5)
    time_machine.move_to(1_000_000_000)
    for _ in range(60):
        wanted = choose_move(look_into(game), chance)
        content = wanted.to_dict()
        kind = content.pop("move")
        answer = post_move(browsers[content.pop("seat")], game, kind, **content)
        # An accusation may be held while other processes serve pages; asking plays it.
        assert answer.status_code in {200, 202}
        time_machine.shift(0.25)
        for browser in browsers:
            assert browser.get(f"/t/{game.code}/update/?protocol=2").status_code == 200
        if not any(legal_moves(look_into(game).state, seat) for seat in range(5)):
            break


async def test_sockets_address_comes_from_the_configured_header(settings):
    settings.CLIENT_ADDRESS_HEADER = "X-Forwarded-For"
    for _ in range(limits.CONNECTS.amount):
        limits.CONNECTS.hit("192.0.2.7")
    game, _players = await begin()
    forwarded = {"x-forwarded-for": b"10.0.0.1, 192.0.2.7"}
    assert not (await knock(game, **forwarded))[1]


def test_wrong_codes_of_two_processes_count_together(monkeypatch):
    told = []
    monkeypatch.setattr(
        limits, "tell_other_processes", lambda kind, **about: told.append(about)
    )
    for number in range(10):
        if number % 2:
            assert not limits.count_wrong_code("192.0.2.7")
        else:
            hear({"type": "code.wrong", "process": "another", "address": "192.0.2.7"})
    assert limits.count_guess_wait("192.0.2.7")
    assert limits.count_wrong_code("192.0.2.7")
    # Only its own: the other process knows its guesses.
    assert told == [{"address": "192.0.2.7"}] * 5
