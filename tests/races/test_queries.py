"""The database statements of a move: few, and as many when the database is full."""

import pytest

from tests.races.statements import STATEMENTS, count_statements
from tests.support.cast import begin_game, choose_all, move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def fill_database():
    """Play a dozen games of many moves."""
    for _ in range(12):
        game, players = begin_game()
        choose_all(game, players)
        for turn in range(20):
            move(game, players[turn % 3], "draw")


@pytest.mark.parametrize("is_full", [False, True], ids=["empty", "full"])
def test_move_takes_few_statements_in_an_empty_and_a_full_database(is_full):
    if is_full:
        fill_database()
    counts = {kind: count_statements(kind) for kind in STATEMENTS}
    assert counts == STATEMENTS
