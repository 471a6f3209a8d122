"""The books' worked example, move by move (docs/rules.md section 11)."""

from fractions import Fraction
from pathlib import Path

from games.rules.apply import apply_move
from games.rules.observe import SPECTATOR
from games.rules.state import INVESTIGATOR
from tests.rules.tables import move, table
from tests.support.worked_example import BORIS, FLEMING, LASH, NILS

MOVES = [
    "0 choose hat",
    "1 choose coat",
    "2 choose grey",
    "3 choose no-newspaper",
    "0 draw",
    "1 draw",
    "2 draw",
    "3 draw",
    "0 draw",
    "1 draw",
    f"0 accuse {NILS}",
    f"1 accuse {LASH}",
    "2 draw",
    f"2 accuse {BORIS}",
]


def example_states():
    """Return the state before the first move and after each."""
    state = table(
        4,
        bag=("hat", "coat", "fur", "newspaper", "glasses"),
        flips=["no-glasses"],
        first=[NILS, BORIS, LASH, "00001", "11001", "01111", INVESTIGATOR, FLEMING],
    )
    states = [state]
    for line in MOVES:
        state, _ = apply_move(state, move(line))
        states.append(state)
    return states


VIEWERS = (SPECTATOR, 0, 1, 2, 3)
DOC = Path(__file__).parents[2] / "docs" / "deduction.md"


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
