"""Exact deduction, memory and the automatic notebook; more in test_second_odds."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.deduction.chances import Belief, deduce, think
from games.deduction.memory import BLANK, forget, recall, remember
from games.deduction.opponents import OpponentModel
from games.deduction.worlds import INDEX, select_holding
from games.rules.apply import apply_move
from games.rules.editions import Discards
from games.rules.moves import Accuse, Draw, Place, Sorted
from games.rules.observe import observe
from games.rules.state import Phase, evolve
from tests.deduction.rounds import draws, fresh_round, seen_by


def believe(viewer, states, **model):
    observation, memory = seen_by(viewer, states)
    return deduce(observation, memory, **model)


def chance(belief, suspect):
    return belief.chances[INDEX[suspect]]


@pytest.mark.parametrize("placement", ["referee", "players"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_perfect_memory_makes_closed_piles_equal_to_open_ones(seats, placement):
    for discards in ("closed", "open"):
        options = {"placement": placement, "discards": discards}
        states = list(draws(fresh_round(7, seats, **options)))
        beliefs = [believe(1, states[: end + 1]) for end in range(len(states))]
        if discards == "closed":
            closed = beliefs
    assert closed == beliefs


@pytest.mark.parametrize("kept", [0, 3, 6, 40])
def test_forgetting_keeps_the_lines_and_the_last_discards(kept):
    for most in range(1, 20, 3):
        observation, memory = seen_by(0, draws(fresh_round(6, 5), most))
        left = forget(memory, observation, kept).sightings
        closed = [s for s in memory.sightings if not s.fits]
        assert [s for s in left if s.fits] == [s for s in memory.sightings if s.fits]
        assert [s for s in left if not s.fits] == closed[max(0, len(closed) - kept) :]


def test_memory_is_the_same_object_without_a_new_fact():
    states = list(draws(fresh_round(6, 5), 7))
    observation, memory = seen_by(0, states)
    assert remember(memory, observation) is memory


def test_next_round_begins_with_a_blank_memory():
    _, memory = seen_by(0, list(draws(fresh_round(6, 5), 7)))
    other = observe(fresh_round(8, 5), 0)._replace(attempt=2)
    assert remember(memory, other) == replace(BLANK, round=(1, 2))


def with_accusation(seed):
    """Return states that end with an accusation by seat 3, and the accused suspect."""
    states = list(draws(fresh_round(seed, 4), 8))
    theirs, mine = believe(3, states), believe(0, states)
    free = [card for line in states[-1].lines for card in line]
    suspect = max(free, key=lambda card: chance(theirs, card) * chance(mine, card))
    return [*states, apply_move(states[-1], Accuse(3, suspect))[0]], suspect


def test_accusation_is_evidence_only_with_a_model_of_the_opponents():
    states, suspect = with_accusation(25)
    plain, weighed = (believe(0, states, opponents=m) for m in (None, OpponentModel()))
    assert plain == believe(0, states[:-1])
    assert weighed.worlds == plain.worlds
    assert chance(weighed, suspect) > chance(plain, suspect) > 0


def test_model_weighs_each_clue_by_the_likelihood_of_the_accusation():
    states, suspect = with_accusation(25)
    before = believe(0, states[:-1])
    # Without steepness only the accused suspect is evidence, not the time.
    model = OpponentModel(steepness=0, sharpness=1, slack=0)
    found = believe(0, states, opponents=model)
    weighed = before.compute_clue_chances()[3]
    for side in weighed:
        accuser = Belief(seen_by(0, states[:-1])[1].worlds & select_holding(3, side))
        free = [card for line in states[-1].lines for card in line]
        whole = sum(chance(accuser, card) for card in free)
        weighed[side] *= chance(accuser, suspect) / whole if whole else 1 / len(free)
    total = sum(weighed.values())
    expected = {side: w / total for side, w in weighed.items() if w}
    assert found.compute_clue_chances()[3] == pytest.approx(expected)


def test_silence_is_evidence_with_a_model_of_the_opponents():
    states = list(draws(fresh_round(25, 4), 9))
    plain, weighed = (believe(0, states, opponents=m) for m in (None, OpponentModel()))
    assert weighed.worlds == plain.worlds
    assert weighed.chances != pytest.approx(plain.chances, abs=0.01)


def test_own_accusation_is_no_evidence_for_its_seat():
    states, _ = with_accusation(25)
    before = believe(3, states[:-1], opponents=OpponentModel())
    assert believe(3, states, opponents=OpponentModel()) == before


def test_belief_is_void_after_contradictory_placements():
    state = fresh_round(5, 5, placement="players")
    states = [state]
    while state.phase is Phase.SUSPECTS and not believe(0, states).is_void:
        for move in (Draw(state.turn), Place(state.turn, Sorted.SUSPECT)):
            state, _ = apply_move(state, move)
            states.append(state)
    belief = believe(0, states)
    assert belief.is_void
    assert set(belief.chances) == {0}
    assert belief.certain is None


def states_of(seed, seats=4, **options):
    return list(draws(fresh_round(seed, seats, **options)))


def test_open_discards_replace_perfect_memory():
    states = states_of(7, discards=Discards.OPEN)
    for at in range(6, len(states), 5):
        seen = [observe(state, 1) for state in states[: at + 1]]
        belief = deduce(seen[-1], recall(seen)[-1])
        chances = {s: c for s, c in think(seen[-1]).suspects.items() if c}
        assert sum(chances.values()) == pytest.approx(1)
        assert chances == pytest.approx(
            {s: chance(belief, s) for s in chances if chance(belief, s)}
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
