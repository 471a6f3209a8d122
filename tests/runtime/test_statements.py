"""Statements that are composed once do what the ORM does."""

import uuid
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from games.models import Game, Player, StaffAct
from runtime.statements import find_row, insert_row, update_rows
from tests.support.cast import newcomer, open_lobby

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def make_act(**columns) -> StaffAct:
    return StaffAct(game_id=7, kind="ended", staff_name="ann", made_at=NOON, **columns)


@pytest.mark.parametrize("left", [None, {}, {"sum": [1, "é", None]}])
@pytest.mark.parametrize("seat", [None, 0, 4])
def test_inserted_row_is_that_of_the_orm(left, seat):
    insert_row(make_act(left=left, seat=seat))
    make_act(left=left, seat=seat).save()
    ours, django = StaffAct.objects.order_by("pk").values()
    assert {**ours, "id": 0} == {**django, "id": 0}


@pytest.mark.parametrize("left", [None, {"sum": 1}])
def test_updated_row_is_that_of_the_orm(left):
    ours, django = (make_act(left={"before": 1}) for _ in range(2))
    ours.save()
    django.save()
    changed = {"left": left, "made_at": NOON.replace(hour=13), "seat": None}
    assert update_rows(StaffAct, {"id": ours.pk, "kind": "ended"}, **changed) == 1
    StaffAct.objects.filter(pk=django.pk).update(**changed)
    ours, django = StaffAct.objects.order_by("pk").values()
    assert {**ours, "id": 0} == {**django, "id": 0}


def test_update_of_a_row_that_has_changed_changes_nothing():
    game, _players = open_lobby()
    assert (
        update_rows(Game, {"id": game.pk, "version": game.version + 9}, number=99) == 0
    )
    assert Game.objects.get(pk=game.pk).number != 99


def test_second_row_with_a_unique_value_is_refused():
    key = newcomer().guest_key
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_row(Player(name="twin", guest_key=key))
    assert Player.objects.filter(guest_key=key).count() == 1


def test_row_is_found_with_all_its_columns():
    alice = newcomer("alice")
    found = find_row(Player.objects, "guest_key", alice.guest_key)
    stored = Player.objects.filter(pk=alice.pk).values().get()
    assert {name: getattr(found, name) for name in stored} == stored
    assert find_row(Player.objects, "guest_key", uuid.uuid4()) is None
    assert find_row(Player.objects, "guest_key", None) is None
