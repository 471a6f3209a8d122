"""The sentences about a round in its replay."""

from collections import Counter
from itertools import pairwise

from games.coach.moments import MovePosition, Shown
from games.coach.review import count_paws, list_round_marks, list_seat_marks
from games.deduction.analysis import analyse_round
from games.deduction.bots.characters import CHARACTERS
from games.rules.editions import Options
from games.rules.state import Phase
from tests.deduction.rounds import example_states
from tools.tournament import states_of_game


class Cast:
    """Players who keep their seats."""

    def at(self, seat, _move):
        return ("alice", "bob", "carol", "dave")[seat]


NAMES = Cast()


def list_shown(states):
    """Return what each state's move drew or accused."""
    shown = [None]
    for before, after in pairwise(states):
        accused = [*after.accusations[len(before.accusations) :]]
        made = [Shown(each.seat, each.suspect, is_accusation=True) for each in accused]
        if after.drawn != before.drawn:
            made.append(Shown(before.turn, after.drawn, is_accusation=False))
        shown.append(made[0] if made else None)
    return shown


def test_worked_example_is_described_in_words():
    states = example_states()
    place = MovePosition(analyse_round(states), 12, 0, list_shown(states), states)
    alice, bob, carol, dave = (
        " ".join(list_seat_marks(place, seat, NAMES)) for seat in place.analysis.seats
    )
    assert "Accused Nils, 19% likely to be the chief" in alice
    assert "certain" not in alice
    assert "Accused Lash, 0% likely to be the chief" in bob
    assert "1 more draw would have settled it." in bob
    assert "Round 1: carol draws Fleming. From here on the chief was certain." in carol
    assert "Accused Boris, 0% likely to be the chief" in carol
    assert "No accusation this round." in dave
    marks = list(list_round_marks(place, NAMES, is_referee=True))
    assert marks == [
        "Round 1: Nils, the chief, comes to the table.",
        # Bob knew then, too, but had accused.
        "Round 1: carol draws Fleming. From here on carol could be certain.",
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
