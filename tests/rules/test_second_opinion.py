"""Both implementations of the rules agree on random complete and broken records."""

import json
import random
from functools import reduce
from operator import getitem
from pathlib import Path

import pytest

from games.proof.record import build_outcome, parse_record, replay_record
from games.rules.illegal import RecordError
from tests.rules.broken_records import ODD, break_record
from tests.rules.changes import list_places
from tests.rules.random_games import RandomGame, random_games
from tests.rules.second_opinion import judge
from tests.support.samples import quick_first

SHORT = Path(__file__).parents[1] / "records" / "stopped-in-sides.json"
MISSING = object()
SEEDS = quick_first(range(0, 224, 32), 2)


def answer_of(record):
    """Return the answer of the rules in the format of the second opinion."""
    try:
        return "outcome", build_outcome(replay_record(parse_record(record)))
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


def test_two_referees_agree_on_a_record_with_an_odd_or_missing_value_anywhere():
    chance, text = random.Random(3), SHORT.read_text()
    for path in list_places(json.loads(text)["record"], with_inner=True):
        for odd in [MISSING, *chance.sample(ODD, 4)]:
            broken = json.loads(text)["record"]
            *way, last = path
            place = reduce(getitem, way, broken)
            if odd is MISSING:
                del place[last]
            else:
                place[last] = odd
            answer = answer_of(broken)
            # The second opinion expects a well-formed head.
            is_head_refused = len(path) < 3 and answer == ("error", (0, 0))
            assert is_head_refused or answer == judge(broken), (path, odd)
