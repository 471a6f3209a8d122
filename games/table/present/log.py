"""Presents the log: a sentence for each public event. It only grows."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.labels import (
    LazyText,
    colour_name,
    join_names,
    name_of_seat,
    side_name,
    suspect_name,
)
from games.models.game import NAMELESS, Reason
from games.models.move import MovedBy
from games.play.log import Entry, EntryKind
from games.play.snapshot import Table
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

    @property
    def sentence(self) -> str:
        """Return the entry as a sentence in the active language."""
        texts = _TEXTS[self.entry.kind]
        sentence = str(texts[2 * self._is_other_case + self.is_mine]) % self._words
        if self.for_absent:
            return _("Stand-in: %(sentence)s") % {"sentence": sentence}
        if self.entry.by == MovedBy.CLOCK:
            return _("Time's up: %(sentence)s") % {"sentence": sentence}
        return sentence

    @property
    def _is_other_case(self) -> bool:
        """Return whether the second pair of texts fits."""
        entry, kind = self.entry, self.entry.kind
        return (
            (kind is EntryKind.ROUND and entry.attempt > 1)
            or (kind in (EntryKind.DISCARDED, EntryKind.REVEALED) and not entry.card)
            or (kind is EntryKind.AWARDED and not entry.words[1])
            or (kind is EntryKind.TRADED and self.has_me and not self.is_mine)
            or (kind is EntryKind.ENDED and len(self.names) + self.has_me > 1)
            or (kind is EntryKind.TAKEN and self.name.startswith(NAMELESS))
        )

    @property
    def _words(self) -> dict[str, object]:
        """Return the values of the sentence."""
        entry, kind = self.entry, self.entry.kind
        words: dict[str, object] = {
            "name": name_of_seat(self.name),
            "other": name_of_seat(self.other),
            "names": join_names(self.names, with_you=self.has_me),
            "suspect": suspect_name(entry.card) if entry.card else "",
            "number": entry.number,
        }
        if kind in (EntryKind.EXPOSED, EntryKind.PUBLIC_CLUE):
            words["side"] = side_name(entry.word)
        elif kind is EntryKind.REVEALED:
            words["clues"] = ", ".join(map(side_name, entry.words))
        elif kind is EntryKind.AWARDED:
            words["why"] = due_in_words(entry.words[0], is_mine=self.is_mine)
            words["colour"] = colour_name(entry.word)
        elif kind is EntryKind.TRADED:
            words["round"] = entry.words[1].partition(".")[0]
        elif kind is EntryKind.ENDED:
            words["reason"] = Reason(entry.word).label
        return words


def present_log(table: Table, me: Viewer) -> Node:
    """Return the log of a table for the player of seat `me`, if there is one."""
    names = tuple(seat.name for seat in table.seats)
    bots = frozenset(seat.index for seat in table.seats if seat.is_bots)
    return shell("log", _lines_of((table.pk, me), table.log, names, bots))


class _KnownLines(NamedTuple):
    """The lines that were made of a table's log so far."""

    log: tuple[Entry, ...]
    names: tuple[str, ...]
    lines: tuple[Node, ...]


# By table and viewer. Without it the work after a move takes a fourth more time
# (python -m bench.moves).
_known: dict[tuple[int, Viewer], _KnownLines] = {}
_MOST_KNOWN = 4096


def _lines_of(
    key: tuple[int, Viewer],
    log: tuple[Entry, ...],
    names: tuple[str, ...],
    bots: frozenset[int],
) -> tuple[Node, ...]:
    """Return the lines of a log, with the earlier lines as the same objects.

    A log of two hundred lines is presented after each move: lines that are the same
    object are neither made nor compared again.
    """
    known = _known.get(key, _KnownLines((), names, ()))
    if known.names != names or known.log != log[: len(known.log)]:
        known = _KnownLines((), names, ())
    count, fresh = len(known.log), log[len(known.log) :]
    lines = known.lines + tuple(
        leaf(f"log-{position}", line, "_log.html#line")
        for position, line in enumerate(_lines(fresh, names, bots, key[1]), count)
    )
    if key not in _known and len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[key] = _KnownLines(log, names, lines)
    return lines


def _lines(
    entries: tuple[Entry, ...], names: tuple[str, ...], bots: frozenset[int], me: Viewer
) -> list[LogLine]:
    """Return the lines of entries, with the players of now after the last of them."""
    holders, lines = list(names), []
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
        is_mine=entry.seat == me or (bool(entry.seats) and not others),
        has_me=has_me,
        # The moves of a bot's own seat need no mark.
        for_absent=entry.by == MovedBy.BOT and entry.seat not in bots,
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
# About another person and about the viewer, then the same for the other case.
_TEXTS: dict[str, tuple[LazyText, ...]] = {
    EntryKind.ROUND: (
        _("Round %(number)s. %(name)s goes first."),
        _("Round %(number)s. You go first."),
        _("Round %(number)s again. %(name)s goes first."),
        _("Round %(number)s again. You go first."),
    ),
    EntryKind.CHOSEN: (_("%(name)s is ready."), _("You're ready.")),
    EntryKind.EXPOSED: (
        _("%(name)s plays with the clue face up: %(side)s."),
        _("You play with your clue face up: %(side)s."),
    ),
    EntryKind.PUBLIC_CLUE: (
        _("%(name)s draws an investigator. Public clue: %(side)s!"),
        _("You draw an investigator. Public clue: %(side)s!"),
    ),
    EntryKind.KEPT: (_("%(name)s keeps %(suspect)s."), _("You keep %(suspect)s.")),
    EntryKind.DISCARDED: (
        _("%(name)s discards %(suspect)s."),
        _("You discard %(suspect)s."),
        _("%(name)s discards a card."),
        _("You discard a card."),
    ),
    EntryKind.ACCUSED: (
        _("%(name)s accuses %(suspect)s."),
        _("You accuse %(suspect)s."),
    ),
    EntryKind.LAST_CALL: (_("The deck is empty: last call!"),),
    EntryKind.PASSED: (
        _("%(name)s doesn't get to accuse."),
        _("You don't get to accuse."),
    ),
    EntryKind.REVEALED: (
        _("The clues: %(clues)s. The chief is %(suspect)s."),
        _("The clues: %(clues)s. The chief is %(suspect)s."),
        _("The clues: %(clues)s. Nobody found the chief, who was still in the deck."),
    ),
    EntryKind.MISTAKEN: (
        _("Cards misplaced by %(names)s: the round is void."),
        _("You misplaced a card: the round is void."),
    ),
    EntryKind.AWARDED: (
        _("%(name)s %(why)s. Token: %(colour)s."),
        _("You %(why)s. Token: %(colour)s."),
        _("No %(colour)s tokens left for %(name)s (%(why)s)."),
        _("No %(colour)s tokens left for you (you %(why)s)."),
    ),
    EntryKind.OFFICER: (
        _("%(name)s draws the Stasi officer."),
        _("You draw the Stasi officer."),
    ),
    EntryKind.CAFE: (_("Café Adler is open."),),
    EntryKind.TRADED: (
        _("%(name)s swaps an Adler for a token of %(other)s's (round %(round)s)."),
        _("You swap an Adler for a token of %(other)s's (round %(round)s)."),
        _("%(name)s swaps an Adler for a token of yours (round %(round)s)."),
    ),
    EntryKind.DONE: (_("%(name)s is ready to move on."), _("You're ready to move on.")),
    EntryKind.TEN: (
        _("%(name)s announces ten points!"),
        _("You announce ten points!"),
    ),
    EntryKind.ENDED: (
        _("Game over: %(reason)s. %(names)s wins."),
        _("Game over: %(reason)s. You win."),
        _("Game over: %(reason)s. Shared victory: %(names)s."),
    ),
    EntryKind.TAKEN: (
        _("%(name)s takes over from %(other)s."),
        _("You take over from %(other)s."),
        _("A stand-in takes over from %(other)s."),
    ),
}
