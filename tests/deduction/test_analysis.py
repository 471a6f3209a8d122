"""The analysis of a round, state by state (docs/bots.md)."""

from dataclasses import replace

import pytest

from games.deduction.analysis import analyse_round
from games.rules.apply import apply_move
from games.rules.moves import Pass
from games.rules.suspects import SUSPECTS, find_chief
from tests.deduction.rounds import accuse, draws, fresh_round, list_rounds, whole_round
from tests.rules.random_games import random_game
from tests.support.samples import quick_first


def test_round_that_is_not_revealed_is_not_analysed():
    with pytest.raises(ValueError, match="not revealed"):
        analyse_round(list(draws(fresh_round(1, 4), 5)))


def test_curve_has_a_point_for_each_state_and_ends_in_certainty():
    states = whole_round(1, 4)
    for seat in analyse_round(states).seats:
        assert len(seat.chances) == len(seat.certainty) == len(states)
        assert seat.certainty[-1] == 1
        assert seat.certainty[0] == 1 / 16


def test_chances_of_a_seat_do_not_depend_on_what_comes_later():
    states = whole_round(2, 3)
    whole = analyse_round(states).seats[1]
    first, second, *_others = [card for line in states[19].lines for card in line]
    short = accuse(accuse(states[:20], 0, first), 2, second)
    assert analyse_round(short).seats[1].chances[:20] == whole.chances[:20]


def test_certain_at_and_open_at_are_the_first_such_states():
    states = whole_round(3, 5)
    found = analyse_round(states)
    index = SUSPECTS.index(found.chief)
    for seat in found.seats:
        before = [chances[index] for chances in seat.chances[: seat.certain_at]]
        assert max(before) < 1 == seat.chances[seat.certain_at][index]
    could_accuse = [seat.could_accuse_at for seat in found.seats]
    assert found.certain_at == min(at for at in could_accuse if at is not None)
    lines = [{c for line in state.lines for c in line} for state in states]
    assert found.chief in lines[found.open_at]
    assert found.chief not in lines[found.open_at - 1]


@pytest.mark.parametrize("seed", quick_first(range(40), 12))
def test_every_random_round_can_be_analysed(seed):
    for states in list_rounds(random_game(seed)):
        found = analyse_round(states)
        result = states[-1].results[-1]
        assert found.chief == result.chief
        for seat in found.seats:
            assert seat.is_void == result.is_void
            judged = [seat.accusation] if seat.accusation else []
            assert [(each.suspect, each.matches) for each in judged] == [
                (each.suspect, each.matches)
                for each in result.accusations
                if each.seat == seat.seat
            ]


@pytest.mark.parametrize("seed", quick_first(range(20), 4))
def test_cost_of_silence_does_not_depend_on_the_drawn_token(seed):
    for states in list_rounds(random_game(seed)):
        result = states[-1].results[-1]
        awards = tuple(replace(award, face="9") for award in result.awards)
        lucky = replace(states[-1], results=(replace(result, awards=awards),))
        moments, same = (
            [seat.best_moment for seat in analyse_round(each).seats]
            for each in (states, [*states[:-1], lucky])
        )
        assert moments == same


def test_silence_costs_the_mean_black_token_once_the_chief_lies_in_a_line():
    states = list(draws(fresh_round(2, 4)))
    for seat in range(3):
        states = accuse(states, seat, free_innocent(states[-1]))
    states.append(apply_move(states[-1], Pass(3))[0])
    best = analyse_round(states).seats[3].best_moment
    assert best.lost == pytest.approx(best.prospect.value + 0.5)


def free_innocent(state):
    taken = {made.suspect for made in state.accusations}
    chief = find_chief([*state.clues, *state.public_clues])
    cards = (card for line in state.lines for card in line)
    return next(card for card in cards if card not in taken | {chief})
