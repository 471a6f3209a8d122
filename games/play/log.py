"""Turns the events of a game into the entries of its log, which every viewer may read.

Events hold secrets (faces, discarded cards); entries never do (docs/rules.md section 4,
R3: with closed discards no entry names a discarded card).
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from games.models import FormerHolder, MovedBy
from games.rules import events as happened
from games.rules.editions import Discards, Limits
from games.rules.moves import Sorted
from games.rules.state import Phase

_MENTIONED = {MovedBy.CLOCK, MovedBy.BOT}


class EntryKind(StrEnum):
    """The kind of a log entry."""

    ROUND = "round"
    CHOSEN = "chosen"
    EXPOSED = "exposed"
    PUBLIC_CLUE = "public-clue"
    KEPT = "kept"
    DISCARDED = "discarded"
    ACCUSED = "accused"
    LAST_CALL = "last-call"
    PASSED = "passed"
    REVEALED = "revealed"
    MISTAKEN = "mistaken"
    AWARDED = "awarded"
    OFFICER = "officer"
    CAFE = "cafe"
    TRADED = "traded"
    DONE = "done"
    TEN = "ten"
    ENDED = "ended"
    # Not of a move: a seat has changed hands.
    TAKEN = "taken"


class Entry(NamedTuple):
    """One line of the log; its kind decides the fields that are set."""

    kind: EntryKind
    seat: int | None = None
    other: int | None = None
    number: int = 0
    attempt: int = 1
    word: str = ""
    card: str = ""
    words: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    # Of a reveal: nobody had drawn the chief.
    is_in_deck: bool = False
    # A value of MovedBy on the first entry of a move that the player did not make; of a
    # seat that changed hands, the bot that had it.
    by: str = ""


def build_entries(
    events: Iterable[happened.Event], discards: Discards, by: str = ""
) -> tuple[Entry, ...]:
    """Return the log entries of a move's events, in their order."""
    entries: list[Entry] = []
    for event in events:
        remember = _MEMORIES.get(type(event))
        if remember is not None:
            entries += remember(event)
        elif isinstance(event, happened.CardSorted):
            entries.append(_build_card_entry(event, discards))
    if by in _MENTIONED and entries:
        entries[0] = entries[0]._replace(by=by)
    return tuple(entries)


def name_mover(by: str, limits: str) -> str:
    """Return the maker of a move as the log mentions it, a value of MovedBy.

    Without time limits a move by the clock is that of a stand-in.
    """
    is_stand_ins = by == MovedBy.CLOCK and limits == Limits.OFF
    return MovedBy.BOT if is_stand_ins else by


def list_takeovers(holders: Iterable[FormerHolder]) -> list[tuple[int, Entry]]:
    """Return an entry for each seat that changed hands, with the moves made until then.

    `word` is the name of before, and `by` the bot that had the seat, if one had it.
    """
    return [
        (each.moves, Entry(EntryKind.TAKEN, each.seat, word=each.name, by=each.bot))
        for each in holders
    ]


def _build_card_entry(event: happened.CardSorted, discards: Discards) -> Entry:
    if event.as_ == Sorted.SUSPECT:
        return Entry(EntryKind.KEPT, event.seat, card=event.suspect)
    shown = event.suspect if discards == Discards.OPEN else ""
    return Entry(EntryKind.DISCARDED, event.seat, card=shown)


def _build_reveal_entries(event: happened.CluesRevealed) -> list[Entry]:
    result = event.result
    entry = Entry(
        EntryKind.REVEALED,
        word=event.why,
        card=result.chief,
        words=result.clues,
        is_in_deck=result.chief_in_deck,
    )
    entries = [entry]
    if result.mistaken:
        entries.append(Entry(EntryKind.MISTAKEN, seats=result.mistaken))
    return entries


_PHASES = {
    Phase.LAST_CALL: EntryKind.LAST_CALL,
    Phase.CAFE: EntryKind.CAFE,
}
# CardDrawn has no entry: only sorting the card decides whether the log may name it.
_MEMORIES: dict[type, Callable[[Any], list[Entry]]] = {
    happened.RoundBegan: lambda it: [
        Entry(EntryKind.ROUND, it.first_seat, number=it.number, attempt=it.attempt)
    ],
    happened.SideChosen: lambda it: [Entry(EntryKind.CHOSEN, it.seat)],
    happened.ClueExposed: lambda it: [Entry(EntryKind.EXPOSED, it.seat, word=it.side)],
    happened.PhaseBegan: lambda it: (
        [Entry(_PHASES[it.phase])] if it.phase in _PHASES else []
    ),
    happened.PublicClueShown: lambda it: [
        Entry(EntryKind.PUBLIC_CLUE, it.seat, word=it.side)
    ],
    happened.Accused: lambda it: [Entry(EntryKind.ACCUSED, it.seat, card=it.suspect)],
    happened.Passed: lambda it: [Entry(EntryKind.PASSED, it.seat)],
    happened.CluesRevealed: _build_reveal_entries,
    happened.TokenAwarded: lambda it: [
        Entry(
            EntryKind.AWARDED, it.seat, word=it.colour, words=(it.why, it.token or "")
        )
    ],
    happened.OfficerDrawn: lambda it: [Entry(EntryKind.OFFICER, it.seat)],
    happened.Traded: lambda it: [
        Entry(EntryKind.TRADED, it.seat, it.other, words=(it.give, it.take))
    ],
    happened.SeatDone: lambda it: [Entry(EntryKind.DONE, it.seat)],
    happened.TenAnnounced: lambda it: [Entry(EntryKind.TEN, it.seat)],
    happened.GameEnded: lambda it: [
        Entry(EntryKind.ENDED, word=it.termination, seats=it.winners)
    ],
}
