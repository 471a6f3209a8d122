"""Chooses a move by chance from what a phone shows, as somebody in a hurry would."""

import random

from bench.sight import Sight

# Of those who could accuse at their turn so many do; most rounds reach the last call.
ACCUSING = 0.02


def choose_move(sight: Sight, chance: random.Random) -> dict[str, str] | None:
    """Return the fields of a move that is open, None where there is nothing to do."""
    forms, suspects = sight.forms, sight.suspects
    if "choose" in forms:
        return {"move": "choose", "side": chance.choice(sight.sides)}
    likelihood = 1 if sight.phase == "last-call" else ACCUSING * ("draw" in forms)
    if suspects and chance.random() < likelihood:
        return {"move": "accuse", "suspect": chance.choice(suspects)}
    if "draw" in forms:
        return {"move": "draw"}
    if "place" in forms:
        return {"move": "place", "as": chance.choice(("suspect", "discard"))}
    for move in ("announce", "done"):
        if move in forms:
            return {"move": move}
    return None
