"""Suspects, clues and matching (docs/rules.md section 1)."""

import pytest

from games.rules.suspects import (
    SUSPECTS,
    Side,
    Trait,
    count_matches,
    find_chief,
    list_matching_sides,
    matches,
    sides_of,
    trait_of,
)


def test_each_combination_of_sides_has_one_suspect():
    assert len(set(SUSPECTS)) == 32
    assert all(set(suspect) <= {"0", "1"} and len(suspect) == 5 for suspect in SUSPECTS)


def test_code_is_in_the_order_of_the_traits():
    sides = list_matching_sides("10110")
    assert sides == ("hat", "no-glasses", "coat", "grey", "no-newspaper")
    assert [trait_of(side) for side in sides] == list(Trait)


def test_side_1_of_a_clue_token_comes_first():
    pairs = [sides_of(trait) for trait in Trait]
    assert [one for one, _ in pairs] == ["hat", "glasses", "coat", "grey", "newspaper"]
    assert list_matching_sides("00000") == tuple(zero for _, zero in pairs)


@pytest.mark.parametrize("side", Side)
def test_each_side_matches_half_of_the_suspects(side):
    fitting = [suspect for suspect in SUSPECTS if matches(suspect, side)]
    assert len(fitting) == 16
    assert all(side in list_matching_sides(suspect) for suspect in fitting)


@pytest.mark.parametrize("chief", SUSPECTS)
def test_five_clues_leave_one_chief_and_five_assistants(chief):
    clues = list_matching_sides(chief)
    counts = sorted(count_matches(suspect, clues) for suspect in SUSPECTS)
    assert find_chief(reversed(clues)) == chief
    assert counts == [0] + [1] * 5 + [2] * 10 + [3] * 10 + [4] * 5 + [5]
