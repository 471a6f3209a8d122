"""Stories of bugs that the simulator found, as short as it could make them.

This module imports nothing of the simulator, which replaces a process's clocks.
"""

from typing import NamedTuple


class Story(NamedTuple):
    """A world with a few of its events; it fails if the bug is planted again."""

    bug: str
    seed: int
    tables: int
    # Of each event the time, the name, the table, and the seed of its chance.
    events: tuple[tuple[float, str, int | None, str], ...]


STORIES = {
    "old snapshot": Story(
        "old_snapshot_taken",
        seed=1,
        tables=2,
        events=((1224.64652123364, "remove", 1, "1 17"),),
    ),
}
