"""The books' worked example, move by move (docs/rules.md section 11)."""

from games.rules.apply import apply_move
from games.rules.state import INVESTIGATOR
from tests.rules.tables import move, table
from tests.rules.test_worked_example import BORIS, FLEMING, LASH, NILS

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
