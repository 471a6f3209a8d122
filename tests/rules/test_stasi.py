"""The Stasi officer (docs/rules.md section 7, R11)."""

import pytest

from games.rules import events
from games.rules.observe import SPECTATOR, observe
from games.rules.scoring import sum_points
from games.rules.state import Phase, evolve
from games.rules.tokens import Colour, Token
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    choose_all,
    close,
    deal_round,
    draw,
    empty_table,
    holding,
    list_events,
    play,
    play_round,
    refusal,
)


@pytest.fixture
def drawn():
    """Return a review in which seat 2 has just drawn the Stasi token."""
    state = empty_table(3, stasi=True)
    return play_round(state, {0: CHIEF, 1: ASSISTANT}, black=["stasi"])


def test_stasi_token_is_shown_at_once_and_its_drawer_takes_the_card(drawn):
    assert holding(drawn, 2) == [("1.2", "stasi", True)]
    assert drawn.officer == 2
    token = observe(drawn, SPECTATOR).seats[2].tokens[0]
    assert (token.face, token.face_up) == ("stasi", True)


def test_drawing_the_stasi_token_is_an_event():
    state = deal_round(
        empty_table(3, stasi=True), first=[CHIEF, ASSISTANT], black=["stasi"]
    )
    state = play(draw(choose_all(state), 2), f"0 accuse {CHIEF}")
    assert events.OfficerDrawn(2) in list_events(state, f"1 accuse {ASSISTANT}")


def test_stasi_token_returns_to_the_pool_after_the_review(drawn):
    assert "stasi" not in drawn.pool.black
    after = close(drawn)
    assert after.phase is Phase.BETWEEN
    assert sorted(after.pool.black).count("stasi") == 1
    assert holding(after, 2) == []
    assert after.officer == 2


def test_holders_clue_is_face_up_once_all_seats_have_chosen(drawn):
    state = deal_round(close(drawn))
    state = play(state, "2 choose sweater")
    assert observe(state, 0).seats[2].clue is None
    state = play(state, "0 choose hat")
    assert events.ClueExposed(2, "sweater") in list_events(state, "1 choose glasses")
    state = play(state, "1 choose glasses")
    assert [seat.clue for seat in observe(state, 0).seats] == [None, None, "sweater"]


def test_holder_loses_the_card_at_the_next_reveal(drawn):
    state = play_round(close(drawn), {0: CHIEF, 1: ASSISTANT})
    assert state.officer is None
    assert [result.exposed for result in state.results] == [(), (2,)]


def test_stasi_token_just_drawn_counts_towards_ten(drawn):
    others = [Token(f"0.{at}", Colour.GOLD, "5", 2, face_up=False) for at in (0, 1)]
    state = evolve(drawn, tokens=(*others, *drawn.tokens))
    assert sum_points(state, 2) == 8
    assert refusal(state, "2 announce") == "not ten points"
