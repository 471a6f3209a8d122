"""Presence over HTTP: coming back, pausing, stand-ins and leaving."""

import pytest
from django.urls import reverse

from games.table.ending import end_game
from games.table.seats import leave_table
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import begin_game
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
        assert "badge-host" in seat
        assert page.count("badge-host") == 1


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
