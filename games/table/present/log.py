"""Presents the log: a sentence for each public event. It only grows."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import (
    colour_name,
    join_names,
    name_or_removed,
    side_name,
    suspect_name,
)
from games.models.game import Reason
from games.models.move import MovedBy
from games.play.log import Entry, EntryKind
from games.play.snapshot import Table
from games.rules.results import AwardReason
from runtime.html.piece import Node, leaf, shell


class LogLine(NamedTuple):
    """An entry with the names that it mentions."""

    entry: Entry
    name: str
    other: str
    names: tuple[str, ...]
    # A stand-in made the move.
    for_absent: bool = False

    @property
    def sentence(self) -> str:
        """Return the entry as a sentence in the active language."""
        sentence = _SENTENCES[self.entry.kind](self)
        if self.for_absent:
            return _("Stand-in: %(sentence)s") % {"sentence": sentence}
        if self.entry.by == MovedBy.CLOCK:
            return _("Time's up: %(sentence)s") % {"sentence": sentence}
        return sentence

    @property
    def words(self) -> dict[str, object]:
        """Return the values that most sentences need."""
        card = self.entry.card
        return {
            "name": name_or_removed(self.name),
            "other": name_or_removed(self.other),
            "suspect": suspect_name(card) if card else "",
        }


def present_log(table: Table) -> Node:
    """Return the log of a table."""
    names = tuple(seat.name for seat in table.seats)
    bots = frozenset(seat.index for seat in table.seats if seat.is_bots)
    return shell("log", _lines_of(table.pk, table.log, names, bots))


class _KnownLines(NamedTuple):
    """The lines that were made of a table's log so far."""

    log: tuple[Entry, ...]
    names: tuple[str, ...]
    lines: tuple[Node, ...]


# Without it the work after a move takes a fourth more time (python -m bench.moves).
_known: dict[int, _KnownLines] = {}
_MOST_KNOWN = 1024


def _lines_of(
    pk: int, log: tuple[Entry, ...], names: tuple[str, ...], bots: frozenset[int]
) -> tuple[Node, ...]:
    """Return the lines of a log, with the earlier lines as the same objects.

    A log of two hundred lines is presented after each move: lines that are the same
    object are neither made nor compared again.
    """
    known = _known.get(pk, _KnownLines((), names, ()))
    if known.names != names or known.log != log[: len(known.log)]:
        known = _KnownLines((), names, ())
    fresh = enumerate(log[len(known.log) :], start=len(known.log))
    lines = known.lines + tuple(
        leaf(f"log-{position}", _line(entry, names, bots), "_log.html#line")
        for position, entry in fresh
    )
    if pk not in _known and len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[pk] = _KnownLines(log, names, lines)
    return lines


def _line(entry: Entry, names: tuple[str, ...], bots: frozenset[int]) -> LogLine:
    return LogLine(
        entry,
        "" if entry.seat is None else names[entry.seat],
        "" if entry.other is None else names[entry.other],
        tuple(names[seat] for seat in entry.seats),
        # The moves of a bot's own seat need no mark.
        entry.by == MovedBy.BOT and entry.seat not in bots,
    )


def _round(line: LogLine) -> str:
    if line.entry.attempt > 1:
        text = _("Round %(number)s again. %(name)s goes first.")
    else:
        text = _("Round %(number)s. %(name)s goes first.")
    return text % {**line.words, "number": line.entry.number}


def _exposed(line: LogLine) -> str:
    text = _("%(name)s plays with the clue face up: %(side)s.")
    return text % {**line.words, "side": side_name(line.entry.word)}


def _public_clue(line: LogLine) -> str:
    text = _("%(name)s draws an investigator. Public clue: %(side)s!")
    return text % {**line.words, "side": side_name(line.entry.word)}


def _discarded(line: LogLine) -> str:
    if line.entry.card:
        return _("%(name)s discards %(suspect)s.") % line.words
    return _("%(name)s discards a card.") % line.words


def _revealed(line: LogLine) -> str:
    clues = ", ".join(side_name(side) for side in line.entry.words)
    if not line.entry.card:
        text = _(
            "The clues: %(clues)s. Nobody found the chief, who was still in the deck."
        )
    else:
        text = _("The clues: %(clues)s. The chief is %(suspect)s.")
    return text % {**line.words, "clues": clues}


def _mistaken(line: LogLine) -> str:
    text = _("Cards misplaced by %(names)s: the round is void.")
    return text % {"names": join_names(list(line.names))}


def _awarded(line: LogLine) -> str:
    due, token = line.entry.words
    why = due_in_words(due)
    if not token:
        text = _("No %(colour)s tokens left for %(name)s (%(why)s).")
    else:
        text = _("%(name)s %(why)s: a %(colour)s token.")
    return text % {**line.words, "colour": colour_name(line.entry.word), "why": why}


def _traded(line: LogLine) -> str:
    text = _("%(name)s swaps an Adler for a token of %(other)s's (round %(round)s).")
    taken = line.entry.words[1].partition(".")[0]
    return text % {**line.words, "round": taken}


def _ended(line: LogLine) -> str:
    names = join_names(list(line.names))
    text = ngettext(
        "Game over: %(reason)s. %(names)s wins.",
        "Game over: %(reason)s. %(names)s win.",
        len(line.names),
    )
    return text % {"reason": Reason(line.entry.word).label, "names": names}


def due_in_words(due: str) -> str:
    """Return the reason for a token in words (docs/rules.md section 5.3)."""
    return {
        AwardReason.CHIEF: _("caught the chief"),
        AwardReason.ASSISTANT: _("caught an assistant"),
        AwardReason.INNOCENT: _("accused an innocent"),
        AwardReason.NO_ACCUSATION: _("did not accuse, with the chief on the table"),
        AwardReason.CHIEF_IN_DECK: _(
            "did not accuse, with the chief still in the deck"
        ),
        AwardReason.MISTAKE: _("misplaced a card"),
    }[AwardReason(due)]


_SENTENCES: dict[str, Callable[[LogLine], str]] = {
    EntryKind.ROUND: _round,
    EntryKind.CHOSEN: lambda line: _("%(name)s is ready.") % line.words,
    EntryKind.EXPOSED: _exposed,
    EntryKind.PUBLIC_CLUE: _public_clue,
    EntryKind.KEPT: lambda line: _("%(name)s keeps %(suspect)s.") % line.words,
    EntryKind.DISCARDED: _discarded,
    EntryKind.ACCUSED: lambda line: _("%(name)s accuses %(suspect)s.") % line.words,
    EntryKind.LAST_CALL: lambda line: _("The deck is empty: last call!"),
    EntryKind.PASSED: lambda line: _("%(name)s doesn't get to accuse.") % line.words,
    EntryKind.REVEALED: _revealed,
    EntryKind.MISTAKEN: _mistaken,
    EntryKind.AWARDED: _awarded,
    EntryKind.OFFICER: lambda line: _("%(name)s draws the Stasi officer.") % line.words,
    EntryKind.CAFE: lambda line: _("Café Adler is open."),
    EntryKind.TRADED: _traded,
    EntryKind.DONE: lambda line: _("%(name)s is ready to move on.") % line.words,
    EntryKind.TEN: lambda line: _("%(name)s announces ten points!") % line.words,
    EntryKind.ENDED: _ended,
}
