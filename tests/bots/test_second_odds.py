"""Chances against a count of every world, written apart (full: 5,000 views)."""

from itertools import permutations

import pytest

from tests.bots.second_odds import CATS, MOST, compare, has, ways


@pytest.mark.slow
def test_chances_of_sixty_views_equal_a_count_of_every_world():
    worst, _, kinds = compare(60)
    assert worst <= MOST
    assert kinds["replay"] == kinds["notebook"] == 30


@pytest.mark.full
def test_chances_of_5000_views_equal_a_count_of_every_world():
    worst, _, _ = compare(5000)
    assert worst <= MOST


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
