"""What each viewer may know (docs/rules.md sections 3 to 9, R3, R9 and R18)."""

import pytest

from games.rules.errors import NoSuchSeat
from games.rules.moves import Choose, Done, Draw, Pass
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


@pytest.mark.parametrize("viewer", [3, -3, 99])
def test_nobody_looks_from_a_seat_that_is_not_there(viewer):
    with pytest.raises(NoSuchSeat):
        observe(table(3), viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, REFEREE, 0, 1, 2])
def test_observation_is_a_value(viewer):
    state = play_round(empty_table(3, adler=True), {0: CHIEF, 1: ASSISTANT})
    assert hash(observe(state, viewer)) == hash(observe(state, viewer))


def test_seat_sees_its_own_clue_token_until_it_has_chosen_and_then_the_side():
    state = table(3)
    assert observe(state, 1).my_trait == "glasses"
    assert observe(state, 1).moves == (Choose(1, "glasses"), Choose(1, "no-glasses"))
    state = play(state, "1 choose no-glasses")
    mine = observe(state, 1)
    assert (mine.my_trait, mine.my_clue, mine.moves) == (None, "no-glasses", ())
    assert [seat.done for seat in mine.seats] == [False, True, False]


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_nobody_else_sees_a_hidden_clue(viewer):
    seen = observe(choose_all(table(3)), viewer)
    assert [seat.clue for seat in seen.seats] == [None] * 3
    assert seen.my_clue == (None if viewer == SPECTATOR else seen.my_clue)


def test_clues_are_seen_by_all_from_the_reveal_on():
    state = play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT})
    assert [seat.clue for seat in observe(state, SPECTATOR).seats] == [
        "hat",
        "glasses",
        "coat",
    ]
    assert observe(state, SPECTATOR).result.chief == CHIEF


def test_drawn_card_is_shown_until_the_next_draw():
    state = draw(choose_all(table(3, first=["01111", "01000"])))
    assert observe(state, SPECTATOR).drawn == "01111"
    assert observe(draw(state), SPECTATOR).drawn == "01000"


def test_drawn_card_is_shown_no_longer_than_the_phase():
    state = draw_out(choose_all(table(3)))
    assert state.phase is Phase.LAST_CALL
    assert observe(state, SPECTATOR).drawn is None


def test_closed_discards_show_their_number_and_open_ones_their_cards():
    """R3."""
    for discards, cards in (("closed", None), ("open", ("01111",))):
        state = choose_all(table(3, first=["01111"], options={"discards": discards}))
        seat = observe(draw(state), 1).seats[0]
        assert (seat.discard_count, seat.discards) == (1, cards)


def test_closed_discards_stay_closed_to_the_end():
    state = close(
        evolve(play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT}), number=5)
    )
    assert state.phase is Phase.OVER
    assert [seat.discards for seat in observe(state, 0).seats] == [None] * 3


def test_faces_of_tokens_are_turned_up_when_the_game_is_over():
    state = play_round(empty_table(3), {0: CHIEF, 1: ASSISTANT}, gold=["5"])
    assert observe(state, 1).seats[0].tokens[0].face is None
    seat = observe(close(evolve(state, number=5)), 1).seats[0]
    assert (seat.tokens[0].face, seat.points, seat.golds) == ("5", 5, 1)


def test_own_points_are_for_the_seat_alone():
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


def test_moves_are_for_the_seat_that_has_them():
    state = choose_all(table(3))
    assert observe(state, 0).moves == (Draw(0),)
    assert observe(state, 1).moves == observe(state, REFEREE).moves == ()


def test_turn_is_shown_to_all_while_somebody_must_act():
    state = choose_all(table(3, options={"last_call": "clockwise"}))
    assert observe(table(3), 0).turn is None
    assert observe(state, SPECTATOR).turn == 0
    state = draw_out(state)
    assert observe(state, SPECTATOR).turn == 2
    assert observe(play(state, "2 pass"), SPECTATOR).turn == 0
    assert Pass(0) in observe(play(state, "2 pass"), 0).moves


def test_nobody_has_the_turn_in_a_race():
    state = play(draw_out(choose_all(table(3))), "1 pass")
    seen = observe(state, SPECTATOR)
    assert seen.turn is None
    assert [(seat.done, seat.passed) for seat in seen.seats] == [
        (False, False),
        (True, True),
        (False, False),
    ]


def test_waiting_card_is_announced_and_shown():
    state = choose_all(table(3, first=[CHIEF], options={"placement": "players"}))
    seen = observe(play(state, "0 draw"), 1)
    assert (seen.placing, seen.drawn, seen.turn) == (True, CHIEF, 0)
    assert seen.seats[0].line == ()


def test_a_mistake_is_not_seen_before_the_reveal():
    state = choose_all(table(3, first=[CHIEF], options={"placement": "players"}))
    state = play(state, "0 draw", "0 place discard")
    assert observe(state, 1).result is None
    assert observe(state, 1).results == ()


def test_accusations_get_their_matches_at_the_reveal():
    state = choose_all(table(3, first=[CHIEF, ASSISTANT]))
    state = play(draw(state, 2), f"2 accuse {CHIEF}")
    assert observe(state, 0).accusations[0].matches is None
    state = play(state, f"1 accuse {ASSISTANT}")
    assert [a.matches for a in observe(state, 0).accusations] == [5, 4]


def test_pool_shows_how_many_tokens_are_left():
    state = play_round(empty_table(3), {0: CHIEF, 1: INNOCENT})
    assert observe(state, SPECTATOR).pool == (4, 12, 6)


def test_that_someone_can_trade_does_not_show():
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
def test_game_without_a_round_can_be_seen(viewer):
    seen = observe(empty_table(3), viewer)
    assert (seen.phase, seen.number, seen.deck_left) == (Phase.BETWEEN, 0, 0)
    assert [seat.line for seat in seen.seats] == [()] * 3
