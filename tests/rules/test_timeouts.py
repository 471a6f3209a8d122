"""The clock's moves for a seat without time left: always legal and never a mistake."""

import random
from functools import partial

import pytest

from games.rules.apply import apply_move
from games.rules.editions import LastCall, Options, Placement
from games.rules.legal import legal_moves
from games.rules.moves import Announce, Choose, Done, Draw, Pass, Place
from games.rules.state import Phase
from games.rules.timeouts import choose_timeout_move, find_waiting_seats, name_step
from tests.rules.random_games import RandomGame
from tests.rules.test_ending import TEN, review

EVERY_KIND = {Choose, Draw, Place, Pass, Done}


def play_by_clock(options, seed):
    """Yield each state that waits for a seat, and the clock's move in it."""
    chance, game = random.Random(seed), RandomGame(seed, options=options)
    while game.state.phase != Phase.OVER:
        if game.state.phase == Phase.BETWEEN:
            game.deal()
            continue
        seat = chance.choice(find_waiting_seats(game.state))
        wanted = choose_timeout_move(game.state, seat, lambda: chance.randbytes(32))
        yield game.state, wanted
        game.move(wanted)


@pytest.mark.parametrize("placement", Placement)
@pytest.mark.parametrize("last_call", LastCall)
def test_clock_plays_a_whole_game_with_legal_moves(placement, last_call):
    options = Options(True, True, placement, last_call)
    kinds = set()
    for state, wanted in play_by_clock(options, seed=7):
        assert wanted in legal_moves(state, wanted.seat)
        kinds.add(type(wanted))
    assert kinds == EVERY_KIND - ({Place} if placement == Placement.REFEREE else set())


def test_clock_places_every_card_correctly():
    options = Options(placement=Placement.PLAYERS)
    voids = [
        state.results[-1].is_void
        for state, _wanted in play_by_clock(options, seed=3)
        if state.results
    ]
    assert voids
    assert not any(voids)


def test_clock_never_announces_ten():
    state = review([TEN, (), ()])
    assert Announce(0) in legal_moves(state, 0)
    assert choose_timeout_move(state, 0, bytes) == Done(0)


def test_toss_decides_the_side_that_the_clock_chooses():
    state, wanted = next(play_by_clock(Options(), seed=1))
    keys = (partial(bytes, [number]) for number in range(20))
    sides = {choose_timeout_move(state, wanted.seat, key).side for key in keys}
    assert sides == {move.side for move in legal_moves(state, wanted.seat)}


def test_finished_game_waits_for_no_seat():
    for state, wanted in play_by_clock(Options(), seed=5):
        last, _events = apply_move(state, wanted)
    assert last.phase == Phase.OVER
    assert find_waiting_seats(last) == ()


def test_step_ends_with_each_draw_and_each_phase():
    steps = {}
    for state, _wanted in play_by_clock(Options(), seed=2):
        steps.setdefault(name_step(state), []).append(state.phase)
    draws = [phases for phases in steps.values() if phases[0] == Phase.SUSPECTS]
    assert all(len(phases) == 1 for phases in draws)
    assert all(len(set(phases)) == 1 for phases in steps.values())
