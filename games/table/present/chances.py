"""Lists the suspects that are most likely the chief."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.labels import suspect_name
from games.rules.suspects import Suspect
from games.table.present.words import percent

# The length of the list.
_MOST = 5


@dataclass(frozen=True, slots=True)
class SuspectChance:
    """A suspect's probability of being the chief, in per cent."""

    suspect: Suspect
    percent: int

    @property
    def name(self) -> str:
        """Return the suspect's name."""
        return suspect_name(self.suspect)


def likeliest(chances: Mapping[Suspect, float]) -> tuple[SuspectChance, ...]:
    """Return the most likely suspects in order, without the impossible ones."""
    best = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(
        SuspectChance(suspect, percent(chance))
        for suspect, chance in best[:_MOST]
        if chance
    )
