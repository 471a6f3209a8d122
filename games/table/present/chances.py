"""The suspects that are likeliest the chief, as a page lists them."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.labels import suspect_name
from games.rules.suspects import Suspect
from games.table.present.words import percent

# How many are listed.
_MOST = 5


@dataclass(frozen=True, slots=True)
class SuspectChance:
    """How likely a suspect is the chief, in per cent."""

    suspect: Suspect
    percent: int

    @property
    def name(self) -> str:
        """Return what the suspect is called."""
        return suspect_name(self.suspect)


def likeliest(chances: Mapping[Suspect, float]) -> tuple[SuspectChance, ...]:
    """Return the likeliest suspects in order; none that cannot be the chief."""
    best = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(
        SuspectChance(suspect, percent(chance))
        for suspect, chance in best[:_MOST]
        if chance
    )
