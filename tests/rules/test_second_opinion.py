"""Both implementations of the rules agree on random complete and broken records."""

import json
import random

import pytest

from games.rules.errors import RecordError
from games.rules.record import outcome, parse_record, replay_record
from tests.rules.broken_records import ODD, break_record
from tests.rules.random_games import RandomGame, random_games
from tests.rules.second_opinion import judge
from tests.support.samples import quick_first

SEEDS = quick_first(range(0, 224, 32), 2)


def answer_of(record):
    """Return the answer of the rules in the format of the second opinion."""
    try:
        return "outcome", outcome(replay_record(parse_record(record)))
    except RecordError as error:
        return "error", (error.round, error.move)


@pytest.mark.parametrize("first", SEEDS)
def test_two_referees_agree_on_complete_games(first):
    for game in random_games(32, first=first):
        assert answer_of(game.record) == judge(game.record)


@pytest.mark.parametrize("first", SEEDS)
def test_two_referees_agree_on_broken_records(first):
    chance = random.Random(first)
    refused = 0
    for game in random_games(32, first=first):
        record = game.record
        for _ in range(4):
            broken = break_record(record, chance)
            answer = answer_of(broken)
            assert answer == judge(broken)
            refused += answer[0] == "error"
    assert refused > 64


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_two_referees_agree_on_careless_and_lucky_players(seats):
    for seed in range(12):
        careless = {"care": 0.9, "haste": 0.1}
        lucky = {"luck": 3000, "haste": 0.05}
        for wishes in (careless, lucky):
            game = RandomGame(seed, seats=seats, **wishes).play()
            assert answer_of(game.record) == judge(game.record)


def test_odd_value_anywhere_in_a_record_gives_an_outcome_or_a_place():
    """Each value is replaced by odd ones; no input crashes the replay."""
    record = RandomGame(5, seats=3, haste=0.3).play().record
    del record["rounds"][1:]
    text = json.dumps(record)
    for path in list(paths_of(record)):
        for odd in ODD:
            broken = json.loads(text)
            put(broken, path, odd)
            assert len(answer_of(broken)) == 2


def paths_of(value, path=()):
    """Yield the path to every part of a JSON value."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        if isinstance(part, dict | list):
            yield from paths_of(part, (*path, key))
        else:
            yield (*path, key)


def put(value, path, new):
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new
