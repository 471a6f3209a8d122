"""Due moves are made once, even if several processes try at the same time."""

import pytest

from games.models import Move
from games.play.due_moves import make_due_moves
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
        assert Move.objects.filter(game=game, by="clock").count() == 5
        assert_rows_equal_fold(game)
