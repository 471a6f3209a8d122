"""Practice: exercises with a certain chief or without, and their proofs."""

import re
from functools import cache

import pytest
from django.test import Client

from games.daily import views
from games.deduction.puzzles import (
    Difficulty,
    find_clues,
    find_deal,
    find_exercise,
    name_exercise,
)
from games.players import limits
from games.rules.suspects import SUSPECTS, find_chief, matches

# The first exercise with a certain chief and the first without.
CERTAIN, OPEN = 2, 1


@cache
def exercise(number):
    return find_exercise(Difficulty.MEDIUM, number)


def look(number, query=""):
    return Client().get(f"/practice/medium/{number}/{query}")


def suspects_in_lines(number):
    cards = exercise(number).cards
    return [card for lying in cards for card in lying.line]


def test_open_exercises_lack_one_card_to_be_certain():
    exercises = [exercise(number) for number in range(1, 31)]
    answers = [each.answer for each in exercises]
    assert 3 <= answers.count(None) <= 15
    for each in exercises:
        possible = each.position.list_possible_chiefs()
        assert len(possible) > 1 or each.answer == possible[0]
        for suspect in possible:
            clues = find_clues(each.position, suspect)
            assert find_chief(clues) == suspect
            for cards, side in zip(each.cards, clues, strict=False):
                assert all(matches(card, side) for card in cards.line)
                assert not any(matches(card, side) for card in cards.discards)


@pytest.mark.parametrize("level", Difficulty)
def test_deals_of_exercises_are_those_that_a_search_finds(level):
    deals = views._read_deals()[level]
    assert len(deals) == views.LAST_EXERCISE
    for number in (1, 2, 1000):
        name = name_exercise(level, number)
        assert find_deal(name, level) == deals[number - 1]


@pytest.mark.parametrize("number", [CERTAIN, OPEN])
def test_exercise_hides_its_answer(number):
    page = look(number).text
    assert 'class="proof"' not in page
    assert "data-right" not in page
    assert page.count("data-accuse=") == len(suspects_in_lines(number))


def test_right_chief_is_praised_with_the_proof():
    page = look(CERTAIN, f"?accuse={exercise(CERTAIN).answer}").text
    assert 'data-right="yes"' in page
    assert page.count('class="proof"') == 1
    assert "data-accuse=" not in page


def test_wrong_suspect_is_refuted_and_the_chief_proved():
    chief = exercise(CERTAIN).answer
    wrong = next(card for card in suspects_in_lines(CERTAIN) if card != chief)
    page = look(CERTAIN, f"?accuse={wrong}").text
    assert 'data-right="no"' in page
    assert page.count('class="proof"') == 2


def test_open_exercise_is_answered_by_waiting():
    page = look(OPEN, "?accuse=nobody").text
    assert 'data-right="yes"' in page
    assert "Still in the frame" in page
    possible = exercise(OPEN).position.list_possible_chiefs()
    assert page.count(", if the clues are these: ") == len(possible)
    assert 'data-right="no"' in look(CERTAIN, "?accuse=nobody").text


@pytest.mark.parametrize("path", ["medium/0", "medium/1001", "odd/1", "easy/x"])
def test_unknown_exercise_is_not_found(path):
    assert Client().get(f"/practice/{path}/").status_code == 404


@pytest.mark.parametrize("query", ["?accuse=", "?accuse=2&out=x", "?accuse=%00"])
def test_invalid_answer_is_none(query):
    outside = next(s for s in SUSPECTS if s not in suspects_in_lines(OPEN))
    for each in (query, f"?accuse={outside}"):
        assert "data-right" not in look(OPEN, each).text


def test_scripts_cannot_make_exercises_without_end(monkeypatch):
    monkeypatch.setattr(limits.PRACTICE, "hit", lambda key: False)
    assert look(CERTAIN).status_code == 429


def test_device_keeps_a_rating_and_goes_on_where_it_was():
    device = Client()
    path = "/practice/medium/{}/?accuse={}"
    answers = [exercise(number).answer or "nobody" for number in (1, 2, 3)]
    pages = [device.get(path.format(n, a)).text for n, a in enumerate(answers, 1)]
    assert [re.search(r"<b>(\d+)</b>", page)[1] for page in pages] == [
        "1020",
        "1040",
        "1059",
    ]
    assert "(+20)" in pages[0]
    again = device.get(path.format(1, answers[0])).text
    assert "<b>1059</b>" in again
    assert "(+" not in again
    levels = device.get("/practice/").text
    assert 'href="/practice/medium/4/"' in levels
    assert 'href="/practice/easy/1/"' in levels
    wrong = "nobody" if exercise(4).answer else suspects_in_lines(4)[0]
    lost = device.get(path.format(4, wrong)).text
    assert int(re.search(r"<b>(\d+)</b>", lost)[1]) < 1059


@pytest.mark.parametrize(
    "cookie", ["", "x", "1000", "nan 1 1 1 1", "1e9 1 1 1 1", "1000 1 1 1 -1"]
)
def test_broken_rating_begins_anew(cookie):
    device = Client()
    device.cookies["practice"] = cookie
    # Each level begins at its first exercise.
    assert 'href="/practice/hard/1/"' in device.get("/practice/").text
