"""The numbers of the worked example in docs/deduction.md."""

import pytest

from games.bots.deduction import deduce
from games.bots.memory import recall
from games.rules.observe import observe
from tests.bots.worked_example import VIEWERS, example_states, read, rows
from tests.support.worked_example import NILS


@pytest.mark.parametrize(("move", "cells"), enumerate(rows(), 4))
def test_table_in_the_docs_is_right(move, cells):
    states = example_states()[: move + 1]
    for viewer, cell in zip(VIEWERS, cells, strict=True):
        seen = [observe(state, viewer) for state in states]
        belief = deduce(seen[-1], recall(seen))
        worlds, chance = read(cell)
        assert belief.worlds.bit_count() == worlds
        assert belief.chance(NILS) == pytest.approx(chance)


def test_table_in_the_docs_ends_before_the_reveal():
    assert len(list(rows())) + 4 == len(example_states()) - 1
