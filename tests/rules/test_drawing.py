"""Drawing and sorting by the referee (docs/rules.md section 4, R4)."""

from games.rules import events
from games.rules.moves import Sorted
from games.rules.state import INVESTIGATOR
from tests.rules.tables import choose_all, draw, list_events, play, refusal, table


def begun(seats=3, **deal):
    return choose_all(table(seats, **deal))


def test_matching_card_goes_into_the_drawers_line():
    state = play(begun(first=["10000"]), "0 draw")
    assert state.lines == (("10000",), (), ())
    assert state.drawn == "10000"


def test_other_card_goes_onto_the_drawers_discards():
    state = play(begun(first=["01111"]), "0 draw")
    assert state.lines == ((), (), ())
    assert state.discards == (("01111",), (), ())


def test_card_is_sorted_by_the_drawers_clue_and_never_by_a_public_one():
    state = begun(first=[INVESTIGATOR, "10000", "01000"], flips=["grey", "newspaper"])
    state = draw(state, 2)
    assert state.public_clues == ("grey",)
    assert state.lines == (("10000",), ("01000",), ())


def test_draw_out_of_turn_is_refused():
    assert refusal(begun(), "1 draw") == "not your turn"


def test_seat_that_has_accused_cannot_pass_its_turn():
    state = play(begun(first=["11111"]), "0 draw", "1 accuse 11111")
    assert refusal(state, "1 pass") == "nobody may pass now"
    assert play(state, "1 draw").turn == 2


def test_investigator_shows_a_public_clue_and_the_same_seat_draws_again():
    """R4."""
    state = begun(first=[INVESTIGATOR, "10000"], flips=["orange", "newspaper"])
    assert list_events(state, "0 draw") == (
        events.PublicClueShown(0, "orange"),
        events.CardDrawn(0, "10000"),
        events.CardSorted(0, "10000", Sorted.SUSPECT),
    )
    state = play(state, "0 draw")
    assert (state.public_clues, state.turn) == (("orange",), 1)
