"""The lessons: positions of recorded games, with the coach's answer."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.labels import investigator_name
from games.rules.suspects import Side, matches, trait_of
from tools.lessons import LESSONS, RECORDS, TOPICS, find_moments

NUMBERS = range(1, len(TOPICS) + 1)


def page_of(number, **answer):
    return Client().get(reverse("lesson", args=[number]), answer)


def test_lessons_are_moments_of_recorded_games():
    for lesson in json.loads(LESSONS.read_text()):
        moments = find_moments(RECORDS / f"{lesson['record']}.json")
        moment = next(
            each
            for each in moments
            if (each.moves, each.seat) == (lesson["steps"], lesson["you"])
        )
        cards = zip(
            moment.position.cards,
            lesson["lines"],
            lesson["discards"],
            lesson["covered"],
            strict=True,
        )
        for known, line, discards, covered in cards:
            assert list(known.line) == line
            assert set(discards) <= set(known.discards)
            assert len(known.discards) == len(discards) + covered


@pytest.mark.parametrize("number", NUMBERS)
def test_lesson_is_answered_with_a_proof_or_the_ways_left(number):
    page = page_of(number)
    assert page.status_code == 200
    assert not page.context["exercise"]["is_answered"]
    first = page_of(number, accuse="nobody", tried="on").context["exercise"]
    assert first["is_answered"]
    assert first["is_right"] is (number == 4)
    assert bool(first["open"]) is (number == 4)
    assert bool(first["proof"]) is (number != 4)


@pytest.mark.parametrize("number", NUMBERS)
def test_first_wrong_answer_gets_a_hint_and_another_try(number):
    lesson = json.loads(LESSONS.read_text())[number - 1]
    cards = [card for line in lesson["lines"] for card in line]
    answers = [*cards, "nobody"]
    right = [
        answer
        for answer in answers
        if page_of(number, accuse=answer).context["exercise"]["is_answered"]
    ]
    wrong = next(answer for answer in answers if answer not in right)
    assert len(right) == 1
    page = page_of(number, accuse=wrong)
    assert page.context["hint"]
    assert 'name="tried"' in page.text
    assert f'href="?accuse={wrong}&amp;tried=on"' in page.text
    again = page_of(number, accuse=wrong, tried="on").context
    assert again["exercise"]["is_answered"]
    assert not again["exercise"]["is_right"]
    assert not again["hint"]


@pytest.mark.parametrize("number", [each for each in NUMBERS if each != 4])
def test_question_of_a_hint_has_one_answer(number):
    """The cats that it names share one thing that no open clue is about, or differ."""
    lesson = json.loads(LESSONS.read_text())[number - 1]
    hint = page_of(number, accuse="nobody").context["hint"]
    names = {
        investigator_name(each): place for place, each in enumerate(lesson["seats"])
    }
    seat = next(place for name, place in names.items() if name in hint)
    line, discards = lesson["lines"][seat], lesson["discards"][seat]
    assert ("row of" in hint, "discarded" in hint) == (bool(line), bool(discards))
    open_traits = {trait_of(side) for side in lesson["known"].values()}
    answers = [
        side
        for side in Side
        if trait_of(side) not in open_traits
        and all(matches(card, side) for card in line)
        and not any(matches(card, side) for card in discards)
    ]
    assert len(answers) == 1


def test_first_lesson_takes_one_row():
    proof = page_of(1, accuse="nobody", tried="on").context["exercise"]["proof"]
    assert len(proof) == 3


def test_lessons_lead_from_one_to_the_next_and_to_practice():
    ways = [page_of(number, accuse="nobody").context["next"] for number in NUMBERS]
    assert ways == [
        *(reverse("lesson", args=[number]) for number in NUMBERS[1:]),
        reverse("practice"),
    ]


@pytest.mark.parametrize("number", [0, NUMBERS[-1] + 1])
def test_lesson_that_there_is_not_is_not_found(number):
    assert page_of(number).status_code == 404
