"""Chances of `manage.py odds` against a count of every world, written apart."""

from collections import Counter
from itertools import islice, permutations

import pytest

from games.bots.odds import answer_question
from tests.bots.second_odds import CATS, count, difference, has, questions, ways


@pytest.mark.parametrize("views", [60, pytest.param(5000, marks=pytest.mark.full)])
def test_chances_equal_a_count_of_every_world(views):
    kinds = Counter()
    for question, position in islice(questions(0), views):
        expected = count(position, question["seat"], question["view"])
        assert difference(answer_question(question), expected) <= 1e-9, question
        kinds[question["view"]] += 1
        kinds["revealed"] += position.is_revealed
    assert kinds["replay"] == kinds["notebook"] == views / 2
    assert kinds["revealed"]


def test_counted_ways_equal_dealing_every_deck():
    """The number of decks with the same view is proportional to the counted ways."""
    lines, unseen = [CATS[3]], [cat for cat in CATS if cat != CATS[3]][:9]
    assert has(lines[0], "hat")
    found = []
    for clues in (("hat", "coat"), ("hat", "grey"), ("glasses", "orange")):
        decks = sum(
            not any(has(cat, clues[at % 2]) for at, cat in enumerate(drawn))
            for drawn in permutations(unseen, 4)
        )
        found.append((decks, ways(unseen, clues, (2, 2))))
    assert all(decks == 4 * counted for decks, counted in found)
    assert len(set(found)) > 1
