"""Due moves are made once, even if several processes try at the same time."""

from uuid import uuid4

import pytest

from games.models.move import MoveRow
from games.play.due_moves import make_due_moves
from games.play.moves import make_move
from tests.races.arena import all_at_once, assert_rows_equal_fold
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 5


def test_many_threads_make_each_due_move_once(hands):
    for _ in range(TABLES):
        game, _players = begin_game(5, limits="quick")
        hands.time = game.due_at
        outcomes = all_at_once(make_due_moves, [game.code] * 20, threads=10)
        assert len(set(outcomes)) == 1
        assert MoveRow.objects.filter(game=game, by="clock").count() == 5
        assert_rows_equal_fold(game)


def test_simultaneous_draw_of_player_and_clock_is_made_once(hands):
    for _ in range(TABLES):
        game, players = begin_game(3, limits="quick")
        for _ in range(4):
            hands.run_out(game)
        count, seat = game.move_count, game.move_count % 3
        hands.time = game.due_at

        def act(mover, game=game, player=players[seat]):
            if mover == "clock":
                return make_due_moves(game.code)
            return make_move(game.code, player, {"move": "draw"}, uuid4())

        all_at_once(act, ["clock", "player"] * 5, threads=10)
        game.refresh_from_db()
        assert game.move_count == count + 1
        assert_rows_equal_fold(game)
