"""The observations of each viewer (docs/rules.md sections 3 to 9, R3, R9 and R18)."""

import pytest

from games.rules.illegal import Why
from games.rules.moves import Done, Pass
from games.rules.observe import REFEREE, SPECTATOR, observe
from games.rules.state import Phase, evolve
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    INNOCENT,
    choose_all,
    close,
    draw,
    draw_out,
    empty_table,
    play,
    play_round,
    table,
)
from tests.support.refusals import refuses


@pytest.mark.parametrize("viewer", [3, -3, 99])
def test_viewer_that_does_not_exist_is_refused(viewer):
    with refuses(Why.NO_SUCH_SEAT):
        observe(table(3), viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, REFEREE, 0, 1, 2])
def test_observation_is_hashable(viewer):
    state = play_round(empty_table(3, adler=True), {0: CHIEF, 1: ASSISTANT})
    assert hash(observe(state, viewer)) == hash(observe(state, viewer))


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_other_viewers_do_not_see_a_hidden_clue(viewer):
    seen = observe(choose_all(table(3)), viewer)
    assert [seat.clue for seat in seen.seats] == [None] * 3
    assert seen.my_clue == (None if viewer == SPECTATOR else seen.my_clue)


def test_last_card_is_shown_until_the_reveal():
    """R3: all players see each discard as it is drawn."""
    state = draw_out(choose_all(table(3)))
    assert state.phase is Phase.LAST_CALL
    for viewer in (0, 1, 2, SPECTATOR):
        seen = observe(state, viewer)
        assert (seen.drawn, seen.drawn_by) == (state.drawn, 31 % 3)
    revealed = play(state, "0 pass", "1 pass", "2 pass")
    assert observe(revealed, SPECTATOR).drawn is None


def test_closed_discards_show_their_number_and_open_discards_their_cards():
    """R3."""
    for discards, cards in (("closed", None), ("open", ("01111",))):
        state = choose_all(table(3, first=["01111"], options={"discards": discards}))
        seat = observe(draw(state), 1).seats[0]
        assert (seat.discard_count, seat.discards) == (1, cards)


def test_closed_discards_stay_hidden_after_the_game():
    state = close(
        evolve(play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT}), number=5)
    )
    assert state.phase is Phase.OVER
    assert [seat.discards for seat in observe(state, 0).seats] == [None] * 3


def test_all_faces_are_visible_after_the_game():
    state = play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT}, gold=["5"])
    assert observe(state, 1).seats[0].tokens[0].face is None
    seat = observe(close(evolve(state, number=5)), 1).seats[0]
    assert (seat.tokens[0].face, seat.points, seat.golds) == ("5", 5, 1)


def test_only_the_seat_itself_sees_its_points():
    state = play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT}, gold=["5"])
    assert [observe(state, viewer).my_points for viewer in (0, 1, SPECTATOR)] == [
        5,
        1,
        None,
    ]
    assert [seat.points for seat in observe(state, 0).seats] == [None] * 3


def test_results_show_awards_without_faces():
    state = play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT})
    award = observe(state, SPECTATOR).results[0].awards[0]
    assert (award.seat, award.colour, award.token) == (0, "gold", "1.0")
    assert not hasattr(award, "face")


def test_all_viewers_see_whose_turn_it_is():
    state = choose_all(table(3, options={"last_call": "clockwise"}))
    assert observe(table(3), 0).turn is None
    assert observe(state, SPECTATOR).turn == 0
    state = draw_out(state)
    assert observe(state, SPECTATOR).turn == 2
    assert observe(play(state, "2 pass"), SPECTATOR).turn == 0
    assert Pass(0) in observe(play(state, "2 pass"), 0).moves


def test_race_has_no_turn():
    state = play(draw_out(choose_all(table(3))), "1 pass")
    seen = observe(state, SPECTATOR)
    assert seen.turn is None
    assert [(seat.done, seat.passed) for seat in seen.seats] == [
        (False, False),
        (True, True),
        (False, False),
    ]


def test_possible_trade_is_hidden_from_other_viewers():
    """R16."""
    state = play_round(
        empty_table(3, adler=True), {0: CHIEF, 1: INNOCENT}, black=["adler", "0"]
    )
    assert len(observe(state, 1).moves) == 2
    assert observe(state, 2).moves == (Done(2),)
    assert observe(state, SPECTATOR).moves == ()


def test_referee_sees_everything():
    state = draw(choose_all(table(3, first=["01111"])))
    seen = observe(state, REFEREE)
    assert [seat.clue for seat in seen.seats] == ["hat", "glasses", "coat"]
    assert seen.seats[0].discards == ("01111",)
    assert [seat.points for seat in seen.seats] == [0, 0, 0]


@pytest.mark.parametrize("viewer", [SPECTATOR, REFEREE, 0])
def test_game_before_its_first_round_can_be_observed(viewer):
    seen = observe(empty_table(3), viewer)
    assert (seen.phase, seen.number, seen.deck_left) == (Phase.BETWEEN, 0, 0)
    assert [seat.line for seat in seen.seats] == [()] * 3
