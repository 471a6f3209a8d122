"""The automatic notebook: correct, and based only on the viewer's observation."""

import random
from itertools import pairwise

import pytest

from games.deduction.chances import deduce
from games.deduction.memory import recall
from games.deduction.notebook_odds import think
from games.rules.editions import Discards
from games.rules.observe import observe
from games.rules.state import Phase, evolve
from tests.deduction.rounds import draws, fresh_round
from tests.support.worlds import another_world


def states_of(seed, seats=4, **options):
    return list(draws(fresh_round(seed, seats, **options)))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("discards", list(Discards))
def test_notebook_is_the_same_in_two_worlds(seed, discards):
    chance = random.Random(seed)
    for state in states_of(seed, discards=discards)[::4]:
        for seat in range(len(state.seats)):
            other = another_world(state, seat, chance)
            assert think(observe(other, seat)) == think(observe(state, seat))


def test_open_discards_replace_perfect_memory():
    states = states_of(7, discards=Discards.OPEN)
    for at in range(6, len(states), 5):
        seen = [observe(state, 1) for state in states[: at + 1]]
        belief = deduce(seen[-1], recall(seen))
        chances = {s: c for s, c in think(seen[-1]).suspects.items() if c}
        assert sum(chances.values()) == pytest.approx(1)
        assert chances == pytest.approx(
            {s: belief.chance(s) for s in chances if belief.chance(s)}
        )


def test_notebook_ignores_a_closed_discard_while_it_is_shown():
    """Conclusions from the card just drawn would disappear with the next card."""
    states = states_of(3)
    for before, after in pairwise(states):
        drawn = after.drawn
        is_discard = drawn and not any(drawn in line for line in after.lines)
        if is_discard and before.phase is after.phase is Phase.SUSPECTS:
            shown, hidden = observe(after, 0), observe(evolve(after, drawn=None), 0)
            assert think(shown) == think(hidden)


def test_notebook_has_no_conclusions_if_no_world_is_left():
    state = states_of(4, 3)[12]
    wrong = ("11111", "00000", "10101", "01010")
    lines = (wrong, *state.lines[1:])
    assert think(observe(evolve(state, lines=lines), 1)) is None
