"""Absent players, their stand-ins, and the replacement of an absent host."""

import pytest

from games.errors import Refused
from games.models import Game
from games.play.connections import note_people
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.people import missing_pages
from games.table.people.host import hand_over
from games.table.people.ownership import forget_player
from games.table.people.presence import note_here, note_missing
from games.table.people.seats import leave_table
from tests.support.cast import (
    begin_game,
    look_into,
    make_players,
    make_setup,
    open_lobby,
    seat_all,
)
from tests.support.presence import presences, send_away
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

AWAY = missing_pages.AWAY_AFTER
LONG_AWAY = AWAY + missing_pages.HOST_AFTER


@pytest.fixture
def table():
    """Return a game of four: alice is the host, dave goes away."""
    return begin_game(4)


def host_of(game):
    return Game.objects.get(pk=game.pk).host


def test_note_missing_returns_players_with_a_page_elsewhere(table):
    game, players = table
    note_people("another process", [(game.pk, [players[3].pk], [])])
    missing = {players[2].pk: AWAY - 1, players[3].pk: LONG_AWAY}
    assert note_missing(game.code, missing) == {players[3].pk}
    assert presences(game) == ["here"] * 4


def test_absence_is_noted_once_until_the_player_returns(table):
    game, players = table
    for _ in range(3):
        send_away(game, players[3])
    assert presences(game) == ["here", "here", "here", "away"]
    assert look_into(game).table.number == game.number + 1
    note_here(game.code, players[3])
    assert presences(game) == ["here"] * 4
    assert look_into(game).table.number == game.number + 2


def test_player_can_be_away_in_a_lobby():
    game, players = open_lobby()
    send_away(game, players[1])
    assert presences(game) == ["here", "away", "here"]


def test_closed_game_notes_no_absence(table):
    game, players = table
    end_game(game.code, players[0])
    send_away(game, players[3])
    assert presences(game) == ["here"] * 4
    assert look_into(game).table.expected == frozenset()


def test_table_cannot_be_handed_to_an_absent_player(table):
    game, players = table
    leave_table(game.code, players[1])
    send_away(game, players[2])
    for index in (1, 2):
        with refuses(Refused.NOT_HERE):
            hand_over(game.code, players[0], index)
    hand_over(game.code, players[0], 3)
    assert host_of(game) == players[3]


def test_absent_host_is_replaced_by_the_next_present_player(table):
    game, players = table
    send_away(game, players[1])
    send_away(game, players[0], LONG_AWAY - 1)
    assert host_of(game) == players[0]
    send_away(game, players[0], LONG_AWAY)
    assert host_of(game) == players[2]
    note_here(game.code, players[0])
    assert host_of(game) == players[2]
    note_here(game.code, players[1])
    send_away(game, players[0])
    send_away(game, players[3])
    send_away(game, players[2], LONG_AWAY)
    assert host_of(game) == players[1]


def test_host_without_a_seat_is_replaced_too():
    host, *players = make_players(4)
    game = open_table(host, make_setup())
    seat_all(game, players)
    assert host.pk in look_into(game).table.expected
    send_away(game, host, LONG_AWAY)
    assert host_of(game) == players[0]


def test_host_stays_host_when_all_players_are_away(table):
    game, players = table
    away = dict.fromkeys((player.pk for player in players), LONG_AWAY)
    note_missing(game.code, away)
    assert host_of(game) == players[0]
    assert look_into(game).table.expected == frozenset()


def test_table_of_a_deleted_host_gets_a_new_host():
    game, players = begin_game(3)
    forget_player(players[0])
    assert None in look_into(game).table.expected
    note_missing(game.code, {None: LONG_AWAY})
    assert host_of(game) == players[1]
    assert presences(game) == ["away", "here", "here"]
