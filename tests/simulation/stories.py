"""Stories of bugs that the simulator found, and of some that are planted.

They are as short as it could make them; without any event people just play.

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
        seed=0,
        tables=2,
        events=(
            (1638.0654078763725, "play", 0, "0 3"),
            (1642.4762803985052, "vote", 0, "0 6"),
        ),
    ),
    "hidden cards": Story("next_card_shown", seed=10, tables=1, events=()),
    "another's seat": Story("view_of_another", seed=10, tables=1, events=()),
    "idle players": Story("idle_never_offered", seed=9, tables=1, events=()),
    "work on the loop": Story("move_made_on_loop", seed=0, tables=1, events=()),
}
