"""Rounds for the tests of bots, and one viewer's memory of them."""

import json
import random
from pathlib import Path

from games.deduction.memory import recall
from games.proof.record import parse_record, replay_steps
from games.rules.apply import apply_move, begin_round
from games.rules.deal import shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.moves import Accuse, Choose, Draw, Place, Sorted
from games.rules.observe import observe
from games.rules.state import Phase, begin_state
from games.rules.suspects import matches, sides_of

EXAMPLE = Path(__file__).parents[1] / "records" / "worked-example.json"


def example_states():
    """Return the states of the books' worked example, from its deal to its reveal."""
    record = parse_record(json.loads(EXAMPLE.read_text())["record"])
    states = [step.state for _place, step in replay_steps(record)]
    return [state for state in states if state.phase is not Phase.BETWEEN]


def fresh_round(seed, seats, **options):
    """Return a round in which each seat has chosen a random side."""
    chance = random.Random(seed)
    state = begin_state(tuple(Investigator)[:seats], Options(**options), 0)
    state, _ = begin_round(state, shuffle_deal(chance.randbytes(32), state))
    for seat, trait in enumerate(state.clue_tokens):
        state, _ = apply_move(state, Choose(seat, chance.choice(sides_of(trait))))
    return state


def draws(state, most=32):
    """Yield the states of a round without accusations, starting with `state`."""
    yield state
    while state.phase is Phase.SUSPECTS and most:
        state, _ = apply_move(state, Draw(state.turn))
        yield state
        if state.placing:
            fits = matches(state.drawn, state.clues[state.turn])
            as_ = Sorted.SUSPECT if fits else Sorted.DISCARD
            state, _ = apply_move(state, Place(state.turn, as_))
            yield state
        most -= 1


def seen_by(viewer, states):
    """Return a viewer's last observation and memory of some states."""
    observations = [observe(state, viewer) for state in states]
    return observations[-1], recall(observations)[-1]


def whole_round(seed, seats):
    """Return the states of a round in which every seat accuses in the last call."""
    states = list(draws(fresh_round(seed, seats)))
    for seat in range(seats):
        free = [card for line in states[-1].lines for card in line]
        taken = {a.suspect for a in states[-1].accusations}
        states = accuse(states, seat, next(c for c in free if c not in taken))
    return states


def accuse(states, seat, suspect):
    return [*states, apply_move(states[-1], Accuse(seat, suspect))[0]]


def list_rounds(game):
    """Return the states of each revealed round of a random game."""
    rounds, states = [], []
    for state, made in game.steps:
        states.append(state)
        after, _ = apply_move(state, made)
        if state.phase in (Phase.SUSPECTS, Phase.LAST_CALL) and len(
            after.results
        ) > len(state.results):
            rounds.append([*states, after])
            states = []
        elif after.phase is Phase.BETWEEN or state.phase in (Phase.CAFE, Phase.REVIEW):
            states = []
    return rounds
