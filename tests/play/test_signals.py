"""A change whose signal has a failing receiver is not made, and can be made again."""

import random
import uuid

import pytest

from games.models import Game
from games.play.seam import make_move
from games.play.transaction import game_closed, round_began, seat_left
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.people.seats import leave_table
from games.table.people.votes import pause
from tests.support.cast import begin_to_draw, choose_move, look_into

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


class Broken(Exception):
    pass


@pytest.fixture
def breaking():
    """Return a function that makes a signal fail, and one that ends this."""

    def fail(**_signal):
        raise Broken

    yield lambda signal: signal.connect(fail), lambda signal: signal.disconnect(fail)
    for signal in (game_closed, round_began, seat_left):
        signal.disconnect(fail)


def read_rows(game):
    row = Game.objects.values().get(pk=game.pk)
    return row, list(game.moves.values()), list(game.rounds.values())


def test_round_begins_by_the_same_key_after_a_failure(
    breaking, django_capture_on_commit_callbacks
):
    break_it, mend = breaking
    game, players = begin_to_draw()
    chance, key = random.Random(1), None
    break_it(round_began)
    while key is None:
        wanted = choose_move(look_into(game), chance).to_dict()
        mover, before = players[wanted.pop("seat")], read_rows(game)
        try:
            with django_capture_on_commit_callbacks() as sent:
                make_move(game.code, mover, wanted, made := uuid.uuid4())
        except Broken:
            key = made
    assert sent == []
    assert read_rows(game) == before
    mend(round_began)
    make_move(game.code, mover, wanted, key)
    assert look_into(game).state.phase == Phase.SIDES
    assert game.moves.filter(key=key).count() == 1


def test_player_leaves_after_a_failure(breaking, django_capture_on_commit_callbacks):
    break_it, mend = breaking
    game, (_alice, bob, _carol) = begin_to_draw()
    break_it(seat_left)
    before = read_rows(game), list(game.seats.values())
    with django_capture_on_commit_callbacks() as sent, pytest.raises(Broken):
        leave_table(game.code, bob)
    assert sent == []
    assert (read_rows(game), list(game.seats.values())) == before
    mend(seat_left)
    leave_table(game.code, bob)
    assert game.seats.get(index=1).presence == "left"


def test_game_ends_after_a_failure(breaking, django_capture_on_commit_callbacks):
    break_it, mend = breaking
    game, (alice, bob, _carol) = begin_to_draw()
    pause(game.code, bob, pauses=True)
    break_it(game_closed)
    before = read_rows(game), list(game.votes.values())
    with django_capture_on_commit_callbacks() as sent, pytest.raises(Broken):
        end_game(game.code, alice)
    assert sent == []
    assert (read_rows(game), list(game.votes.values())) == before
    mend(game_closed)
    end_game(game.code, alice)
    assert look_into(game).table.phase == "over"
    assert not game.votes.exists()
