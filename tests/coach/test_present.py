"""The sentences about a round in its replay."""

from collections import Counter

from games.coach.moments import MovePosition
from games.coach.review import count_paws, list_round_marks, list_seat_marks
from games.deduction.analysis import analyse_round
from games.deduction.bots.characters import CHARACTERS
from games.rules.editions import Options
from games.rules.state import Phase
from tests.deduction.rounds import example_states
from tools.tournament import states_of_game

NAMES = ("alice", "bob", "carol", "dave")


def test_worked_example_is_described_in_words():
    states = example_states()
    place = MovePosition(analyse_round(states), 12, 0, (), tuple(states))
    alice, bob, carol, dave = (
        " ".join(list_seat_marks(place, seat)) for seat in place.analysis.seats
    )
    assert "Accused Nils on move 11, 19% likely to be the chief" in alice
    assert "Could have known the chief" not in alice
    assert "Accused Lash on move 12, 0% likely to be the chief" in bob
    assert "1 more draw would have settled it." in bob
    assert "Could have known the chief from move 13." in carol
    assert "Accused Boris on move 14, 0% likely to be the chief" in carol
    assert "No accusation this round." in dave
    marks = list(list_round_marks(place, NAMES, is_referee=True))
    assert marks == [
        "The chief was on the table from move 5.",
        # Bob knew then, too, but had accused.
        "carol could first have known the chief after move 13.",
    ]


def rounds_of_bots(game):
    """Yield the analyses of the seats in each round of a game between the four bots."""
    key, states = bytes([game]) * 32, []
    for state in states_of_game([*CHARACTERS.values()], Options(), key):
        if state.phase in (Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL):
            states.append(state)
        elif states:
            yield analyse_round([*states, state]).seats
            states = []


def test_a_third_of_all_seats_has_each_number_of_paws():
    counts = Counter(
        (kind, paws)
        for game in range(12)
        for seats in rounds_of_bots(game)
        for seat in seats
        for kind, paws in enumerate(count_paws([seat]))
    )
    rounds = sum(counts.values()) / 2
    assert len(counts) == 6
    assert all(0.22 < count / rounds < 0.45 for count in counts.values()), counts
