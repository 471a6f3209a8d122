"""The four players made of code, from a rookie to one that hardly errs."""

from dataclasses import dataclass
from enum import StrEnum

from games.bots.opponents import Reading


class Nerve(StrEnum):
    """What makes a character accuse."""

    # A suspect looks likely enough.
    CHANCE = "chance"
    # An accusation is worth more than waiting (games.bots.stopping).
    WORTH = "worth"


@dataclass(frozen=True, slots=True)
class Character:
    """How a bot remembers, dares, errs and takes its time."""

    name: str
    nerve: Nerve
    # Accuses from this chance on, or with so many points more than waiting is worth.
    least: float
    # How many of the last closed discards it remembers; None for all of them.
    memory: int | None = None
    # How often it places a card wrongly (docs/rules.md section 9).
    slips: float = 0.0
    # What it makes of accusations; None if nothing.
    reading: Reading | None = None


# A pup: forgets most discards, and puts a card down wrongly now and then.
PIP = Character("pip", Nerve.WORTH, 0.4, memory=4, slips=0.004)
# An old hand: less is forgotten, and nothing is done in a hurry.
BRUNO = Character("bruno", Nerve.WORTH, 0.4, memory=6, slips=0.001)
# Remembers everything and takes her chance early.
ROXY = Character("roxy", Nerve.CHANCE, 0.4)
# Remembers everything, and hears what others say by accusing and by keeping still.
ARGUS = Character("argus", Nerve.WORTH, 0.0, reading=Reading())

CHARACTERS = {character.name: character for character in (PIP, BRUNO, ROXY, ARGUS)}

# No character: what they are measured against (docs/bots.md).
HALF = Character("half", Nerve.CHANCE, 0.5)
