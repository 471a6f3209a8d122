"""Presents the log: a sentence for each public event. A page shows the last ones."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import MovedBy
from games.play.log import Entry, EntryKind
from games.play.snapshot import Table
from games.rules.observe import SPECTATOR, Viewer
from games.rules.results import JUDGED
from games.table.page.log_sentences import LogLine, write_sentence
from games.table.page.regions import NO_SEATS, join_lines

# The lines on a page; a button fetches the older ones.
MOST_LINES = 24
# The name of each seat's player, and whether it is a bot.
type Players = tuple[tuple[str, bool], ...]


class Line(NamedTuple):
    """A region that is one line of the log, with the seats that it speaks of."""

    id: str
    line: LogLine
    about: frozenset[int]
    me: Viewer = SPECTATOR

    def to(self, seat: Viewer) -> "Line":
        """Return the line as this seat's own page shows it."""
        return self._replace(me=seat) if seat in self.about else self

    def render(self, **_fields: Any) -> SafeString:
        """Return the line as HTML in the active language.

        A drawn card is spoken by its own caption, with its traits.
        """
        kind = self.line.entry.kind
        is_of_card = kind in (EntryKind.KEPT, EntryKind.DISCARDED)
        live = ' aria-live="off"' if is_of_card else ""
        sentence = write_sentence(self.line, self.me)
        return SafeString(f'<p id="{self.id}" data-kind="{kind}"{live}>{sentence}</p>')


class Log(NamedTuple):
    """The region of the log. It grows, so a page is sent its new lines alone.

    A replay shows it whole: the address of older lines has no position.
    """

    code: str
    entries: tuple[Entry, ...]
    players: Players
    is_whole: bool = False
    me: Viewer = SPECTATOR
    id: str = "log"

    @property
    def about(self) -> frozenset[int]:
        """Return the seats that the lines on a page speak of."""
        return NO_SEATS.union(*[line.about for line in self.list_last()])

    def to(self, seat: Viewer) -> "Log":
        """Return the log as this seat's own page shows it."""
        return self._replace(me=seat)

    def list_last(self) -> list[Line]:
        """Return the lines that a page shows."""
        return self._list_since(0 if self.is_whole else self.count_older())

    def list_older(self, before: int | None = None) -> list[Line]:
        """Return the lines before that number; without one, those before the last."""
        return self._list_since(0)[: self.count_older() if before is None else before]

    def count_older(self) -> int:
        """Return how many lines a page fetches by a button."""
        return max(0, len(self.entries) - MOST_LINES)

    def parts_since(self, before: Any) -> tuple[Any, ...]:
        """Return the new lines, or the log if the names in earlier ones changed."""
        count = len(before.entries)
        if before.players != self.players or before.entries != self.entries[:count]:
            return (self,)
        return tuple(self._list_since(count))

    def render(self, **_fields: Any) -> SafeString:
        """Return the log with its last lines as HTML in the active language."""
        values = {"code": self.code, "lines": self.list_last(), "me": self.me}
        older = 0 if self.is_whole else self.count_older()
        context = {**values, "older": older, "fields": {}}
        return join_lines(render_to_string("games/table/_log.html", context))

    def _list_since(self, first: int) -> list[Line]:
        lines = build_lines(self.entries, self.players, first)
        return [
            Line(f"log-{place}", line, about).to(self.me)
            for place, (line, about) in enumerate(lines, first)
        ]


def build_log(table: Table, *, is_replay: bool = False) -> Log:
    """Return the log, and the present names that its new lines need."""
    players = tuple([(seat.name, seat.is_bots) for seat in table.seats])
    return Log(table.code, table.log, players, is_whole=is_replay)


def build_lines(
    entries: tuple[Entry, ...], players: Players, first: int = 0
) -> list[tuple[LogLine, frozenset[int]]]:
    """Return the lines of a log from that entry on, with the seats they speak of.

    `players` are those after the last entry. A line from before a seat changed hands
    has the name of its former player, and does not speak of the new one. Nor does the
    token of an accusation from before.
    """
    holders = [name for name, _is_bot in players]
    bots = {seat for seat, (_name, is_bot) in enumerate(players) if is_bot}
    changed: set[int] = set()
    lines = []
    for place in reversed(range(first, len(entries))):
        entry = entries[place]
        line = _build_line(entry, holders, bots)
        spoken_of = {entry.seat, entry.other, *entry.seats} - changed
        if entry.kind is EntryKind.AWARDED and entry.words[0] in JUDGED:
            accuser = find_former(entries[:place], entry.seat, EntryKind.ACCUSED)
            if accuser is not None:
                line = line._replace(name=accuser)
                spoken_of = set()
        seats = frozenset(seat for seat in spoken_of if seat is not None)
        lines.append((line, seats))
        if entry.kind is EntryKind.TAKEN and entry.seat is not None:
            holders[entry.seat] = entry.word
            changed.add(entry.seat)
            if entry.by:
                bots.add(entry.seat)
            else:
                bots.discard(entry.seat)
    return lines[::-1]


def find_former(
    entries: Sequence[Entry], seat: int | None, kind: EntryKind
) -> str | None:
    """Return the name of a seat's player at the last such entry, of the seat or of all.

    None if the same player has the seat after the last entry.
    """
    former = None
    for entry in reversed(entries):
        if entry.kind is kind and entry.seat in (seat, None):
            break
        if entry.seat == seat and entry.kind is EntryKind.TAKEN:
            former = entry.word
    return former


def _build_line(entry: Entry, names: list[str], bots: set[int]) -> LogLine:
    other = "" if entry.other is None else names[entry.other]
    return LogLine(
        entry,
        name="" if entry.seat is None else names[entry.seat],
        other=entry.word if entry.kind is EntryKind.TAKEN else other,
        people=tuple([(seat, names[seat]) for seat in entry.seats]),
        # The moves of a bot's own seat need no mark.
        for_absent=entry.by == MovedBy.BOT and entry.seat not in bots,
        is_clocks=entry.by == MovedBy.CLOCK,
    )
