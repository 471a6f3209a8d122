"""The countdown that everybody sees: seconds left by the server's clock.

A rendered piece is kept and shared, so the seconds are filled in when it is sent; from
then on the browser counts by itself, with an animation of the style sheet.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from math import ceil
from typing import NamedTuple

from games.live import clock
from games.models.game import TablePhase
from games.play.selectors import TableView

# More digits the classes of the style sheet do not know.
_MOST = 199
_GAP = re.compile("\x00(left|digits) ([0-9]+)\x00")


class Countdown(NamedTuple):
    """When a limit runs out, in milliseconds since 1970; or how much was left of it.

    While a table pauses `until` counts the milliseconds that are left.
    """

    until: int
    is_paused: bool = False

    @property
    def id(self) -> str:
        """Return a DOM id: another piece for each countdown, so that it starts anew."""
        return f"countdown-{'paused-' if self.is_paused else ''}{self.left}"

    @property
    def left(self) -> str:
        """Return the seconds left, or where they go."""
        return self._filled("left")

    @property
    def digits(self) -> str:
        """Return the classes that tell the style sheet how many there are."""
        return self._filled("digits")

    def _filled(self, what: str) -> str:
        if self.is_paused:
            return _FILL[what](ceil(self.until / 1000))
        return f"\x00{what} {self.until}\x00"


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


def fill_countdowns(html: str) -> str:
    """Return rendered HTML with the seconds that are left now."""
    # Most pages have none.
    if "\x00" not in html:
        return html
    now = _milliseconds(clock.now())

    def fill(found: re.Match[str]) -> str:
        return _FILL[found[1]](ceil((int(found[2]) - now) / 1000))

    return _GAP.sub(fill, html)


def _milliseconds(at: datetime) -> int:
    return round(at.astimezone(UTC).timestamp() * 1000)


def _within(seconds: int) -> int:
    return min(max(seconds, 0), _MOST)


_FILL: dict[str, Callable[[int], str]] = {
    "left": lambda seconds: str(_within(seconds)),
    "digits": lambda seconds: "tens-{} units-{}".format(*divmod(_within(seconds), 10)),
}
