"""The reveal tells the clues in seat order, and which suspects each one rules out."""

import random

import pytest

from games.play.selectors import see
from games.rules.observe import SPECTATOR
from games.rules.suspects import list_matching_sides
from games.table.present.result import build_result, build_reveal
from games.table.present.status import MINUS
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
        assert reveal.clues[:count] == clues[reveal.round, reveal.attempt]
        misfits = dict(misfit.split(".") for misfit in reveal.misfits.split())
        lines = {suspect for line in snapshot.state.lines for suspect in line}
        assert misfits.keys() == lines - {reveal.chief}
        for suspect, place in misfits.items():
            fits = [clue in list_matching_sides(suspect) for clue in reveal.clues]
            assert fits.index(False) + 1 == int(place)
    assert rounds
    result = build_result(table_view.public)
    assert result.announce_winners(SPECTATOR) in result.shared_text
    for score in result.scores:
        assert f"{score.name} {score.points}".replace("-", MINUS) in result.shared_text
