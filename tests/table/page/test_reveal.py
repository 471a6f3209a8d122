"""The reveal tells the clues in seat order, and which suspects each one rules out."""

import random
from itertools import permutations

import pytest

from games.play.selectors import see
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase
from games.rules.suspects import list_matching_sides, matches
from games.table.page.result import build_result, build_reveal, explain_misfit
from games.table.page.status import MINUS
from tests.rules.random_games import RandomGame
from tests.support.cast import begin_game, play_on
from tests.support.samples import quick_first

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("count", quick_first([3, 4, 5]))
def test_reveal_turns_clues_in_seat_order_and_darkens_what_they_rule_out(count):
    game, players = begin_game(count)
    clues = {}
    rounds = set()
    for snapshot in play_on(game, players, random.Random(count)):
        clues |= {(snapshot.state.number, snapshot.state.attempt): snapshot.state.clues}
        table_view = see(snapshot, None)
        reveal = build_reveal(table_view.public)
        if reveal is None:
            continue
        rounds.add(reveal.round)
        owned = tuple(dict(each.values)["owner"].side for each in reveal.owners)
        assert owned == clues[reveal.round, reveal.attempt]
        revealed = (*owned, *reveal.from_deck)
        misfits = dict(misfit.split(".") for misfit in reveal.misfits.split())
        lines = {suspect for line in snapshot.state.lines for suspect in line}
        assert misfits.keys() == lines - {reveal.chief}
        for suspect, place in misfits.items():
            fits = [clue in list_matching_sides(suspect) for clue in revealed]
            assert fits.index(False) + 1 == int(place)
    assert rounds
    result = build_result(table_view.public)
    assert result.announce_winners(SPECTATOR) in result.shared_text
    assert {score.place for score in result.scores if score.is_winner} == {1}
    for one, other in permutations(result.scores, 2):
        is_equal = (one.points, one.golds) == (other.points, other.golds)
        assert (one.place == other.place) is is_equal
    for score in result.scores:
        assert f"{score.name} {score.points}".replace("-", MINUS) in result.shared_text


def test_line_for_a_wrong_accusation_is_true():
    wrong = 0
    for seed in range(10_000):
        game = RandomGame(seed, haste=0.3).play()
        names = [f"seat {seat}" for seat in range(len(game.seats))]
        for state, _move in game.steps:
            shown = observe(state, SPECTATOR)
            if state.phase is not Phase.REVIEW or shown.result is None:
                continue
            for made in shown.result.accusations:
                misfit = explain_misfit(shown, made, names)
                assert (misfit is None) == (made.suspect == shown.result.chief)
                if misfit is not None:
                    wrong += 1
                    check(misfit, made, state, names)
        if wrong >= 1000:
            return
    raise AssertionError("too few wrong accusations")


def check(misfit, made, state, names):
    assert not matches(made.suspect, misfit.side)
    assert misfit.side in state.results[-1].clues
    if misfit.seat < 0:
        assert misfit.side not in state.clues
        return
    assert state.clues[misfit.seat] == misfit.side
    assert misfit.name == names[misfit.seat]
    assert set(misfit.kept) <= set(state.lines[misfit.seat])
    if misfit.seat == made.seat:
        others = set(state.clues) - {misfit.side}
        assert all(matches(made.suspect, clue) for clue in others)
