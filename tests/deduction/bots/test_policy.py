"""Decisions of bots: legal, at a human pace, and independent of hidden facts."""

import random
from dataclasses import replace

import pytest

from games.deduction.bots.characters import ARGUS, CHARACTERS, PIP, ROXY
from games.deduction.bots.policy import Phrase, decide, line_at_result
from games.deduction.memory import glance, recall
from games.rules.moves import Accuse, Announce, Choose, Done, Draw, Place, Sorted, Trade
from games.rules.observe import observe
from games.rules.state import Phase
from games.rules.suspects import matches
from tests.deduction.rounds import draws, fresh_round
from tests.rules.random_games import random_game
from tests.rules.tables import close, empty_table, play_round, table
from tests.support.worlds import another_world
from tools.tournament import HALF

KEY = b"a key that no player knows"
MANY = [pytest.param(seed, marks=pytest.mark.full) for seed in range(100, 200)]


def watch(game):
    """Yield (state, states of its round so far) for each state of a game."""
    states, at = [], None
    for state, _ in game.steps:
        if at != (state.number, state.attempt):
            at, states = (state.number, state.attempt), []
        states.append(state)
        yield state, list(states)


def intent_at(states, seat, character=ARGUS, key=KEY):
    observations = [observe(state, seat) for state in states]
    return decide(observations[-1], recall(observations)[-1], character, key)


@pytest.mark.parametrize("seed", [*range(0, 32, 3), *MANY])
def test_intent_is_legal_reproducible_and_takes_a_human_time(seed):
    characters = list(CHARACTERS.values())
    chance = random.Random(seed)
    for state, states in list(watch(random_game(seed)))[::7]:
        seat = chance.randrange(len(state.seats))
        character = chance.choice(characters)
        intent = intent_at(states, seat, character)
        if intent is None:
            continue
        assert intent.move in observe(state, seat).moves
        assert intent.waits
        assert all(2 <= wait.seconds < 25 for wait in intent.waits)
        assert intent == intent_at(states, seat, character)


@pytest.mark.parametrize("seed", [*range(0, 32, 5), *MANY])
def test_intent_is_the_same_in_two_worlds(seed):
    chance = random.Random(seed)
    for state, states in list(watch(random_game(seed)))[::17]:
        seat = chance.randrange(len(state.seats))
        others = [another_world(past, seat, chance) for past in states]
        for character in (PIP, ARGUS):
            mine = intent_at(states, seat, character)
            assert intent_at(others, seat, character) == mine


@pytest.mark.parametrize("seed", range(6))
def test_at_least_one_bot_has_an_intent_until_the_game_is_over(seed):
    for _, states in list(watch(random_game(seed)))[::9]:
        seats = range(len(states[-1].seats))
        assert any(intent_at(states, seat) for seat in seats)


def test_key_decides_which_side_is_chosen():
    state = table(3)
    chosen = {intent_at([state], 0, key=bytes([n])).move for n in range(40)}
    assert chosen == {Choose(0, "hat"), Choose(0, "no-hat")}


def test_waiting_bot_draws_only_on_its_turn():
    state = fresh_round(1, 3)
    assert intent_at([state], 0).move == Draw(0)
    assert intent_at([state], 1) is None


@pytest.mark.parametrize(
    "character", [*CHARACTERS.values(), HALF], ids=lambda c: c.name
)
def test_certain_and_free_chief_is_accused(character):
    state = play_round(empty_table(), {})
    # Perfect memory leaves only one possible chief.
    states = [s for s in draws(state) if s.phase is Phase.SUSPECTS]
    intent = intent_at(states, 1, replace(character, memory=None))
    assert isinstance(intent.move, Accuse)
    assert intent.line is Phrase.ACCUSE_FIRST


@pytest.mark.parametrize("character", CHARACTERS.values(), ids=lambda c: c.name)
def test_every_character_accuses_in_the_last_call(character):
    states = list(draws(fresh_round(9, 4)))
    intent = intent_at(states, 2, character)
    assert states[-1].phase is Phase.LAST_CALL
    assert isinstance(intent.move, Accuse)
    assert intent.line is Phrase.ACCUSE_LAST_CALL


def test_only_one_bot_has_an_intent_in_a_clockwise_last_call():
    states = list(draws(fresh_round(9, 4, last_call="clockwise")))
    intents = [intent_at(states, seat) for seat in range(4)]
    assert [intent is not None for intent in intents].count(True) == 1


def test_only_characters_with_slips_place_cards_wrongly():
    start = fresh_round(3, 3, placement="players")
    waiting = [state for state in draws(start) if state.placing][:9]
    for character in (ROXY, ARGUS):
        assert slips(waiting, character) == 0
    assert 0 < slips(waiting, replace(PIP, slips=0.2)) < 180


def slips(waiting, character):
    """Count wrong placements over twenty keys."""
    wrong = 0
    for state in waiting:
        observation = observe(state, state.turn)
        fits = matches(state.drawn, state.clues[state.turn])
        for number in range(20):
            key = bytes([number])
            made = decide(observation, glance(observation), character, key).move
            if isinstance(made, Place):
                wrong += (made.as_ is Sorted.SUSPECT) != fits
    return wrong


def test_thinking_time_does_not_depend_on_the_chosen_side():
    state = table(3)
    times = {}
    for number in range(200):
        intent = intent_at([state], 0, key=bytes([number]))
        times.setdefault(intent.move, []).append(intent.waits[0].seconds)
    means = [sum(found) / len(found) for found in times.values()]
    assert means[0] == pytest.approx(means[1], rel=0.2)


def test_bot_trades_an_adler_token_if_it_can_and_else_leaves_the_cafe():
    state = play_round(
        empty_table(adler=True),
        {0: "11111", 1: "11110"},
        gold=["adler"],
        white=["adler"],
    )
    assert intent_at([state], 0).move == Done(0)
    state = play_round(close(state), {1: "11111", 0: "11110"}, gold=["5"])
    moves = {seat: intent_at([state], seat).move for seat in range(3)}
    assert moves[0] == Trade(0, "1.0", "2.1")
    assert moves[2] == Done(2)


def test_leader_announces_ten():
    state = empty_table()
    for faces in (["5"], ["4"], ["3"]):
        state = play_round(close_if(state), {0: "11111", 1: "11110"}, gold=faces)
    assert intent_at([state], 0).move == Announce(0)
    assert intent_at([state], 1).move == Done(1)


def close_if(state):
    return state if state.phase is Phase.BETWEEN else close(state)


def test_line_at_the_result_depends_on_the_seats_due():
    state = play_round(empty_table(), {0: "11111", 1: "11110"})
    lines = [line_at_result(observe(state, seat), seat) for seat in range(3)]
    assert lines == [Phrase.CAUGHT_CHIEF, Phrase.CAUGHT_ASSISTANT, Phrase.CAUGHT_NOBODY]
    assert line_at_result(observe(table(3), 0), 0) is None
