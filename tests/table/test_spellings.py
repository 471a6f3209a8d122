"""A name in another spelling is the same name at a table."""

import pytest

from games.errors import Refused
from games.models import Seat
from games.rules.editions import Investigator
from games.table.bots import add_bot
from games.table.lobby.opening import open_table
from games.table.lobby.starting import add_latecomers
from games.table.people.kept_out import show_out
from games.table.people.seats import rename_seat, take_seat
from tests.support.cast import begin_to_draw, make_players, make_setup, newcomer
from tests.support.latecomers import begin_again, promise
from tests.support.refusals import refuses
from tests.table.test_promised_seats import view_of

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
# More are in tests/players/test_names.py.
SPELLINGS = [("Анна", "анна"), ("straße", "STRASSE"), ("anna", "Ａｎｎａ")]


@pytest.fixture
def players(db):
    return make_players(2)


@pytest.fixture
def game(players):
    return open_table(players[0], make_setup())


@pytest.mark.parametrize(("name", "other"), SPELLINGS)
def test_seat_and_rename_refuse_a_taken_name_in_every_spelling(
    game, players, name, other
):
    alice, bob = players
    take_seat(game.code, alice, name=name, investigator=Investigator.LACES)
    with refuses(Refused.NAME_TAKEN):
        take_seat(game.code, bob, name=other, investigator=Investigator.BRITTON)
    take_seat(game.code, bob, name="bob", investigator=Investigator.BRITTON)
    with refuses(Refused.NAME_TAKEN):
        rename_seat(game.code, bob, other)
    rename_seat(game.code, alice, other)
    assert list(game.seats.values_list("name", flat=True)) == [other, "bob"]


@pytest.mark.parametrize(("name", "other"), SPELLINGS)
def test_latecomer_does_not_sit_down_beside_a_namesake(name, other):
    seated, late = make_players(2)
    late.name = other
    seats = [Seat(player=seated, name=name, investigator=Investigator.LACES)]
    assert add_latecomers(seats, [late]) == seats


def test_bot_gets_no_seat_beside_a_player_of_its_name(game, players):
    take_seat(game.code, players[0], name="ＢＲＵＮＯ", investigator=Investigator.LACES)
    with refuses(Refused.NAME_TAKEN):
        add_bot(game.code, players[0], "bruno")


def test_of_two_promises_to_spellings_of_a_name_the_first_is_kept():
    game, (alice, *_others) = begin_to_draw(4)
    asking = newcomer("Dana"), newcomer("\uff24\uff41\uff4e\uff41")
    for seat, new in enumerate(asking, 1):
        show_out(game.code, alice, seat)
        promise(game, alice, new, seat)
    begin_again(game)
    assert [view_of(game, each).viewer >= 0 for each in asking] == [True, False]
