"""The database itself refuses rows that break the rules."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Accusation, Draw, Move, Round, Seat, Token
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db


def refuses(make) -> bool:
    try:
        with transaction.atomic():
            make()
    except IntegrityError:
        return True
    return False


@pytest.fixture
def game():
    return begin_game()[0]


@pytest.mark.parametrize(
    "twin", [{"index": 0}, {"investigator": "laces"}, {"player": "same"}]
)
def test_seats_of_a_game_are_unique_by_index_investigator_and_player(game, twin):
    first = game.seats.first()
    fields = {"index": 4, "investigator": "meridian", "player": None, **twin}
    if fields["player"]:
        fields["player"] = first.player
    assert refuses(lambda: Seat.objects.create(game=game, name="x", **fields))


def test_moves_of_a_game_are_unique_by_number_and_by_key(game):
    now, key = timezone.now(), uuid.uuid4()
    fields = {"game": game, "seat": 0, "content": {}, "made_at": now}
    Move.objects.create(number=1, key=key, **fields)
    assert refuses(lambda: Move.objects.create(number=1, key=uuid.uuid4(), **fields))
    assert refuses(lambda: Move.objects.create(number=2, key=key, **fields))


@pytest.mark.parametrize(
    "twin", [{"seat": 0}, {"suspect": "10110"}, {"order": 1}], ids=str
)
def test_accusations_of_a_round_are_unique_by_seat_suspect_and_order(game, twin):
    played = game.rounds.get()
    Accusation.objects.create(round=played, order=1, seat=0, suspect="10110")
    fields = {"order": 2, "seat": 1, "suspect": "10111", **twin}
    assert refuses(lambda: Accusation.objects.create(round=played, **fields))


def test_rounds_of_a_game_are_unique_by_number_and_attempt(game):
    fields = {"game": game, "number": 1, "first_seat": 0}
    assert refuses(lambda: Round.objects.create(attempt=1, **fields))
    Round.objects.create(attempt=2, **fields)


def test_draw_is_either_a_new_suspect_or_a_public_clue(game):
    played = game.rounds.get()
    Draw.objects.create(round=played, index=0, seat=0, suspect="10110")
    for fields in (
        {"suspect": "10110"},
        {"suspect": "", "public_clue": ""},
        {"suspect": "00000", "public_clue": "hat"},
    ):
        make = {"round": played, "index": 1, "seat": 1, **fields}
        assert refuses(lambda make=make: Draw.objects.create(**make))


def test_tokens_of_a_round_are_unique_by_seat(game):
    fields = {"round": game.rounds.get(), "seat": 0, "due": "chief", "colour": "gold"}
    Token.objects.create(order=0, **fields)
    assert refuses(lambda: Token.objects.create(order=1, **fields))
