"""Measures for how long the tables of this process have missed a player's page.

The player may have a page in another process, so each absence is reported again and
again, and the reporter asks the register of connections (games.play.connections). An
absence counts from the first report that found no page in any process.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.play import clock

# A player is absent after this many seconds without a page, and an absent host is
# replaced after this many more.
AWAY_AFTER = 15
HOST_AFTER = 60
# Seconds between two reports of an absence.
REPORT_EVERY = 5
# The pk of a player; None for a table without a host.
type Person = int | None
type Missing = dict[Person, float]


@dataclass(slots=True)
class _Absence:
    """The start of an absence and the time of its next report."""

    since: float
    report_at: float


class Absences:
    """Keeps the absent players of each table. Times are seconds of any clock."""

    def __init__(self) -> None:
        self._absences: dict[int, dict[Person, _Absence]] = {}

    def note(
        self, pk: int, expected: Iterable[Person], there: Iterable[Person], now: float
    ) -> None:
        """Note the expected players of a table and those with a page here."""
        missing = set(expected) - set(there)
        before = self._absences.pop(pk, {})
        if missing:
            first = now + _report_pause()
            self._absences[pk] = {
                person: before.get(person) or _Absence(now, first) for person in missing
            }

    def note_elsewhere(self, pk: int, people: Iterable[Person], now: float) -> None:
        """Restart the absences of players with a page in another process."""
        absences = self._absences.get(pk, {})
        for person in people:
            if person in absences:
                absences[person].since = now + _report_pause()

    def forget(self, pk: int) -> None:
        """Drop a table, because this process has no socket of it any more."""
        self._absences.pop(pk, None)

    def list_due(self, now: float) -> Iterator[tuple[int, Missing]]:
        """Yield the tables with due reports and the seconds of each absence."""
        for pk, absences in tuple(self._absences.items()):
            pending = {
                person: absence
                for person, absence in absences.items()
                if absence.report_at <= now
            }
            for absence in pending.values():
                absence.report_at = now + _report_pause()
            if pending:
                yield pk, {person: now - pending[person].since for person in pending}


def _report_pause() -> float:
    return clock.span(REPORT_EVERY).total_seconds()
