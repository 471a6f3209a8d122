"""An observation does not change when only facts hidden from its viewer change."""

import random
from dataclasses import replace

import pytest

from games.rules.illegal import RulesError
from games.rules.legal import check_legal
from games.rules.observe import REFEREE, SPECTATOR, observe
from games.rules.state import evolve
from tests.rules.every_move import every_move
from tests.rules.random_games import random_games
from tests.support.samples import quick_first
from tests.support.worlds import another_world


def refusal_of(state, move):
    """Return the type of error that refuses a move, or None for a legal move."""
    try:
        check_legal(state, move)
    except RulesError as error:
        return type(error)
    return None


@pytest.mark.parametrize("discards", ["closed", "open"])
@pytest.mark.parametrize("first", quick_first(range(0, 32, 8)))
def test_observation_is_the_same_in_two_worlds(first, discards):
    chance = random.Random(first)
    for game in random_games(8, first=first):
        for state, _ in game.steps[::3]:
            world = evolve(state, options=replace(state.options, discards=discards))
            for viewer in range(SPECTATOR, len(game.seats)):
                other = another_world(world, viewer, chance)
                assert observe(other, viewer) == observe(world, viewer)


def test_refusal_is_the_same_in_two_worlds():
    chance = random.Random(1)
    for game in random_games(8, first=100):
        for state, _ in chance.sample(game.steps, 12):
            for viewer in range(len(game.seats)):
                other = another_world(state, viewer, chance)
                for move in every_move(state, viewer):
                    assert refusal_of(other, move) == refusal_of(state, move)


def test_two_worlds_differ_for_the_referee():
    chance = random.Random(2)
    differ = same = 0
    for game in random_games(4):
        for state, _ in game.steps:
            other = another_world(state, SPECTATOR, chance)
            if observe(other, REFEREE) == observe(state, REFEREE):
                same += 1
            else:
                differ += 1
    assert differ > 10 * same
