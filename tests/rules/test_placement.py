"""Players place their cards; void rounds (docs/rules.md section 9, R17)."""

import pytest

from games.rules import events
from games.rules.moves import Sorted
from games.rules.results import AwardReason
from games.rules.state import Phase, evolve
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    INNOCENT,
    accuse_all,
    choose_all,
    close,
    deal_round,
    draw,
    empty_table,
    list_events,
    place,
    play,
    refusal,
    table,
)

PLAYERS = {"placement": "players"}
# Does not match the clue of seat 0, the hat.
STRANGER = "01111"


def begun(seats=3, options=(), **deal):
    return choose_all(table(seats, options=PLAYERS | dict(options), **deal))


def void_round(state, **deal):
    """Return the review of a round that mistakes of seats 0 and 2 made void."""
    cards = [CHIEF, STRANGER, ASSISTANT, INNOCENT]
    state = choose_all(deal_round(state, first=cards, **deal))
    while state.phase is Phase.SUSPECTS and len(state.deck) > 32 - 4:
        state = play(state, f"{state.turn} draw")
        wrong = state.turn in (0, 2)
        fits = state.drawn[state.turn] == "1"
        state = place(state, "suspect" if fits != wrong else "discard")
    free = [suspect for line in state.lines for suspect in line]
    return accuse_all(state, dict(zip((1, 0), free, strict=False)))


def test_drawn_card_waits_until_its_drawer_places_it():
    state = play(begun(first=[CHIEF]), "0 draw")
    assert (state.placing, state.turn, state.drawn) == (True, 0, CHIEF)
    assert refusal(state, "0 draw") == "a card waits to be placed"
    assert refusal(state, "1 draw") == "a card waits to be placed"
    assert refusal(state, "1 place suspect") == "not your turn"
    assert refusal(state, f"1 accuse {CHIEF}") == "not a suspect on the table"


@pytest.mark.parametrize("as_", Sorted)
def test_drawer_can_place_a_card_either_way(as_):
    state = place(play(begun(first=[CHIEF]), "0 draw"), as_)
    assert CHIEF in (state.lines if as_ == "suspect" else state.discards)[0]
    assert (state.placing, state.turn) == (False, 1)


def test_other_seats_can_accuse_while_a_card_waits():
    state = play(draw(begun(first=[CHIEF])), "1 draw", f"1 accuse {CHIEF}")
    assert state.placing
    assert refusal(state, "2 draw") == "a card waits to be placed"


def test_place_before_a_draw_is_refused():
    assert refusal(begun(), "0 place suspect") == "nothing to place"


def test_wrong_suspect_and_wrong_discard_both_make_the_round_void():
    """R17; seat 0 discards a matching card, seat 2 keeps one that does not match."""
    state = begun(first=[CHIEF, "11011", "11000", ASSISTANT, INNOCENT])
    state = place(play(state, "0 draw"), "discard")
    state = draw(state)
    state = place(play(state, "2 draw"), "suspect")
    state = draw(state)
    state = accuse_all(state, {1: "11000", 0: ASSISTANT})
    assert state.results[0].mistaken == (0, 2)


def test_mistaken_seats_take_one_black_token_each_from_the_first_player_on():
    state = void_round(
        empty_table(3, first_seat=2, placement="players"), black=["-1", "0"]
    )
    assert [(a.seat, a.colour, a.face, a.due) for a in state.results[0].awards] == [
        (2, "black", "-1", AwardReason.MISTAKE),
        (0, "black", "0", AwardReason.MISTAKE),
    ]
    assert state.results[0].is_void


def test_void_round_has_no_cafe_and_no_announcement():
    state = void_round(empty_table(3, placement="players", adler=True))
    assert state.phase is Phase.REVIEW
    assert refusal(state, "0 announce") == "no announcing in a void round"


def test_void_round_is_played_again_by_the_same_first_player():
    state = close(void_round(empty_table(3, first_seat=1, placement="players")))
    state = deal_round(state)
    assert (state.number, state.attempt, state.first_seat) == (1, 2, 1)


def test_officers_card_stays_with_its_holder_in_the_repeated_round():
    state = empty_table(3, placement="players", stasi=True)
    state = close(void_round(evolve(state, officer=1)))
    assert state.officer == 1
    state = deal_round(state)
    state = play(state, "0 choose hat", "1 choose glasses")
    assert state.phase is Phase.SIDES
    state = play(state, "2 choose coat")
    assert state.results[0].exposed == (1,)


def test_event_of_a_placement_names_the_player_as_sorter():
    state = play(begun(first=[CHIEF]), "0 draw")
    assert list_events(state, "0 place discard") == (
        events.CardSorted(0, CHIEF, Sorted.DISCARD),
    )
