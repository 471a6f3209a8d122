"""Prints twenty proofs in every language, for people to read (docs/proofs.md).

    python -m tests.bots.printed_proofs > docs/proofs.md

The proofs are from random games, and no two of them have the same kinds of steps in the
same order. The reader is the seat that could know.
"""

import os
from pathlib import Path

import django
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.labels import side_name, suspect_name
from games.proof_words import Cast, tell
from tests.bots.many_proofs import (
    NAMES,
    goals_in,
    positions,
    prove_for,
    worlds_seen_by,
)

DOC = Path(__file__).parents[2] / "docs" / "proofs.md"
# How many proofs of each kind, and the fewest steps of those.
WANTED = {"chief": (9, 4), "not-chief": (7, 4), "clue": (4, 4)}
HEAD = """# Twenty proofs in four languages

Written by `python -m tests.bots.printed_proofs > docs/proofs.md`. [coach.md](coach.md)
explains them.
"""


def choose():
    """Return the proofs, each with its goal, number of seats and viewer."""
    missing = {kind: number for kind, (number, _fewest) in WANTED.items()}
    chosen, shapes = [], set()
    for position, viewer, observations in positions(100):
        for goal in goals_in(worlds_seen_by(position, viewer), position.n, viewer):
            if not missing[goal[0]]:
                continue
            proof = prove_for(observations, goal)
            shape = (goal[0], *(shape_of(step) for step in proof))
            if len(proof) >= WANTED[goal[0]][1] and shape not in shapes:
                shapes.add(shape)
                missing[goal[0]] -= 1
                chosen.append((goal, proof, position.n, viewer))
                break
        if not any(missing.values()):
            return chosen
    return chosen


def shape_of(step):
    return step.kind, len(step.places), bool(step.discarded), bool(step.taken)


def title_of(goal, names):
    kind, *values = goal
    if kind == "clue":
        return f"{names[values[0]]}: {side_name(values[1])}"
    text = "Why %(suspect)s?" if kind == "chief" else "Why not %(suspect)s?"
    return gettext(text) % {"suspect": suspect_name(values[0])}


def document():
    """Return the text of docs/proofs.md."""
    chosen, parts = choose(), [HEAD]
    for language, name in settings.LANGUAGES:
        with translation.override(language):
            parts.append(f"\n## {name}\n")
            for number, (goal, proof, seats, viewer) in enumerate(chosen, 1):
                names = NAMES[:seats]
                parts.append(f"\n**{number}. {title_of(goal, names)}**\n\n")
                sentences = tell(proof, Cast(names, names, viewer))
                parts += [f"1. {sentence.words}\n" for sentence in sentences]
    return "".join(parts)


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    print(document(), end="")


if __name__ == "__main__":
    main()
