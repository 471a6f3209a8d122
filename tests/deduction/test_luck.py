"""Luck is 0 on average, and luck and nerve add up to the points (docs/coach.md)."""

from dataclasses import replace

import pytest

from games.deduction.analysis import analyse_round
from games.deduction.luck import compute_luck
from games.deduction.memory import recall
from games.rules.apply import apply_move
from games.rules.moves import Draw
from games.rules.observe import observe
from games.rules.results import Award, AwardReason, RoundResult
from games.rules.state import INVESTIGATOR
from games.rules.suspects import find_chief
from games.rules.tokens import Colour, points_of
from tests.deduction.rounds import accuse, draws, fresh_round, list_rounds
from tests.rules.random_games import random_game
from tests.support.samples import quick_first


def result_of(state, *awards):
    clues = tuple(sorted([*state.clues, *state.public_clues, *state.flips]))
    return RoundResult(1, 1, 0, (), clues, find_chief(clues), False, (), (), awards)


def luck_of_draw(states, card):
    """Return each seat's luck if this card comes next."""
    before = states[-1]
    rest = [other for other in before.deck if other not in (card, INVESTIGATOR)]
    dealt = replace(before, deck=(card, *rest))
    after, _ = apply_move(dealt, Draw(dealt.turn))
    known = recall(observe(state, 0) for state in states)[-1]
    return compute_luck([dealt, after], [known], result_of(before))[0]


@pytest.mark.parametrize(
    ("seed", "seats", "drawn", "placement"),
    [(1, 5, 0, "referee"), (2, 5, 9, "referee"), (3, 3, 14, "players")],
)
def test_mean_luck_over_all_cards_that_may_come_is_0(seed, seats, drawn, placement):
    states = list(draws(fresh_round(seed, seats, placement=placement), drawn))
    cards = [card for card in states[-1].deck if card != INVESTIGATOR]
    lucks = [luck_of_draw(states, card) for card in cards]
    for seat, of_seat in enumerate(zip(*lucks, strict=True)):
        assert sum(of_seat) == pytest.approx(0)
        # Its own card tells a seat nothing.
        assert any(of_seat) == (seat != states[-1].turn)


def test_seat_that_has_accused_has_no_luck_with_cards():
    states = list(draws(fresh_round(4, 5), 8))
    free = next(card for line in states[-1].lines for card in line)
    accuser = (states[-1].turn + 1) % 5
    states = accuse(states, accuser, free)
    assert luck_of_draw(states, states[-1].deck[0])[accuser] == 0


def test_mean_luck_over_all_tokens_that_may_come_is_0():
    state = fresh_round(5, 4, adler=True, stasi=True)
    for colour in Colour:
        lucks = [
            compute_luck(
                [state],
                [],
                result_of(state, Award(2, colour, face, "1.2", AwardReason.CHIEF)),
            )[0]
            for face in state.pool.left(colour)
        ]
        assert sum(luck[2] for luck in lucks) == pytest.approx(0)
        assert any(luck[2] for luck in lucks)


@pytest.mark.parametrize("seed", quick_first(range(20), 6))
def test_luck_and_nerve_add_up_to_the_points_of_the_token(seed):
    for states in list_rounds(random_game(seed)):
        points = dict.fromkeys(range(len(states[0].seats)), 0)
        for award in states[-1].results[-1].awards:
            if award.face is not None:
                points[award.seat] = points_of(award.colour, award.face)
        for seat in analyse_round(states).seats:
            assert seat.luck + seat.nerve == pytest.approx(points[seat.seat])
