"""Stand-ins: bots that play for absent players, and the votes that call them."""

from datetime import timedelta

import pytest

from games.errors import Refused
from games.models import Player
from games.play import clock
from games.play.due_moves import make_due_moves
from games.table import absence
from games.table.presence import let_stand_in, note_here
from games.table.seats import leave_table
from games.table.votes import pause
from tests.support.cast import begin_game, choose_all, look_into, open_lobby
from tests.support.presence import presences, send_away
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

AWAY = absence.AWAY_AFTER


@pytest.fixture
def table():
    """Return a game of four: alice is the host, dave goes away."""
    return begin_game(4)


def test_host_alone_can_call_a_stand_in(table, hands):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    assert presences(game)[3] == "stand-in"
    hands.run_out(game)
    made = game.moves.get()
    assert (made.seat, made.by, made.content["move"]) == (3, "clock", "choose")


def test_stand_in_without_the_host_needs_most_present_players(table):
    game, players = table
    send_away(game, players[0])
    let_stand_in(game.code, players[1], 0)
    let_stand_in(game.code, players[1], 0)
    assert presences(game)[0] == "away"
    let_stand_in(game.code, players[2], 0)
    assert presences(game)[0] == "stand-in"
    assert look_into(game).table.agreed == ()


@pytest.mark.parametrize("bot", ["", "pip"])
def test_absent_player_cannot_vote(table, bot):
    game, players = table
    leave_table(game.code, players[1], bot)
    send_away(game, players[2])
    send_away(game, players[3])
    for player in players[1:3]:
        with refuses(Refused.NOT_HERE):
            let_stand_in(game.code, player, 3)
        with refuses(Refused.NOT_HERE):
            pause(game.code, player, pauses=True)
    assert look_into(game).table.agreed == ()


def test_vote_of_an_absent_player_does_not_count():
    game, players = begin_game(5)
    send_away(game, players[4])
    let_stand_in(game.code, players[1], 4)
    send_away(game, players[1])
    let_stand_in(game.code, players[2], 4)
    assert presences(game)[4] == "away"
    let_stand_in(game.code, players[3], 4)
    assert presences(game)[4] == "stand-in"


def test_present_player_gets_no_stand_in(table):
    game, players = table
    with refuses(Refused.NOT_AWAY):
        let_stand_in(game.code, players[0], 3)


def test_stranger_cannot_vote(table):
    game, players = table
    send_away(game, players[3])
    eve = Player.objects.create(name="eve")
    for act in (
        lambda: let_stand_in(game.code, eve, 3),
        lambda: pause(game.code, eve, pauses=True),
    ):
        with refuses(Refused.NOT_SEATED):
            act()
    assert look_into(game).table.agreed == ()


def test_returning_player_takes_the_seat_back_at_once(table, hands):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    note_here(game.code, players[3])
    game.refresh_from_db()
    assert (game.dues, game.due_at) == ([], None)
    choose_all(game, players[3:])
    assert game.moves.get().by == "player"


@pytest.mark.parametrize("bot", ["", "pip"])
def test_leaving_and_returning_repeatedly_gains_no_time(hands, bot):
    game, players = begin_game(3, limits="quick")
    choose_all(game, players[1:])
    for _ in range(15):
        leave_table(game.code, players[0], bot)
        make_due_moves(game.code)
        note_here(game.code, players[0])
        hands.advance(2)
        make_due_moves(game.code)
    # The limit of 30 s ends in the meantime, and the clock chooses once.
    assert game.moves.filter(seat=0).count() == 1


def test_stand_in_is_never_later_than_the_limit(hands):
    game, players = begin_game(3, limits="quick")
    hands.time = game.due_at - timedelta(seconds=1)
    leave_table(game.code, players[0])
    hands.advance(1)
    make_due_moves(game.code)
    assert game.moves.filter(seat=0, by="clock").count() == 1


def test_returning_player_has_the_rest_of_the_limit(hands):
    game, players = begin_game(3, limits="quick")
    choose_all(game, players[1:])
    due_at = game.due_at
    hands.advance(10)
    leave_table(game.code, players[0])
    table = look_into(game).table
    assert (table.due_at - hands.time).total_seconds() == clock.STAND_IN_PAUSE
    assert clock.find_deadline(table.dues) is None
    note_here(game.code, players[0])
    table = look_into(game).table
    assert table.due_at == clock.find_deadline(table.dues) == due_at


def test_votes_for_a_stand_in_end_when_the_player_returns(table):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[1], 3)
    note_here(game.code, players[3])
    send_away(game, players[3])
    assert look_into(game).table.agreed == ()


def test_lobby_allows_no_stand_in():
    game, players = open_lobby()
    with refuses(Refused.NOT_STARTED):
        let_stand_in(game.code, players[0], 1)


def test_others_wait_no_longer_than_the_limits_for_an_absent_player(hands):
    game, players = begin_game(3, limits="quick", adler=True, placement="players")
    send_away(game, players[2])
    while game.round_number == 1:
        before, state = hands.time, look_into(game).state
        hands.run_out(game)
        limit = clock.LIMITS["quick"]["placing" if state.placing else state.phase]
        assert (hands.time - before).total_seconds() <= limit
