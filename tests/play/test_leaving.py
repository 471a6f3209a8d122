"""A player goes away for good: the others wait no longer than the limits."""

import random

import pytest

from games.live import clock
from games.models.game import Limits, Presence
from games.play.presence import let_stand_in, note_missing
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Pass
from games.rules.state import Phase
from games.rules.timeouts import waiting_for
from tests.support.cast import begin_game, look_into, make

pytestmark = [pytest.mark.usefixtures("commits"), pytest.mark.slow]

CAROL = 2
MOST_STEPS = 2000


def wish_of(state, chance):
    """Return a move for which the table waits for alice or bob, None without one."""
    for seat in waiting_for(state):
        moves = [] if seat == CAROL else legal_moves(state, seat)
        others = [move for move in moves if not isinstance(move, Accuse | Pass)]
        accusations = [move for move in moves if isinstance(move, Accuse)]
        if others or accusations:
            return chance.choice(others or accusations)
    return None


def play_without_carol(game, players, hands):
    """Play to the end; return the seconds of each wait, and of its limit."""
    chance, waits = random.Random(4), []
    for _ in range(MOST_STEPS):
        state = look_into(game).state
        if state.phase == Phase.OVER:
            return waits
        wish = wish_of(state, chance)
        if wish is not None:
            make(game, players, wish)
            continue
        limits = clock.LIMITS[Limits.QUICK]
        limit = limits["placing" if state.placing else state.phase]
        before = hands.time
        hands.run_out(game)
        waits.append(((hands.time - before).total_seconds(), limit))
    raise AssertionError("The game does not come to its end.")


def go_away(game, players):
    note_missing(game.code, {players[CAROL].pk: 20})
    assert look_into(game).table.presences[CAROL] == Presence.AWAY


def test_others_finish_and_wait_no_longer_than_the_limits(hands):
    game, players = begin_game(3, limits="quick")
    go_away(game, players)
    waits = play_without_carol(game, players, hands)
    assert waits
    assert all(seconds <= limit for seconds, limit in waits)
    game.refresh_from_db()
    assert game.reason != "abandoned"
    assert set(game.moves.filter(seat=CAROL).values_list("by", flat=True)) == {"clock"}


def test_stand_in_moves_after_a_short_pause(hands):
    game, players = begin_game(3, limits="off")
    go_away(game, players)
    let_stand_in(game.code, players[0], CAROL)
    waits = play_without_carol(game, players, hands)
    assert max(seconds for seconds, _limit in waits) == clock.STAND_IN_PAUSE
    game.refresh_from_db()
    assert game.reason != "abandoned"
