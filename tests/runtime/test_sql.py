"""Prepared statements read and write the same rows as the ORM."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models.game import Game, Seat
from games.models.move import MoveRow
from games.models.player import Player
from games.models.round import Round
from runtime import sql
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return begin_game()[0]


def move_of(game, **changed):
    fields = {
        "game_id": game.pk,
        "number": 1,
        "seat": 2,
        "content": {"move": "choose", "side": "hut"},
        "key": uuid.uuid4(),
        "made_at": timezone.now(),
    }
    return MoveRow(**fields | changed)


def values_of(row):
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.attname != "id"
    }


def test_added_row_is_read_back_unchanged(game):
    row = move_of(game)
    sql.add(row)
    assert values_of(MoveRow.objects.get(game=game)) == values_of(row)


def test_row_that_breaks_a_constraint_is_refused(game):
    row = move_of(game)
    sql.add(row)
    with pytest.raises(IntegrityError), transaction.atomic():
        sql.add(move_of(game, number=2, key=row.key))


def test_locked_row_equals_the_row_of_the_orm(game):
    with transaction.atomic():
        found = sql.get_locked(Game, "code", game.code)
    assert values_of(found) == values_of(Game.objects.get(pk=game.pk))
    assert found.pk == game.pk


def test_row_is_found_by_its_key_as_text(game):
    player = game.host
    found = sql.get(Player, "guest_key", str(player.guest_key))
    assert (found, values_of(found)) == (player, values_of(player))


def test_missing_row_raises(db):
    with pytest.raises(Game.DoesNotExist), transaction.atomic():
        sql.get_locked(Game, "code", "NOBODY")


def test_only_named_fields_are_written(game):
    game.dues, game.due_at, game.reason = [{"seat": 1}], timezone.now(), "abandoned"
    sql.change(game, ("dues", "due_at"))
    found = Game.objects.get(pk=game.pk)
    assert (found.dues, found.due_at, found.reason) == (game.dues, game.due_at, "")


def test_inserted_row_learns_its_key(game):
    row = Round(game=game, number=9, attempt=1, first_seat=0)
    sql.add(row)
    assert values_of(Round.objects.get(pk=row.pk)) == values_of(row)


def test_rows_with_given_values_are_updated(game):
    first, second = game.seats.order_by("index")[:2]
    where = {"game_id": game.pk, "index": second.index}
    sql.update(Seat, where, name="Zoe", points=-3)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.points, second.name, second.points) == (None, "Zoe", -3)
