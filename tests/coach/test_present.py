"""The sentences about a round in its replay."""

from games.coach.moments import MovePosition
from games.coach.present import marks_of_round, marks_of_seat
from games.deduction.analysis import analyse_round
from tests.deduction.rounds import example_states

NAMES = ("alice", "bob", "carol", "dave")


def test_worked_example_is_described_in_words():
    states = example_states()
    place = MovePosition(analyse_round(states), 12, 0, (), tuple(states))
    alice, bob, carol, dave = (
        " ".join(marks_of_seat(place, seat)) for seat in place.analysis.seats
    )
    assert "Accused Nils on move 11 with a chance of 19 %" in alice
    assert "Could have known the chief" not in alice
    assert "Accused Lash on move 12 with a chance of 0 %" in bob
    assert "1 more draw would have settled it." in bob
    assert "Could have known the chief from move 13." in carol
    assert "Accused Boris on move 14 with a chance of 0 %" in carol
    assert "No accusation this round." in dave
    marks = list(marks_of_round(place, NAMES, is_referee=True))
    assert marks == [
        "The chief was on the table from move 5.",
        "bob and carol could first have known the chief after move 13.",
    ]
