"""The seam: a move is stored with its rows, once, or not at all."""

import random
import uuid

import pytest

from games.errors import Refused, TableError
from games.models import Accusation, Game, Move, Round, Token, Trade
from games.play.seam import Made, Repeated, make_move
from games.play.transaction import cache, get_snapshot
from games.rules.illegal import RulesError, Why
from games.rules.state import Phase
from games.table.lobby.starting import start_game
from games.table.people.kept_out import show_out
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    look_into,
    move,
    open_lobby,
    play_on,
)
from tests.support.refusals import refuses
from tests.support.samples import few

pytestmark = pytest.mark.django_db


def test_game_needs_three_seats():
    game, players = open_lobby(2)
    with refuses(Refused.TOO_FEW_SEATS):
        start_game(game.code, players[0], first_seat=0)


def test_refused_move_changes_no_row():
    game, players = begin_to_draw()
    before = Game.objects.values().get(pk=game.pk)
    with refuses(Why.NOT_YOUR_TURN):
        move(game, players[1], "draw")
    assert Game.objects.values().get(pk=game.pk) == before
    assert game.moves.count() == 3


def test_repeated_key_makes_no_second_move():
    game, players = begin_to_draw()
    key = uuid.uuid4()
    outcomes = [
        make_move(game.code, players[0], {"move": "draw"}, key) for _ in range(2)
    ]
    assert game.moves.count() == 4
    assert list(map(type, outcomes)) == [Made, Repeated]
    assert [each.view.table.move_count for each in outcomes] == [4, 4]


def test_key_belongs_to_its_move_and_its_seat():
    game, players = begin_to_draw()
    key = uuid.uuid4()
    make_move(game.code, players[0], {"move": "draw"}, key)
    with refuses(Refused.KEY_REUSED):
        make_move(game.code, players[0], {"move": "done"}, key)
    with refuses(Refused.KEY_REUSED):
        make_move(game.code, players[1], {"move": "draw"}, key)


def test_refused_move_does_not_use_up_its_key():
    game, players = begin_to_draw()
    key = uuid.uuid4()
    with refuses(Why.NOT_YOUR_TURN):
        make_move(game.code, players[1], {"move": "draw"}, key)
    move(game, players[0], "draw")
    make_move(game.code, players[1], {"move": "draw"}, key)
    assert game.moves.count() == 5


@pytest.mark.parametrize(
    "content",
    [
        {"move": "fly"},
        {"move": "accuse"},
        {"move": "accuse", "suspect": "'; DROP TABLE"},
        {"move": "choose", "side": "beard"},
        {"move": "place", "as": "\x00"},
        {"move": "trade", "give": "1.0"},
    ],
)
def test_malformed_move_is_refused(content):
    game, players = begin_game()
    with pytest.raises((TableError, RulesError)) as refused:
        make_move(game.code, players[0], content, uuid.uuid4())
    assert refused.value.why in (Refused.MOVE_MALFORMED, *Why)
    assert game.moves.count() == 0


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_fold_of_the_rows_gives_the_played_state(seed):
    options = {
        "stasi": seed % 2 == 0,
        "adler": True,
        "placement": ("referee", "players")[seed % 2],
        "last_call": ("race", "clockwise")[seed // 2],
    }
    game, players = begin_game(3 + seed % 3, **options)
    for played in play_on(game, players, random.Random(seed)):
        last = played
    cache.clear()
    folded = look_into(game)
    assert last.state.phase == Phase.OVER
    assert folded == last
    assert_rows_equal(game, folded)


def assert_rows_equal(game, folded):
    """Compare the rows of a game with the fold of its moves."""
    state = folded.state
    rounds = Round.objects.filter(game=game)
    assert [(row.number, row.attempt, row.chief) for row in rounds] == [
        (result.number, result.attempt, result.chief) for result in state.results
    ]
    accusations = Accusation.objects.filter(round__game=game).order_by("round", "order")
    assert [(row.seat, row.suspect, row.matches) for row in accusations] == [
        (made.seat, made.suspect, made.matches)
        for result in state.results
        for made in result.accusations
    ]
    held = Token.objects.filter(round__game=game, holder__isnull=False)
    assert {(row.name, row.face, row.holder, row.face_up) for row in held} == {
        (token.id, token.face, token.holder, token.face_up) for token in state.tokens
    }
    trades = Trade.objects.filter(round__game=game)
    assert trades.count() == sum(len(result.trades) for result in state.results)
    assert Move.objects.filter(game=game).count() == folded.table.move_count
    game.refresh_from_db()
    assert (game.phase, game.reason) == ("over", state.termination)


def test_table_read_across_a_change_is_read_again():
    game, players = begin_game(4)
    stale = Game.objects.get(pk=game.pk)
    show_out(game.code, players[0], 3)
    cache.clear()
    newest = get_snapshot(stale).table
    assert newest.number == game.number + 1
    assert newest.seats[3].player_id is None


def test_change_that_fails_leaves_no_trace_in_the_cache(monkeypatch):
    game, players = begin_game(4)
    cache.clear()
    monkeypatch.setattr("games.table.people.holders.mark_changed", fail)
    with pytest.raises(ZeroDivisionError):
        show_out(game.code, players[0], 3)
    assert look_into(game).table.seats[3].player_id == players[3].pk


def fail(*_args):
    raise ZeroDivisionError
