"""Since when the tables of this process miss somebody's page.

Other processes may know a page of whoever has none here, so they are asked for again
and again. An absence counts from the first question that found no page anywhere: in a
cache that was emptied entries are missing until they are renewed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.live import clock

# Seconds between two questions about somebody who is missing here.
AGAIN = 5

# A player, or None where a table has no host.
type Person = int | None
type Missing = dict[Person, float]


@dataclass(slots=True)
class _Absence:
    """Since when somebody is missing, and when that is to be reported next."""

    since: float
    report_at: float


class Absences:
    """Who is expected and not there, by table. Times are seconds of any clock."""

    def __init__(self) -> None:
        self._absences: dict[int, dict[Person, _Absence]] = {}

    def look(
        self, pk: int, expected: Iterable[Person], there: Iterable[Person], now: float
    ) -> None:
        """Note who is expected at a table and has no page in this process."""
        missing = set(expected) - set(there)
        before = self._absences.pop(pk, {})
        if missing:
            first = now + _again()
            self._absences[pk] = {
                who: before.get(who) or _Absence(now, first) for who in missing
            }

    def note_elsewhere(self, pk: int, whom: Iterable[Person], now: float) -> None:
        """Note who has a page elsewhere, so is not missing before the next question."""
        absences = self._absences.get(pk, {})
        for who in whom:
            if who in absences:
                absences[who].since = now + _again()

    def forget(self, pk: int) -> None:
        """Miss nobody at a table: nobody of this process looks at it any more."""
        self._absences.pop(pk, None)

    def reports(self, now: float) -> Iterator[tuple[int, Missing]]:
        """Yield by table who is to be reported now, and for how many seconds."""
        for pk, absences in tuple(self._absences.items()):
            due = {who: each for who, each in absences.items() if each.report_at <= now}
            for each in due.values():
                each.report_at = now + _again()
            if due:
                yield pk, {who: now - each.since for who, each in due.items()}


def _again() -> float:
    return clock.span(AGAIN).total_seconds()
