"""The case of the day: one answer, found by logic, with the weekday's difficulty."""

from datetime import date, timedelta
from functools import cache

import pytest

from games.deduction.candidates import Cards, Position
from games.deduction.deductions import prove
from games.deduction.puzzles import BY_WEEKDAY, Difficulty, find_daily_case, rate
from games.deduction.steps import IsChief, StepKind
from games.rules.suspects import Side, Trait, find_chief, sides_of
from tests.deduction.reasoner import count_suspects, sides_left
from tests.deduction.second_odds import chief_of, worlds_among
from tests.support.samples import quick_first

FIRST = date(2026, 11, 16)
DAYS = [FIRST + timedelta(days) for days in range(35)]
# Making a case takes a seventh of a second.
kept_case_of = cache(find_daily_case)


@pytest.mark.parametrize("days", [14, pytest.param(1000, marks=pytest.mark.full)])
def test_case_has_exactly_one_answer_that_lies_in_a_line(days):
    for number in range(days):
        case = kept_case_of(FIRST + timedelta(number))
        worlds = worlds_among(sides_left(case.puzzle))
        assert {chief_of(world) for world in worlds} == {case.chief}, number
        assert any(case.chief in cards.line for cards in case.puzzle.cards), number


@pytest.mark.parametrize("day", quick_first(DAYS, 14), ids=str)
def test_case_is_solved_by_its_proof(day):
    case = kept_case_of(day)
    end = prove(case.puzzle.position, IsChief(case.chief))[-1]
    assert end.kind is StepKind.CHIEF
    assert find_chief(end.sides) == case.chief


def grade_of(case):
    """Return the grade by the suspects that a person's looks leave."""
    by_place, by_token, by_all = count_suspects(case.puzzle)
    assert by_all == 1
    if by_token > 1:
        return Difficulty.FIENDISH if by_token > 2 else "too short"
    return Difficulty.HARD if by_place > 1 else None


@pytest.mark.parametrize("days", [14, pytest.param(365, marks=pytest.mark.full)])
def test_grade_is_what_a_person_must_look_at_on_that_weekday(days):
    for day in (FIRST + timedelta(number) for number in range(days)):
        case, wanted = kept_case_of(day), BY_WEEKDAY[day.weekday()]
        assert case.difficulty is wanted
        is_easy = wanted in {Difficulty.EASY, Difficulty.MEDIUM}
        assert grade_of(case) is (None if is_easy else wanted)


def test_case_depends_only_on_its_day():
    assert find_daily_case(FIRST) == kept_case_of(FIRST)
    puzzles = [kept_case_of(day).puzzle for day in DAYS[:14]]
    assert len({(puzzle.cards, puzzle.my_clue) for puzzle in puzzles}) == 14


def test_every_open_discard_is_needed_for_the_solution():
    for case in map(kept_case_of, DAYS[:7]):
        for seat, cards in enumerate(case.puzzle.cards):
            for card in cards.discards:
                rest = tuple(other for other in cards.discards if other != card)
                poorer = list(case.puzzle.cards)
                poorer[seat] = Cards(cards.line, rest)
                position = Position(tuple(poorer), case.puzzle.position.known)
                assert len(position.list_possible_chiefs()) > 1


def cards_for(*sides):
    """Return a line of two cards that leaves a seat exactly these sides."""
    columns = [_column(trait, sides) for trait in Trait]
    line = ["".join(bits) for bits in zip(*columns, strict=True)]
    return Cards(tuple(line), ())


def _column(trait, sides):
    """Return the trait's bits of the two cards, equal if a side of it is left."""
    one, zero = sides_of(trait)
    if one in sides:
        return "11"
    return "00" if zero in sides else "10"


def test_token_with_one_possible_place_is_hard():
    cards = (
        cards_for("hat", "glasses"),
        cards_for("hat", "coat"),
        cards_for("glasses", "grey"),
        cards_for("coat", "grey"),
        cards_for("no-hat", "no-newspaper"),
    )
    assert rate(Position(cards)) is Difficulty.HARD
    proof = prove(Position(cards), IsChief("11110"))
    assert proof[-2].kind is StepKind.ONLY_HERE


def test_tokens_shared_by_two_places_are_fiendish():
    cards = (
        cards_for("hat", "glasses"),
        cards_for("hat", "glasses"),
        cards_for("no-hat", "coat", "newspaper"),
        cards_for("no-hat", "coat", "grey", "newspaper"),
        cards_for("grey", "newspaper"),
    )
    assert rate(Position(cards)) is Difficulty.FIENDISH
    proof = prove(Position(cards), IsChief("11111"))
    assert [step.places for step in proof if step.kind is StepKind.SHARED] == [(0, 1)]


def test_look_at_one_token_is_easier_than_at_a_pair_of_places():
    """Two places share two tokens; only a third one can have the coat."""
    cards = (
        cards_for("hat", "glasses"),
        cards_for("hat", "glasses"),
        cards_for("no-hat", "no-glasses", "coat"),
    )
    position = Position(cards, {3: Side.GREY, 4: Side.NEWSPAPER})
    assert rate(position) is Difficulty.HARD
