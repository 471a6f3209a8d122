"""A limit that ran out while no process could take moves starts anew."""

from datetime import timedelta

import pytest

from games.play import clock
from games.play.clock import serving
from games.play.due_moves import make_due_moves
from games.rules.editions import Limits
from games.rules.state import Phase
from games.table.bots import add_bot
from games.table.lobby.starting import start_game
from games.table.people.presence import let_stand_in
from tests.support.cast import begin_game, begin_to_draw, look_into, open_lobby
from tests.support.presence import send_away

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

TURN = clock.LIMITS[Limits.QUICK][Phase.SUSPECTS]


@pytest.fixture
def ticks(hands, monkeypatch):
    """Return the monotonic clock of this process, which runs with the time of day."""

    def read():
        return hands.time.timestamp()

    monkeypatch.setattr(clock, "monotonic", read)
    serving.begin()


def serve(hands, seconds):
    """Let time pass in a process that is awake."""
    for _second in range(seconds):
        hands.advance(1)
        serving.beat()


def restart(hands, seconds):
    """Stop the process for so long."""
    hands.advance(seconds)
    serving.begin()


def freeze(hands, seconds):
    """Let the process sleep: its timer may wake before its heartbeat."""
    hands.advance(seconds)


@pytest.fixture
def game(ticks):
    return begin_to_draw(limits="quick")[0]


@pytest.mark.parametrize("stop", [restart, freeze])
@pytest.mark.parametrize("seconds", [13, 22, 29, 31, 3600])
def test_limit_that_ran_out_in_an_outage_starts_anew(game, hands, stop, seconds):
    serve(hands, 3)
    count = game.moves.count()
    stop(hands, seconds)
    _number, due_at = make_due_moves(game.code)
    assert game.moves.count() == count
    assert due_at == hands.time + timedelta(seconds=TURN)
    serve(hands, TURN)
    make_due_moves(game.code)
    assert game.moves.count() == count + 1


@pytest.mark.parametrize("stop", [restart, freeze])
def test_limit_that_outlasts_an_outage_runs_on(game, hands, stop):
    serve(hands, 3)
    count = game.moves.count()
    stop(hands, 9)
    serve(hands, TURN - 12)
    make_due_moves(game.code)
    assert game.moves.count() == count + 1


def test_stand_in_moves_at_once_after_an_outage(ticks, hands):
    game, players = begin_game(4, limits="quick")
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    restart(hands, clock.LIMITS[Limits.QUICK][Phase.SIDES] + 1)
    _number, due_at = make_due_moves(game.code)
    assert [move.seat for move in game.moves.all()] == [3]
    assert due_at == hands.time + timedelta(
        seconds=clock.LIMITS[Limits.QUICK][Phase.SIDES]
    )


def test_bot_moves_at_once_after_an_outage(ticks, hands):
    game, players = open_lobby(2, limits="quick")
    add_bot(game.code, players[0], "pip")
    start_game(game.code, players[0], first_seat=0)
    game.refresh_from_db()
    bot = next(due for due in look_into(game).table.dues if due.cause == "bot")
    assert bot.at < hands.time + timedelta(seconds=20)
    restart(hands, 22)
    make_due_moves(game.code)
    assert game.moves.filter(by="bot").exists()
