"""Builds the rows that a game's events call for, as plain values.

Deliberately independent of `games.play.rows`, which writes the same rows move by move:
the audit compares the two. Holds secrets.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.rules import events as happened
from games.rules.tokens import STASI

type Row = dict[str, Any]


class Ledger:
    """The expected rows of a game, each a dictionary of its columns.

    Rounds are keyed by (number, attempt), other rows by (number, attempt, place).
    """

    def __init__(self) -> None:
        self.rounds: dict[tuple[int, ...], Row] = {}
        self.draws: dict[tuple[int, ...], Row] = {}
        self.accusations: dict[tuple[int, ...], Row] = {}
        self.tokens: dict[tuple[int, ...], Row] = {}
        self.trades: dict[tuple[int, ...], Row] = {}
        self._now: tuple[int, int] = (0, 0)
        self._turned = self._awarded = self._traded = 0
        self._by_name: dict[str, Row] = {}

    def write(self, events: Iterable[happened.Event]) -> None:
        """Add the rows of a move's events, or of the deal of a round."""
        for event in events:
            write = _WRITERS.get(type(event))
            if write is not None:
                write(self, event)

    def begin_round(self, event: happened.RoundBegan) -> None:
        for token in self.tokens.values():
            if token["face"] == STASI:
                token["holder"] = None
        self._now = (event.number, event.attempt)
        self._turned = self._awarded = self._traded = 0
        self.rounds[self._now] = {
            "first_seat": event.first_seat,
            "exposed": None,
            "clues": [],
            "chief": "",
            "chief_in_deck": None,
            "mistaken": [],
        }

    def expose(self, event: happened.ClueExposed) -> None:
        self.rounds[self._now]["exposed"] = event.seat

    def _turn(self, seat: int, suspect: str, public_clue: str) -> None:
        self.draws[*self._now, self._turned] = {
            "seat": seat,
            "suspect": suspect,
            "public_clue": public_clue,
            "sorted_as": "",
        }
        self._turned += 1

    def show_public_clue(self, event: happened.PublicClueShown) -> None:
        self._turn(event.seat, "", event.side.value)

    def draw(self, event: happened.CardDrawn) -> None:
        self._turn(event.seat, event.suspect, "")

    def sort(self, event: happened.CardSorted) -> None:
        # A card is always sorted before the next one is drawn.
        self.draws[*self._now, self._turned - 1]["sorted_as"] = event.as_.value

    def accuse(self, event: happened.Accused) -> None:
        self.accusations[*self._now, event.order] = {
            "seat": event.seat,
            "suspect": event.suspect,
            "matches": None,
        }

    def reveal(self, event: happened.CluesRevealed) -> None:
        result = event.result
        self.rounds[self._now] |= {
            "clues": [side.value for side in result.clues],
            "chief": result.chief,
            "chief_in_deck": result.chief_in_deck,
            "mistaken": list(result.mistaken),
        }
        matches = {each.seat: each.matches for each in result.accusations}
        for place, row in self.accusations.items():
            if place[:2] == self._now:
                row["matches"] = matches[row["seat"]]

    def award(self, event: happened.TokenAwarded) -> None:
        row = {
            "seat": event.seat,
            "due": event.why.value,
            "colour": event.colour.value,
            "face": event.face or "",
            "name": event.token or "",
            "holder": None if event.token is None else event.seat,
            "face_up": event.face == STASI,
        }
        self.tokens[*self._now, self._awarded] = row
        self._awarded += 1
        if event.token is not None:
            self._by_name[event.token] = row

    def trade(self, event: happened.Traded) -> None:
        self._by_name[event.give] |= {"holder": event.other, "face_up": True}
        self._by_name[event.take]["holder"] = event.seat
        self.trades[*self._now, self._traded] = {
            "seat": event.seat,
            "give": event.give,
            "take": event.take,
        }
        self._traded += 1


_WRITERS: dict[type, Callable[[Ledger, Any], None]] = {
    happened.RoundBegan: Ledger.begin_round,
    happened.ClueExposed: Ledger.expose,
    happened.PublicClueShown: Ledger.show_public_clue,
    happened.CardDrawn: Ledger.draw,
    happened.CardSorted: Ledger.sort,
    happened.Accused: Ledger.accuse,
    happened.CluesRevealed: Ledger.reveal,
    happened.TokenAwarded: Ledger.award,
    happened.Traded: Ledger.trade,
}
