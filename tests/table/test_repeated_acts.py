"""An act without an effect raises no number, so it wakes no page."""

import pytest

from games.models import Presence
from games.table.lobby.opening import change_options
from games.table.lobby.starting import set_ready
from games.table.people.asking import ask_for_seat
from games.table.people.host import hand_over
from games.table.people.presence import let_stand_in
from games.table.people.seats import change_investigator, move_seat, rename_seat
from games.table.people.votes import pause
from tests.support.cast import begin_game, make_setup, newcomer, open_lobby

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def numbers_after(game, act):
    """Return the number of a table before an act, after it, and after it once more."""
    numbers = []
    for call in (lambda: None, act, act):
        call()
        game.refresh_from_db()
        numbers.append(game.number)
    return numbers


IN_LOBBY = {
    "ready": lambda code, players: set_ready(code, players[1]),
    "name": lambda code, players: rename_seat(code, players[1], "Roberta"),
    "dog": lambda code, players: change_investigator(code, players[1], "meridian"),
    "options": lambda code, players: change_options(
        code, players[0], make_setup(stasi=True)
    ),
}
IN_GAME = {
    "pause": lambda code, players: pause(code, players[1], pauses=True),
    "pause by the host": lambda code, players: pause(code, players[0], pauses=True),
    "stand-in": lambda code, players: let_stand_in(code, players[1], 4),
    "question for a seat": lambda code, players: ask_for_seat(code, EVE[0]),
}
EVE = []


@pytest.mark.parametrize("name", IN_LOBBY)
def test_repeated_act_in_the_lobby_is_no_change(name):
    game, players = open_lobby(3)
    before, once, twice = numbers_after(
        game, lambda: IN_LOBBY[name](game.code, players)
    )
    assert before < once == twice


@pytest.mark.parametrize("name", IN_GAME)
def test_repeated_vote_is_no_change(name):
    game, players = begin_game(5)
    game.seats.filter(index=4).update(presence=Presence.AWAY)
    EVE[:] = [newcomer()]
    before, once, twice = numbers_after(game, lambda: IN_GAME[name](game.code, players))
    assert before < once == twice


@pytest.mark.parametrize(("act", "places"), [(move_seat, (1, 1)), (hand_over, (0,))])
def test_seat_or_host_that_stays_is_no_change(act, places):
    game, players = open_lobby(3)
    before, once, _ = numbers_after(game, lambda: act(game.code, players[0], *places))
    assert before == once
