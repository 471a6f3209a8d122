"""Stored moves can be neither changed nor deleted."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from games.models import Game, Move
from games.table.people.ownership import forget_player
from tests.support.cast import begin_game, choose_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game, players = begin_game()
    choose_all(game, players)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.moves.first().save(),
        lambda game: game.moves.first().delete(),
        lambda game: game.moves.update(seat=1),
        lambda game: game.moves.all().delete(),
        lambda game: Move.objects.filter(game=game).update(seat=1),
        lambda game: Move.objects.bulk_update([game.moves.first()], ["seat"]),
    ],
)
def test_orm_refuses_to_change_or_delete_a_move(game, change):
    with (
        pytest.raises(DatabaseError, match="never changed or deleted"),
        transaction.atomic(),
    ):
        change(game)
    assert game.moves.count() == 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_move SET seat = 1",
        "UPDATE games_move SET hash = ''",
        "DELETE FROM games_move",
    ],
)
def test_database_refuses_to_change_or_delete_a_move(game, statement):
    with (
        pytest.raises(DatabaseError, match="never changed or deleted"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert game.moves.count() == 3


def test_game_with_moves_is_not_deleted(game):
    with pytest.raises(ProtectedError):
        game.delete()


def test_player_can_still_be_forgotten(game):
    hashes = list(game.moves.values_list("hash"))
    forget_player(game.seats.get(index=1).player)
    assert game.seats.get(index=1).name == ""
    assert list(game.moves.values_list("hash")) == hashes
