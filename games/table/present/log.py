"""Presents the log: a sentence for each public event. It only grows."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.labels import (
    LazyText,
)
from games.models.game import NAMELESS
from games.models.move import MovedBy
from games.play.log import Entry, EntryKind
from games.play.snapshot import Table, TableSeat
from games.rules.observe import SPECTATOR, Viewer
from games.rules.results import AwardReason
from runtime.html.piece import Node, leaf, shell


class LogLine(NamedTuple):
    """An entry with the names that it mentions, those of then.

    `is_mine` tells whether the viewer is its first person, and `has_me` whether the
    viewer is one of `names`, which then leave the viewer out, or the other person.
    """

    entry: Entry
    name: str
    other: str
    names: tuple[str, ...]
    is_mine: bool
    has_me: bool
    # A stand-in made the move.
    for_absent: bool = False
    # The clock made it.
    is_clocks: bool = False

    @property
    def round(self) -> str:
        """Return the round of a token that was taken in a trade."""
        return self.entry.words[1].partition(".")[0]

    @property
    def is_nameless(self) -> bool:
        """Return whether the seat has no player's name (Seat.shown_name)."""
        return self.name.startswith(NAMELESS)


def present_log(table: Table, me: Viewer) -> Node:
    """Return the log of a table for the player of seat `me`, if there is one."""
    return shell("log", _lines_of((table.pk, me), table.log, table.seats))


class _KnownLines(NamedTuple):
    """The lines that were made of a table's log so far."""

    log: tuple[Entry, ...]
    seats: tuple[TableSeat, ...]
    lines: tuple[Node, ...]


# By table and viewer. Without it the work after a move takes a fourth more time
# (python -m bench.moves).
_known: dict[tuple[int, Viewer], _KnownLines] = {}
_MOST_KNOWN = 4096
_NO_LINES = _KnownLines((), (), ())


def _lines_of(
    key: tuple[int, Viewer], log: tuple[Entry, ...], seats: tuple[TableSeat, ...]
) -> tuple[Node, ...]:
    """Return the lines of a log, with the earlier lines as the same objects.

    A log of two hundred lines is presented after each move: lines that are the same
    object are neither made nor compared again.
    """
    known = _known.get(key, _NO_LINES)
    if known.log is log and known.seats is seats:
        return known.lines
    if known.seats != seats or known.log != log[: len(known.log)]:
        known = _NO_LINES
    (pk, me), count = key, len(known.log)
    fresh = log[count:]
    named = [
        seat for entry in fresh for seat in (entry.seat, entry.other, *entry.seats)
    ]
    if me == SPECTATOR or me in named:
        lines = enumerate(_lines(fresh, seats, me), count)
        added = tuple(
            [leaf(f"log-{at}", one, f"_log.html#{one.entry.kind}") for at, one in lines]
        )
    else:
        # These lines do not name the viewer, so they are the same as a spectator's.
        added = _lines_of((pk, SPECTATOR), log, seats)[count:]
    if key not in _known and len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[key] = _KnownLines(log, seats, known.lines + added)
    return known.lines + added


def _lines(
    entries: tuple[Entry, ...], seats: tuple[TableSeat, ...], me: Viewer
) -> list[LogLine]:
    """Return the lines of entries, with the players of now after the last of them."""
    holders, lines = [seat.name for seat in seats], []
    bots = frozenset([seat.index for seat in seats if seat.is_bots])
    for entry in reversed(entries):
        lines.append(_line(entry, holders, bots, me))
        if entry.kind is EntryKind.TAKEN and entry.seat is not None:
            holders[entry.seat] = entry.word
            bots = (bots | {entry.seat}) if entry.by else (bots - {entry.seat})
            me = SPECTATOR if entry.seat == me else me
    return lines[::-1]


def _line(entry: Entry, names: list[str], bots: frozenset[int], me: Viewer) -> LogLine:
    other = "" if entry.other is None else names[entry.other]
    has_me = me in (entry.other, *entry.seats)
    others = tuple(names[seat] for seat in entry.seats if seat != me)
    return LogLine(
        entry,
        name="" if entry.seat is None else names[entry.seat],
        other=entry.word if entry.kind is EntryKind.TAKEN else other,
        names=others,
        is_mine=entry.seat == me,
        has_me=has_me,
        # The moves of a bot's own seat need no mark.
        for_absent=entry.by == MovedBy.BOT and entry.seat not in bots,
        is_clocks=entry.by == MovedBy.CLOCK,
    )


def due_in_words(due: str, *, is_mine: bool = False) -> str:
    """Return the reason for a token (docs/rules.md section 5.3), after its owner."""
    return str(_DUES[AwardReason(due)][is_mine])


_DUES: dict[AwardReason, tuple[LazyText, LazyText]] = {
    AwardReason.CHIEF: (
        _("caught the chief"),
        pgettext_lazy("after you", "caught the chief"),
    ),
    AwardReason.ASSISTANT: (
        _("caught an assistant"),
        pgettext_lazy("after you", "caught an assistant"),
    ),
    AwardReason.INNOCENT: (
        _("accused an innocent"),
        pgettext_lazy("after you", "accused an innocent"),
    ),
    AwardReason.NO_ACCUSATION: (
        _("was too late: the chief was on the table"),
        _("were too late: the chief was on the table"),
    ),
    AwardReason.CHIEF_IN_DECK: (
        _("held back: the chief was still in the deck"),
        pgettext_lazy("after you", "held back: the chief was still in the deck"),
    ),
    AwardReason.MISTAKE: (
        _("misplaced a card"),
        pgettext_lazy("after you", "misplaced a card"),
    ),
}
