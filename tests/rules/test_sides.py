"""The choice of sides and the first player of a round (docs/rules.md section 3, R2)."""

from games.rules import events
from games.rules.state import Phase
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    INNOCENT,
    choose_all,
    close,
    deal_round,
    empty_table,
    list_events,
    play,
    play_round,
    refusal,
    table,
)


def test_seats_choose_in_any_order():
    state = play(table(3), "2 choose sweater", "0 choose hat", "1 choose no-glasses")
    assert state.clues == ("hat", "no-glasses", "sweater")
    assert state.phase is Phase.SUSPECTS


def test_phase_lasts_until_every_seat_has_chosen():
    state = play(table(3), "0 choose hat", "1 choose glasses")
    assert state.phase is Phase.SIDES
    begun = list_events(state, "2 choose coat")
    assert begun == (events.SideChosen(2), events.PhaseBegan(Phase.SUSPECTS))


def test_chosen_side_cannot_be_changed():
    state = play(table(3), "0 choose hat")
    assert refusal(state, "0 choose no-hat") == "chosen already"


def test_side_of_another_token_is_refused():
    assert refusal(table(3), "0 choose glasses") == "not a side of your clue token"


def test_sides_are_chosen_only_at_the_start():
    state = choose_all(table(3))
    reason = "sides are chosen at the start of a round"
    assert refusal(state, "0 choose hat") == reason


def test_game_sets_the_first_seat_of_round_1():
    state = choose_all(table(4, first_seat=2))
    assert (state.first_seat, state.turn) == (2, 2)


def test_catcher_of_the_chief_begins_the_next_round():
    state = close(play_round(empty_table(3), {2: CHIEF, 1: ASSISTANT}))
    assert deal_round(state).first_seat == 2


def test_same_seat_begins_again_if_the_chief_was_not_caught():
    state = empty_table(3, first_seat=1)
    state = close(play_round(state, {2: INNOCENT, 0: ASSISTANT}))
    assert deal_round(state).first_seat == 1
