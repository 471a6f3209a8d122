"""The numbers of the worked example in docs/deduction.md."""

from fractions import Fraction
from pathlib import Path

import pytest

from games.deduction.chances import deduce
from games.rules.observe import SPECTATOR
from games.rules.suspects import SUSPECTS
from tests.deduction.rounds import example_states, seen_by

# The chief.
NILS = "10110"
DOC = Path(__file__).parents[2] / "docs" / "deduction.md"
VIEWERS = (SPECTATOR, 0, 1, 2, 3)


def rows():
    """Yield the cells of each row of the table in the docs, in the order of VIEWERS."""
    lines = DOC.read_text(encoding="utf-8").splitlines()
    start = lines.index("| move | all see | Laces | Colombini | Britton | Lansbury |")
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.split("|")[2:-1]]


def read(cell):
    """Return the number of worlds and the chance in a cell such as "48 (**5/24**)"."""
    worlds, chance = cell.replace("*", "").replace(",", "").split(" (")
    return int(worlds), float(Fraction(chance.rstrip(")")))


@pytest.mark.parametrize(("move", "cells"), enumerate(rows(), 4))
def test_table_in_the_docs_is_right(move, cells):
    states = example_states()[: move + 1]
    for viewer, cell in zip(VIEWERS, cells, strict=True):
        belief = deduce(*seen_by(viewer, states))
        worlds, chance = read(cell)
        assert belief.worlds.bit_count() == worlds
        assert belief.chances[SUSPECTS.index(NILS)] == pytest.approx(chance)


def test_table_in_the_docs_ends_before_the_reveal():
    assert len(list(rows())) + 4 == len(example_states()) - 1
