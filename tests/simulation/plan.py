"""The story of a seed: the acts of people at each table, and their trouble.

Each event has a chance of its own, so a story without some of its events is the same
story otherwise: that is how a failing one is shrunk.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.simulation import people, trouble

# Seconds. An hour has some sittings; in each of them people come to their tables, play
# in trouble, play on without trouble, and leave.
HOUR = 3600
TROUBLED, QUIET, CALM, LEAVING = 70, 15, 15, 25
SITTING = TROUBLED + QUIET + CALM + LEAVING


@dataclass(frozen=True, slots=True)
class Event:
    """One act of the people at a table, or one trouble of the whole site."""

    at: float
    name: str
    # None for the whole site.
    table: int | None
    seed: str

    def run(self, world):
        chance = Random(self.seed)
        if self.table is None:
            trouble.SITE[self.name](world, chance)
        else:
            people.ACTS[self.name](world.tables[self.table], chance)

    def __str__(self):
        place = "site" if self.table is None else f"table {self.table}"
        return f"{self.at:8.2f} {place}: {self.name}"


@dataclass(frozen=True, slots=True)
class Size:
    """How much a world holds."""

    tables: int = 10
    sittings: int = 1
    # Means for each table and sitting, and for the site and sitting.
    moves: float = 6
    acts: float = 3
    troubles: float = 4


def plan(seed, size: Size):
    """Return the events of a world by time, and when its sittings start."""
    chance = Random(f"plan {seed}")
    events: list[Event] = []

    def add(at, name, table=None):
        events.append(Event(at, name, table, f"{seed} {len(events)}"))

    sitting = SITTING + people.find_silence(seed)
    starts = sorted(chance.uniform(0, HOUR - sitting) for _ in range(size.sittings))
    for place in range(1, len(starts)):
        # Two sittings never overlap.
        starts[place] = max(starts[place], starts[place - 1] + sitting)
    for start in starts:
        for table in range(size.tables):
            for at in times(chance, start + 3, TROUBLED - 3, size.moves):
                add(at, "play", table)
            for at in times(chance, start + 3, TROUBLED - 3, size.acts):
                add(at, pick(people.WEIGHTS, chance), table)
        for at in times(chance, start, TROUBLED - 10, size.troubles):
            add(at, pick(trouble.WEIGHTS, chance))
    return sorted(events, key=lambda event: event.at), starts


def times(chance, start, length, mean):
    """Return the times of about so many events, in bursts."""
    count = max(0, round(chance.gauss(mean, mean / 3)))
    return [start + chance.random() * length for _ in range(count)]


def pick(weights: dict[Callable | str, float], chance):
    return chance.choices(list(weights), list(weights.values()))[0]
