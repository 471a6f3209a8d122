"""The automatic notebook: correct, and based only on the viewer's observation."""

import random
from itertools import pairwise

import pytest

from games.bots.deduction import deduce
from games.bots.memory import recall
from games.bots.notebook_odds import think
from games.bots.piles import count_ways
from games.rules.apply import apply_move, begin_round
from games.rules.clues import matches, sides_of, suspect_of
from games.rules.deal import shuffle_deal
from games.rules.editions import Discards, Investigator, Options, Placement
from games.rules.moves import Choose, Draw, Place, Sorted
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, evolve, new_game
from tests.bots.rounds import draws, fresh_round, whole_round
from tests.support.worlds import another_world


def states_of(seed, seats=4, **options):
    return list(draws(fresh_round(seed, seats, **options)))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("discards", list(Discards))
def test_notebook_never_rules_out_the_true_clue(seed, discards):
    for state in states_of(seed, 3 + seed % 3, discards=discards):
        if state.phase is Phase.SIDES:
            continue
        for seat in range(len(state.seats)):
            thoughts = think(observe(state, seat))
            for other, clue in enumerate(state.clues):
                assert thoughts.clues[other][clue] > 0
                assert sum(thoughts.clues[other].values()) == pytest.approx(1)


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


def thrown_away(seed, seats=3):
    """Yield the states of a round in which seat 0 discards every card."""
    state = fresh_round(seed, seats, placement=Placement.PLAYERS)
    while state.phase is Phase.SUSPECTS:
        state, _ = apply_move(state, Draw(state.turn))
        yield state
        fits = matches(state.drawn, state.clues[state.turn]) and state.turn
        as_ = Sorted.SUSPECT if fits else Sorted.DISCARD
        state, _ = apply_move(state, Place(state.turn, as_))
        yield state


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 12))]
)
def test_notebook_has_an_answer_when_a_seat_throws_everything_away(seed):
    for state in thrown_away(seed):
        for viewer in (SPECTATOR, 0, 1, 2):
            thoughts = think(observe(state, viewer))
            if thoughts is not None:
                assert sum(thoughts.suspects.values()) == pytest.approx(1)
                for clues in thoughts.clues:
                    assert sum(clues.values()) == pytest.approx(1)


def test_notebook_sees_from_a_large_pile_that_a_card_was_placed_wrongly():
    *_, last = thrown_away(3)
    # Seat 0 knows its clue: not enough unseen cards differ from it.
    assert len(last.discards[0]) == 11
    assert think(observe(last, 0)) is None


def test_card_that_waits_is_on_no_pile():
    states = states_of(2, placement=Placement.PLAYERS)
    waiting = [state for state in states if state.placing and any(state.discards)]
    assert len(waiting) > 20
    for state in waiting:
        shown = think(observe(state, SPECTATOR))
        hidden = think(observe(evolve(state, drawn=None, placing=False), SPECTATOR))
        assert shown != hidden or len(hidden.suspects) == 1


def test_piles_never_hold_the_same_card():
    """Two cards can lie on each of two piles; the bit of the last pile rules it out."""
    free, stuck = 0b01, 0b10
    assert count_ways(bytes([free, free]), (1, 1)) == 2
    assert count_ways(bytes([free, stuck]), (1, 1)) == 0
    assert count_ways(bytes([free, free, stuck]), (1, 1)) == 2
    assert count_ways(bytes([free, free, 0b11]), (1, 1)) == 4


def in_sides(seats=4):
    state = new_game(tuple(Investigator)[:seats], Options(), 0)
    state, _ = begin_round(state, shuffle_deal(b"7" * 32, state))
    return state


def test_nobody_else_has_my_token_before_i_choose_a_side():
    state = in_sides()
    mine = set(sides_of(state.clue_tokens[1]))
    thoughts = think(observe(state, 1))
    for seat in (0, 2, 3):
        assert len(thoughts.clues[seat]) == 8
        assert not mine & thoughts.clues[seat].keys()
    assert set(thoughts.clues[1]) == mine
    assert len(thoughts.suspects) == 32
    chosen, _ = apply_move(state, Choose(1, min(mine)))
    assert len(think(observe(chosen, 1)).suspects) == 16


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_notebook_shows_the_revealed_clues(viewer):
    state = whole_round(4, 3)[-1]
    assert state.phase is Phase.REVIEW
    thoughts = think(observe(state, viewer))
    assert thoughts.suspects == {
        suspect_of(state.clues + state.public_clues + state.flips): 1
    }
    assert [dict(at) for at in thoughts.clues] == [{clue: 1} for clue in state.clues]
