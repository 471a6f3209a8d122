"""Presence over HTTP: coming back, pausing, stand-ins and leaving."""

import pytest
from django.urls import reverse

from games.models import Seat
from games.play import signs
from games.table.lobby.ending import end_game
from games.table.people.seats import leave_table
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import begin_game, newcomer
from tests.support.memory import forget_rows
from tests.support.presence import presences, send_away

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return begin_game(4, limits="quick")


def post(player, game, name, **fields):
    address = reverse(name, args=[game.code])
    return open_browser(player).post(address, fields, headers=HTMX)


def get(player, game, name="table", **options):
    address = f"{reverse(name, args=[game.code])}?protocol=2"
    return open_browser(player).get(address, **options)


@pytest.mark.parametrize("name", ["table", "update"])
def test_request_brings_an_absent_player_back(table, name):
    game, players = table
    send_away(game, players[1])
    page = get(players[1], game, name).text
    assert presences(game)[1] == "here"
    assert "data-away" not in page


def test_polling_player_is_present_without_a_socket(table):
    game, players = table
    get(players[1], game, "update")
    send_away(game, players[1])
    assert presences(game)[1] == "here"


def test_new_host_is_shown_to_all(table):
    game, players = table
    leave_table(game.code, players[0])
    for viewer in (players[2], None):
        page = get(viewer, game).text
        seat = page.partition('id="seat-1-head"')[2].partition("</header>")[0]
        assert "mark-host" in seat
        assert page.count("mark-host") == 1


def test_open_vote_for_a_stand_in_shows_its_count(table):
    game, players = table
    send_away(game, players[3])
    page = post(players[1], game, "stand-in", seat=3).text
    assert "1 of 2 want a stand-in." in page
    assert "/stand-in/" not in page


def test_host_can_hand_the_table_to_present_players_only(table):
    game, players = table
    leave_table(game.code, players[1])
    send_away(game, players[2])
    tools = get(players[0], game).text.partition('id="host-tools"')[2]
    assert [f'id="host-{seat}"' in tools for seat in range(4)] == [False] * 3 + [True]


@pytest.mark.parametrize("seat", ["", "9", "x"])
def test_stand_in_for_an_invalid_seat_is_refused(table, seat):
    game, players = table
    assert post(players[0], game, "stand-in", seat=seat).status_code == 422


def test_vote_to_pause_names_its_voters(table):
    game, players = table
    post(players[1], game, "pause", pause="on")
    assert "Asking for a pause: bob." in get(players[2], game).text
    assert post(players[1], game, "pause", pause="\x00").status_code == 422


def test_player_leaves_to_the_home_page_and_can_come_back(table):
    game, players = table
    answer = post(players[2], game, "leave")
    assert answer.headers["HX-Redirect"] == "/"
    assert presences(game)[2] == "left"
    get(players[2], game, "update")
    assert presences(game)[2] == "left"
    get(players[2], game)
    assert presences(game)[2] == "here"


def test_polling_makes_due_moves(hands):
    game, players = begin_game(3, limits="quick")
    hands.time = game.due_at
    assert 'data-phase="suspects"' in get(players[0], game, "update").text
    assert set(game.moves.values_list("by", flat=True)) == {"clock"}


def test_replay_shows_no_absence(table):
    game, players = table
    leave_table(game.code, players[2])
    end_game(game.code, players[0])
    page = get(players[1], game, "replay").text
    assert 'data-seat="2"' in page
    assert "data-away" not in page


@pytest.fixture
def idle():
    """Return a game in which a stand-in plays for bob, who is idle."""
    game, players = begin_game(4, limits="quick")
    Seat.objects.filter(game=game, index=1).update(idle=2)
    forget_rows()
    return game, players


def is_idle(game):
    return bool(Seat.objects.get(game=game, index=1).idle)


@pytest.mark.parametrize("name", ["table", "log", "people", "notebook"])
def test_page_load_without_scripts_is_a_sign(idle, name):
    game, players = idle
    page = get(players[1], game, name).text
    assert not is_idle(game)
    assert "A stand-in plays" not in page


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("reactions", {"reaction": "woof"}),
        ("notebook", {"mark": "0.hat.no"}),
        ("pause", {"pause": "on"}),
        ("moves", {}),
    ],
)
def test_form_is_a_sign(idle, name, fields):
    game, players = idle
    post(players[1], game, name, **fields)
    assert not is_idle(game)


@pytest.mark.parametrize(
    "name", ["update", "hint", "notebook", "log", "table", "display"]
)
def test_request_that_a_page_makes_by_itself_is_no_sign(idle, name):
    game, players = idle
    get(players[1], game, name, headers=HTMX)
    open_browser(players[1]).get(f"/t/{game.code}/?again")
    get(players[1], game, "update")
    assert is_idle(game)
    assert not signs.signs.is_active(game.code, players[1].pk)


def test_page_of_another_player_or_a_watcher_gives_no_sign_for_a_seat(idle):
    game, players = idle
    for visitor in (players[0], newcomer(), None):
        get(visitor, game)
    assert is_idle(game)


def test_poll_tells_a_sign_and_is_told_to_ask_for_one(idle):
    game, players = idle
    address = f"/t/{game.code}/update/?protocol=2&sign="
    browser = open_browser(players[1])
    for age in ("", "Infinity", "-1", "120001", "999999999999"):
        assert browser.get(address + age).headers["Still-There"] == "true"
    assert "Still-There" not in open_browser(players[0]).get(address).headers
    assert "Still-There" not in browser.get(f"{address}5000").headers
    assert not is_idle(game)


def test_others_without_a_socket_are_offered_a_stand_in(monkeypatch):
    game, players = begin_game(4)
    now = signs.monotonic()
    monkeypatch.setattr(signs, "monotonic", lambda: now)
    get(players[0], game)
    for _ in range(12):
        now += 10
        page = get(players[0], game, "update").text
        signs.signs.note(game.code, players[0].pk)
    now += 1
    page = get(players[0], game, "update").text
    assert page.count("has not moved for two minutes") == 6
    page = post(players[0], game, "stand-in", seat=2).text
    assert "A stand-in plays for carol until carol is back." in page
