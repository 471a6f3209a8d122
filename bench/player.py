"""Chooses a random move from the forms on a phone, like a player in a hurry."""

import random

from bench.sight import Sight

# The chance to accuse at a turn; most rounds then reach the last call.
ACCUSING = 0.02


def choose_move(sight: Sight, chance: random.Random) -> dict[str, str] | None:
    """Return the fields of an open move, None without one."""
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
