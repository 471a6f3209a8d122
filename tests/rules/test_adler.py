"""Café Adler (docs/rules.md section 8, R13 to R16 and R18)."""

import pytest

from games.rules import events
from games.rules.legal import legal_moves
from games.rules.moves import Done
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    INNOCENT,
    close,
    empty_table,
    holding,
    list_events,
    play,
    play_round,
    refusal,
)


@pytest.fixture
def cafe():
    """Return a café where seat 0 holds a black Adler, seat 1 gold, seat 2 a black 0."""
    state = empty_table(3, adler=True)
    return play_round(state, {0: INNOCENT, 1: CHIEF}, black=["adler", "0"])


def test_adler_token_lies_face_down(cafe):
    assert observe(cafe, SPECTATOR).seats[0].tokens[0].face is None
    assert observe(cafe, 0).seats[0].tokens[0].face == "adler"


def test_trade_takes_a_face_down_token_of_the_same_colour(cafe):
    assert list_events(cafe, "0 trade 1.0 1.2") == (events.Traded(0, 2, "1.0", "1.2"),)
    state = play(cafe, "0 trade 1.0 1.2")
    assert holding(state, 0) == [("1.2", "0", False)]
    assert holding(state, 2) == [("1.0", "adler", True)]
    assert [(t.seat, t.give, t.take) for t in state.results[0].trades] == [
        (0, "1.0", "1.2")
    ]


def test_only_the_present_holder_sees_the_face_of_a_traded_token(cafe):
    state = play(cafe, "0 trade 1.0 1.2")
    assert observe(state, 0).seats[0].tokens[0].face == "0"
    for viewer in (1, 2, SPECTATOR):
        assert observe(state, viewer).seats[0].tokens[0].face is None
        assert observe(state, viewer).seats[2].tokens[0].face == "adler"


REFUSED = {
    "1.0 1.1": "tokens of two colours",
    "1.0 1.0": "a token of your own",
    "1.2 1.0": "not your token",
    "1.0 9.9": "no such token",
    "9.9 1.2": "no such token",
    "1.0 1.2#2": "no such token",
}


@pytest.mark.parametrize("tokens", REFUSED)
def test_other_trades_are_refused(cafe, tokens):
    assert refusal(cafe, f"0 trade {tokens}") == REFUSED[tokens]


def test_token_other_than_an_adler_cannot_be_traded(cafe):
    assert refusal(cafe, "2 trade 1.2 1.0") == "not an unused Adler token"


def test_used_adler_cannot_be_traded_again(cafe):
    """R13: it lies face up."""
    state = close(play(cafe, "0 trade 1.0 1.2"))
    state = play_round(state, {1: CHIEF, 0: INNOCENT}, black=["0"])
    assert refusal(state, "2 trade 1.0 2.0") == "not an unused Adler token"


def test_face_up_adler_cannot_be_taken_by_another_adler():
    """R13."""
    state = play_round(
        empty_table(3, adler=True), {0: ASSISTANT, 1: CHIEF}, white=["adler"]
    )
    state = close(state)
    state = play_round(state, {2: ASSISTANT, 0: INNOCENT}, white=["2"])
    state = close(play(state, "0 trade 1.0 2.2"))
    state = play_round(state, {1: ASSISTANT, 0: INNOCENT}, white=["adler"])
    assert refusal(state, "1 trade 3.1 1.0") == "a face-up token cannot be taken"
    assert ("2.2", "2", False) in holding(play(state, "1 trade 3.1 2.2"), 1)


def test_stasi_token_cannot_be_taken():
    """R13: it lies face up."""
    state = play_round(
        empty_table(3, adler=True, stasi=True),
        {0: INNOCENT, 1: CHIEF},
        black=["adler", "stasi"],
    )
    assert refusal(state, "0 trade 1.0 1.2") == "a face-up token cannot be taken"


def test_cafe_ends_when_every_seat_has_closed_it(cafe):
    """R16."""
    state = play(cafe, "1 done", "2 done")
    assert state.phase is Phase.CAFE
    assert play(state, "0 done").phase is Phase.REVIEW
    assert legal_moves(cafe, 1) == (Done(1),)


def test_seat_that_has_closed_the_cafe_cannot_trade(cafe):
    state = play(cafe, "0 done")
    assert refusal(state, "0 trade 1.0 1.2") == "done already"
    assert refusal(state, "0 done") == "done already"


def test_trade_outside_the_cafe_is_refused(cafe):
    state = play(cafe, "0 done", "1 done", "2 done")
    assert refusal(state, "0 trade 1.0 1.2") == "no trading now"
