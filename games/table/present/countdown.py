"""The countdown that everybody sees: seconds left by the server's clock.

The server says them when it sends the piece. From then on the browser counts by itself,
with an animation of the style sheet that page.js starts.
"""

from datetime import UTC, datetime
from math import ceil
from typing import NamedTuple

from games.live import clock
from games.models.game import TablePhase
from games.play.selectors import TableView


class Countdown(NamedTuple):
    """When a limit runs out, in milliseconds since 1970; or how much was left of it.

    While a table pauses `until` counts the milliseconds that are left.
    """

    until: int
    is_paused: bool = False

    @property
    def left(self) -> int:
        """Return the seconds that are left now."""
        since = 0 if self.is_paused else _milliseconds(clock.now())
        return max(ceil((self.until - since) / 1000), 0)


def countdown_of(table_view: TableView) -> Countdown | None:
    """Return the countdown of a table; None where nobody is hurried."""
    table = table_view.table
    deadline = clock.deadline_of(table.dues)
    if deadline is None or table.phase == TablePhase.OVER or table_view.is_replay:
        return None
    if table.paused_at is None:
        return Countdown(_milliseconds(deadline))
    left = (deadline - table.paused_at).total_seconds()
    return Countdown(round(left * 1000), is_paused=True)


def _milliseconds(at: datetime) -> int:
    return round(at.astimezone(UTC).timestamp() * 1000)
