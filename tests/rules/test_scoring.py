"""The reveal and the awards (docs/rules.md section 5, R8 and R9)."""

from games.rules.results import AwardReason
from games.rules.scoring import count_golds, sum_points
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    INNOCENT,
    accuse_all,
    choose_all,
    draw,
    draw_out,
    empty_table,
    play,
    play_round,
    table,
)


def awards_of(state):
    return [(a.seat, a.colour, a.face, a.due) for a in state.results[-1].awards]


def test_chief_brings_gold_assistant_white_and_the_rest_black():
    state = play_round(
        empty_table(3), {1: CHIEF, 0: ASSISTANT}, gold=["5"], white=["2"], black=["0"]
    )
    assert awards_of(state) == [
        (1, "gold", "5", AwardReason.CHIEF),
        (0, "white", "2", AwardReason.ASSISTANT),
        (2, "black", "0", AwardReason.NO_ACCUSATION),
    ]


def test_tokens_are_drawn_in_the_order_of_the_accusations():
    state = play_round(empty_table(3), {2: INNOCENT, 0: CHIEF}, black=["-1", "0"])
    assert awards_of(state)[0] == (2, "black", "-1", AwardReason.INNOCENT)
    assert awards_of(state)[2] == (1, "black", "0", AwardReason.NO_ACCUSATION)


def test_no_accusation_brings_white_if_the_chief_is_in_the_deck():
    state = choose_all(table(3, first=[ASSISTANT, INNOCENT], last=[CHIEF]))
    state = accuse_all(draw(state, 2), {0: ASSISTANT, 1: INNOCENT})
    assert awards_of(state)[-1] == (2, "white", "1", AwardReason.CHIEF_IN_DECK)
    assert state.results[0].chief_in_deck


def test_chief_matches_all_five_clues_including_those_in_the_bag():
    """R8; the tokens in the bag are tossed at the reveal."""
    state = choose_all(
        table(3, first=["11100", "11101"], flips=["orange", "newspaper"])
    )
    state = accuse_all(draw(state, 2), {0: "11101", 1: "11100"})
    result = state.results[0]
    assert result.clues == ("coat", "glasses", "hat", "newspaper", "orange")
    assert result.chief == "11101"
    assert [a.matches for a in result.accusations] == [5, 4]


def test_seats_without_an_accusation_draw_last():
    """Several of them draw clockwise from the seat to move, here seat 0."""
    state = draw_out(choose_all(table(4, first=[CHIEF])))
    state = play(state, "2 pass", "1 pass", f"3 accuse {CHIEF}", "0 pass")
    assert [award.seat for award in state.results[0].awards] == [3, 0, 1, 2]


def test_points_and_golds_are_known_while_the_game_runs():
    state = play_round(empty_table(3), {1: CHIEF, 0: ASSISTANT}, gold=["4"])
    assert [sum_points(state, seat) for seat in range(3)] == [1, 4, 0]
    assert [count_golds(state, seat) for seat in range(3)] == [0, 1, 0]
