"""The last call (docs/rules.md section 4, R6 and R7)."""

import pytest

from games.rules.results import AwardReason, RoundEnd
from games.rules.state import Phase
from tests.rules.tables import (
    choose_all,
    draw,
    draw_out,
    list_events,
    play,
    refusal,
    table,
)

CLOCKWISE = {"last_call": "clockwise"}


def call(seats=3, options=None, first_seat=0):
    """Return a last call before any accusation."""
    return draw_out(choose_all(table(seats, options=options, first_seat=first_seat)))


def test_last_call_begins_when_the_last_card_is_sorted():
    state = draw(choose_all(table(3)), 31)
    assert state.phase is Phase.SUSPECTS
    assert draw(state).phase is Phase.LAST_CALL


def test_draw_in_the_last_call_is_refused():
    assert refusal(call(), "2 draw") == "no drawing now"


def test_race_accepts_accusations_in_any_order():
    state = play(call(), "1 accuse 11111", "0 accuse 11110")
    assert [a.seat for a in state.accusations] == [1, 0]


def test_every_seat_can_accuse_in_the_last_call():
    state = play(call(), "0 accuse 11111", "1 accuse 11110")
    assert state.phase is Phase.LAST_CALL
    assert list_events(state, "2 accuse 11100")[1].why is RoundEnd.CALL_OVER
    state = play(state, "2 accuse 11100")
    assert state.phase is Phase.REVIEW
    assert len(state.results[0].accusations) == 3


def test_clockwise_call_begins_after_the_last_drawer():
    """R6; at a table of three seat 1 draws the last of 32 cards."""
    state = call(options=CLOCKWISE)
    assert refusal(state, "0 accuse 11111") == "not your turn"
    assert refusal(state, "1 accuse 11111") == "not your turn"
    state = play(state, "2 accuse 11111")
    assert refusal(state, "1 accuse 11110") == "not your turn"
    assert play(state, "0 accuse 11110", "1 accuse 11100").phase is Phase.REVIEW


def test_clockwise_call_skips_seats_that_have_accused():
    state = choose_all(table(4, first=["11111"], options=CLOCKWISE))
    state = draw_out(play(state, "0 draw", "1 accuse 11111"))
    state = play(state, "0 accuse 11110")
    assert refusal(state, "1 accuse 11100") == "one accusation a round"
    assert refusal(state, "3 accuse 11100") == "not your turn"
    assert play(state, "2 accuse 11100").phase is Phase.LAST_CALL


def test_passing_follows_the_clockwise_order():
    """R7."""
    state = call(options=CLOCKWISE)
    assert refusal(state, "0 pass") == "not your turn"
    assert play(state, "2 pass", "0 accuse 11111", "1 pass").phase is Phase.REVIEW


@pytest.mark.parametrize("last_call", ["race", "clockwise"])
def test_seat_that_has_passed_cannot_accuse(last_call):
    """R7."""
    state = play(call(options={"last_call": last_call}), "2 pass")
    assert refusal(state, "2 accuse 11111") == "passed already"
    assert refusal(state, "2 pass") == "passed already"


def test_seat_that_has_accused_cannot_pass():
    state = play(call(), "2 accuse 11111")
    assert refusal(state, "2 pass") == "one accusation a round"


def test_last_call_ends_when_all_seats_have_passed():
    state = play(call(), "1 pass", "0 pass", "2 pass")
    awards = state.results[0].awards
    # It would be seat 2's turn to draw.
    assert [award.seat for award in awards] == [2, 0, 1]
    assert {award.due for award in awards} == {AwardReason.NO_ACCUSATION}


def line_of(count):
    """Return a clockwise last call of four seats with `count` suspects in the lines.

    The players place the cards, so that they can discard any card.
    """
    options = {"placement": "players", "last_call": "clockwise"}
    state = choose_all(table(4, options=options))
    while state.phase is Phase.SUSPECTS:
        state = play(state, f"{state.turn} draw")
        placed = sum(map(len, state.lines))
        state = play(
            state, f"{state.turn} place {'suspect' if placed < count else 'discard'}"
        )
    return state


def test_last_call_ends_when_no_free_suspect_is_left():
    """R7; the other seats need not pass."""
    state = line_of(2)
    suspects = [suspect for line in state.lines for suspect in line]
    state = play(state, "0 pass", f"1 accuse {suspects[0]}")
    assert state.phase is Phase.LAST_CALL
    last = f"2 accuse {suspects[1]}"
    assert list_events(state, last)[1].why is RoundEnd.NO_SUSPECT
    assert play(state, last).phase is Phase.REVIEW


def test_last_call_is_skipped_if_all_lines_are_empty():
    state = line_of(0)
    assert state.phase is Phase.REVIEW
    assert state.results[0].accusations == ()
