"""All possible moves of a seat, legal or not."""

from itertools import product

from games.rules.moves import (
    Accuse,
    Announce,
    Choose,
    Done,
    Draw,
    Pass,
    Place,
    Sorted,
    Trade,
)
from games.rules.suspects import SUSPECTS, Side


def every_move(state, seat):
    """Return every move of a seat with every possible value of its fields."""
    tokens = [token.id for token in state.tokens]
    return [
        *(Choose(seat, side) for side in Side),
        Draw(seat),
        *(Place(seat, as_) for as_ in Sorted),
        *(Accuse(seat, suspect) for suspect in SUSPECTS),
        Pass(seat),
        *(Trade(seat, *pair) for pair in product([*tokens, "6.0"], repeat=2)),
        Done(seat),
        Announce(seat),
    ]
