"""Accusations in the suspects phase (docs/rules.md section 4, R5)."""

import pytest

from games.rules import events
from games.rules.results import RoundEnd
from games.rules.state import Phase
from tests.rules.tables import choose_all, draw, list_events, play, refusal, table


@pytest.fixture
def state():
    """Return a table of four after three suspects and seat 3's discard."""
    first = ["11111", "11110", "11100", "00000"]
    return draw(choose_all(table(4, first=first)), 4)


def test_accusation_is_possible_in_any_turn_and_its_order_is_kept(state):
    state = play(state, "2 accuse 11110", "0 accuse 11100")
    assert [(a.seat, a.suspect) for a in state.accusations] == [
        (2, "11110"),
        (0, "11100"),
    ]
    assert state.turn == 0


def test_event_of_an_accusation_has_its_order(state):
    state = play(state, "1 accuse 11111")
    assert list_events(state, "0 accuse 11110") == (events.Accused(0, "11110", 2),)


def test_seat_has_one_accusation_a_round(state):
    state = play(state, "1 accuse 11111")
    assert refusal(state, "1 accuse 11110") == "one accusation a round"
    assert refusal(state, "1 accuse 11111") == "one accusation a round"


def test_later_of_two_accusers_is_refused_and_can_accuse_again(state):
    """R5."""
    state = play(state, "1 accuse 11111")
    assert refusal(state, "3 accuse 11111") == "already accused"
    assert len(play(state, "3 accuse 11110").accusations) == 2


@pytest.mark.parametrize("suspect", ["00000", "01010"])
def test_suspect_outside_the_lines_cannot_be_accused(state, suspect):
    assert refusal(state, f"0 accuse {suspect}") == "not a suspect on the table"


def test_phase_ends_at_once_when_all_but_one_have_accused(state):
    state = play(state, "0 accuse 11111", "1 accuse 11110")
    assert state.phase is Phase.SUSPECTS
    state = play(state, "3 accuse 11100")
    assert state.phase is Phase.REVIEW
    assert refusal(state, "2 accuse 11111") == "no accusing now"


@pytest.mark.parametrize("seat", [-1, 4, 5, 10**20])
def test_seat_that_does_not_exist_cannot_accuse(state, seat):
    assert refusal(state, f"{seat} accuse 11111") == "no such seat"


def test_last_accusation_includes_the_reveal(state):
    state = play(state, "0 accuse 11111", "1 accuse 11110")
    happened = list_events(state, "3 accuse 11100")
    assert happened[1].why is RoundEnd.ACCUSED
    assert [type(event) for event in happened] == [
        events.Accused,
        events.CluesRevealed,
        *[events.TokenAwarded] * 4,
        events.PhaseBegan,
    ]
