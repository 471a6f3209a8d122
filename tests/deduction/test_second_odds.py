"""Chances of `manage.py odds` against a count of every world, written apart."""

from collections import Counter
from itertools import islice, permutations
from math import inf, prod

import pytest

from games.deduction.odds import answer_question
from tests.deduction.second_odds import CATS, count, difference, has, questions, ways


def questions_with_piles(most):
    """Yield questions; the time of a count grows with the product of all piles."""
    for question, position in questions(0):
        size = prod(len(pile) + 1 for pile in position.piles)
        if position.is_revealed or size <= most:
            yield question, position


@pytest.mark.parametrize(
    ("views", "most"), [(30, 8), pytest.param(5000, inf, marks=pytest.mark.full)]
)
def test_chances_equal_a_count_of_every_world(views, most):
    kinds = Counter()
    for question, position in islice(questions_with_piles(most), views):
        expected = count(position, question["seat"], question["view"])
        assert difference(answer_question(question), expected) <= 1e-9, question
        kinds[question["view"]] += 1
        kinds["revealed"] += position.is_revealed
        kinds["waiting card"] += bool(position.waiting)
        kinds["nothing fits"] += not expected["suspects"]
        kinds["no clue yet"] += question["seat"] in set(range(position.n)) - {
            *position.clues
        }
    assert kinds["replay"] == kinds["notebook"] == views / 2
    assert len(+kinds) == 6, kinds


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
