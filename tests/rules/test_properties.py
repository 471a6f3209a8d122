"""Properties of every game, tested on random games with all options."""

import dataclasses
import random
from collections import Counter

import pytest

from games.proof.record import parse_record, replay_record, replay_steps
from games.rules.apply import apply_move
from games.rules.illegal import IllegalMove
from games.rules.legal import legal_moves
from games.rules.state import INVESTIGATOR, Phase, State, evolve
from games.rules.suspects import SUSPECTS, find_chief
from games.rules.tokens import Colour, build_full_pool
from tests.rules.every_move import every_move
from tests.rules.random_games import RandomGame, random_games
from tests.support.samples import quick_first

# The first half has each combination of options once.
SEEDS = quick_first(range(0, 64, 8), 4)


@pytest.fixture(scope="module", params=SEEDS)
def games(request):
    """Return eight complete games; all groups together cover all options."""
    return random_games(8, first=request.param)


def test_exactly_the_legal_moves_are_accepted(games):
    chance = random.Random(7)
    for game in games:
        cafes = [step for step in game.steps if step[0].phase is Phase.CAFE]
        for state, _ in chance.sample(game.steps, 6) + cafes[:2]:
            copy = dataclasses.replace(state)
            for seat in range(-1, len(game.seats) + 1):
                check_moves(state, seat)
            assert state == copy


def check_moves(state, seat):
    legal = legal_moves(state, seat)
    assert len(set(legal)) == len(legal)
    moves = every_move(state, seat)
    assert set(legal) <= set(moves)
    for move in moves:
        if move in legal:
            after, happened = apply_move(state, move)
            assert after != state
            assert happened
        else:
            with pytest.raises(IllegalMove):
                apply_move(state, move)


def test_finished_game_has_no_legal_move(games):
    for game in games:
        assert game.state.phase is Phase.OVER
        for seat in range(len(game.seats)):
            check_moves(game.state, seat)
            assert legal_moves(game.state, seat) == ()


def test_running_game_has_a_legal_move(games):
    for game in games:
        for state, _ in game.steps:
            assert any(legal_moves(state, seat) for seat in range(len(game.seats)))


def test_suspects_and_tokens_are_conserved(games):
    for game in games:
        everything = build_full_pool(game.options)
        for state, _ in [*game.steps, (game.state, None)]:
            waiting = [state.drawn] if state.placing else []
            piles = [card for pile in state.lines + state.discards for card in pile]
            deck = [card for card in state.deck if card != INVESTIGATOR]
            assert sorted([*deck, *piles, *waiting]) == sorted(SUSPECTS)
            for colour in Colour:
                held = [t.face for t in state.tokens if t.colour is colour]
                all_faces = sorted([*held, *state.pool.left(colour)])
                assert all_faces == sorted(everything.left(colour))


def test_public_clues_and_bag_are_conserved(games):
    for game in games:
        for state, _ in game.steps:
            shown = len(game.seats) + len(state.public_clues) + len(state.flips)
            assert shown == 5
            left = Counter(state.deck)[INVESTIGATOR]
            assert left == len(state.flips)


def test_referee_never_discards_the_chief(games):
    for game in games:
        if game.options.placement == "players":
            continue
        for state, _ in game.steps:
            if state.phase is not Phase.SIDES:
                clues = state.clues + state.public_clues + state.flips
                assert not any(find_chief(clues) in pile for pile in state.discards)


def test_replay_of_a_partial_record_equals_the_state_at_that_point(games):
    chance = random.Random(3)
    for game in games:
        record = game.record
        cut = chance.randrange(len(record["rounds"]))
        moves = record["rounds"][cut]["moves"]
        played = sum(len(entry["moves"]) for entry in record["rounds"][:cut])
        stop = chance.randrange(len(moves))
        part = {"deal": record["rounds"][cut]["deal"], "moves": moves[:stop]}
        record["rounds"] = [*record["rounds"][:cut], part]
        assert replay_record(parse_record(record)) == game.steps[played + stop][0]


def test_steps_of_a_replay_count_the_inputs_of_their_round(games):
    for (_, move), step in replay_steps(parse_record(games[0].record)):
        assert step.count == move + 1


def test_evolve_equals_dataclasses_replace():
    for state, _ in RandomGame(1).play().steps:
        for field in dataclasses.fields(State):
            changes = {field.name: getattr(state, field.name)}
            assert evolve(state, **changes) == dataclasses.replace(state, **changes)
            assert evolve(state, **changes) == state
