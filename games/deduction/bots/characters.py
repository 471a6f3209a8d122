"""The four characters of the bots, from a beginner to a near-perfect player."""

from dataclasses import dataclass

from games.deduction.opponents import OpponentModel
from games.deduction.valuation import Prospect


@dataclass(frozen=True, slots=True)
class Character:
    """How a bot accuses, remembers, makes mistakes and judges its opponents."""

    name: str
    # The value that an accusation needs above that of waiting, in points.
    threshold: float
    # The number of closed discards that it remembers; None for all of them.
    memory: int | None = None
    # The probability of placing a card wrongly (docs/rules.md section 9).
    slips: float = 0.0
    # None if it ignores the accusations of its opponents.
    opponents: OpponentModel | None = None
    # The median seconds until it notices that an accusation is worth making, and until
    # it draws a card.
    notices: float = 6.5
    draws: float = 4.0

    def should_accuse(self, best: Prospect, waiting: float) -> bool:
        """Return whether the best accusation is worth making now."""
        return best.value >= waiting + self.threshold


# A pup: remembers hardly any discard and sometimes places a card wrongly.
PIP = Character("pip", 0.4, memory=1, slips=0.004, notices=9)
# An old hand: remembers the last discards and rarely places a card wrongly.
BRUNO = Character("bruno", 0.4, memory=7, slips=0.001, notices=8)
# Remembers everything.
ROXY = Character("roxy", 0.4, notices=7)
# Remembers everything and draws conclusions from accusations and silence.
ARGUS = Character("argus", 0.0, opponents=OpponentModel())
CHARACTERS = {character.name: character for character in (PIP, BRUNO, ROXY, ARGUS)}
