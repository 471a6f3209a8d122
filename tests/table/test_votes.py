"""Pauses, by the host or by all present players; no move is due meanwhile."""

from datetime import timedelta

import pytest

from games.play.due_moves import make_due_moves
from games.table.people.presence import note_missing
from games.table.people.votes import pause
from tests.support.cast import begin_game, choose_all, look_into
from tests.support.pages import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def table(hands):
    return begin_game(3, limits="quick")


def is_paused(game):
    return look_into(game).table.paused_at is not None


def test_host_alone_stops_every_limit(table, hands):
    game, players = table
    pause(game.code, players[0], pauses=True)
    hands.advance(3600)
    assert make_due_moves(game.code)[1] is None
    assert game.moves.count() == 0


def test_pause_preserves_the_time_left(table, hands):
    game, players = table
    before = game.due_at
    hands.advance(10)
    pause(game.code, players[0], pauses=True)
    hands.advance(100)
    pause(game.code, players[0], pauses=False)
    game.refresh_from_db()
    assert game.due_at == before + timedelta(seconds=100)


def test_phase_that_begins_in_a_pause_has_its_whole_limit_afterwards(table, hands):
    game, players = table
    pause(game.code, players[0], pauses=True)
    hands.advance(100)
    choose_all(game, players)
    hands.advance(50)
    pause(game.code, players[0], pauses=False)
    game.refresh_from_db()
    assert game.due_at == hands.time + timedelta(seconds=15)


def test_pause_without_the_host_needs_all_present_players(table):
    game, players = table
    pause(game.code, players[1], pauses=True)
    pause(game.code, players[1], pauses=True)
    pause(game.code, players[2], pauses=True)
    assert not is_paused(game)
    note_missing(game.code, {players[0].pk: 15})
    pause(game.code, players[2], pauses=True)
    assert is_paused(game)
    pause(game.code, players[1], pauses=False)
    assert is_paused(game)
    pause(game.code, players[2], pauses=False)
    assert not is_paused(game)


def test_pause_shows_the_time_left(table, hands):
    game, players = table
    hands.advance(10)
    pause(game.code, players[0], pauses=True)
    hands.advance(10)
    page = page_of(game, players[1])
    assert '<b aria-hidden="true">20</b>' in page
    assert "data-ends" not in page
