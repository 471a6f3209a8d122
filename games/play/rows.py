"""Writes the rows of a move's events, in the transaction of the move."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from games.models.game import Game, Reason, Seat, TablePhase
from games.models.round import AccusationRow, DrawRow, Round, TokenRow, TradeRow
from games.play.chaining import time_after
from games.rules import events as happened
from games.rules.editions import Investigator
from games.rules.moves import Move, move_from_dict
from games.rules.scoring import golds, points
from games.rules.state import State
from games.rules.suspects import SUSPECTS
from games.rules.tokens import STASI
from runtime import sql


def write_events(
    game: Game, round_pk: int, before: State | None, events: Sequence[happened.Event]
) -> int:
    """Write the rows of these events; return the key of the current round.

    `round_pk` and `before` are the round and the state before the events; 0 and None
    before the first round. The caller holds the lock on the game row.
    """
    writer = _Writer(game, round_pk, before, events)
    for event in events:
        write = _WRITERS.get(type(event))
        if write is not None:
            write(writer, event)
    return writer.round_pk


def write_summary(game: Game, state: State) -> None:
    """Set the summary columns of the game, and at its end those of the seats.

    The caller holds the lock on the game row and saves it.
    """
    game.phase = TablePhase(state.phase)
    game.round_number = state.number
    if state.termination is None:
        return
    game.reason = Reason(state.termination)
    game.ended_at = time_after(game.moved_at)
    for seat in Seat.objects.filter(game=game):
        seat.points = points(state, seat.index)
        seat.golds = golds(state, seat.index)
        seat.winner = seat.index in state.winners
        sql.change(seat, ("points", "golds", "winner"))


def move_of_row(row: Mapping[str, Any]) -> Move:
    """Return the move stored in the columns `seat` and `content` of its row.

    Raises:
        MalformedMove: the columns hold no move.
    """
    return move_from_dict({**row["content"], "seat": row["seat"]})


class _Writer:
    """Writes the rows of one move; counts the round's cards and tokens."""

    def __init__(
        self,
        game: Game,
        round_pk: int,
        before: State | None,
        events: Sequence[happened.Event],
    ) -> None:
        self.game = game
        self.round_pk = round_pk
        self.turned = 0 if before is None else _cards_turned(before)
        # One move awards all tokens of a round, so the count starts at 0.
        self.awarded = 0
        self.sorted_now = {
            event.suspect: event.as_.value
            for event in events
            if isinstance(event, happened.CardSorted)
        }
        self.drawn_now: set[str] = set()

    def begin_round(self, event: happened.RoundBegan) -> None:
        if self.game.stasi:
            # Its token goes back to the pool when the game goes on (section 7).
            self._tokens().filter(face=STASI).update(holder=None)
        began = Round(
            game=self.game,
            number=event.number,
            attempt=event.attempt,
            first_seat=event.first_seat,
        )
        sql.add(began)
        self.turned, self.round_pk = 0, began.pk

    def expose(self, event: happened.ClueExposed) -> None:
        sql.update(Round, {"id": self.round_pk}, exposed=event.seat)

    def show_public_clue(self, event: happened.PublicClueShown) -> None:
        self._write_draw(event.seat, public_clue=event.side)

    def draw(self, event: happened.CardDrawn) -> None:
        sorted_as = self.sorted_now.get(event.suspect, "")
        self._write_draw(event.seat, suspect=event.suspect, sorted_as=sorted_as)
        self.drawn_now.add(event.suspect)

    def sort(self, event: happened.CardSorted) -> None:
        if event.suspect in self.drawn_now:
            return
        drawn = {"round_id": self.round_pk, "suspect": event.suspect}
        sql.update(DrawRow, drawn, sorted_as=event.as_.value)

    def accuse(self, event: happened.Accused) -> None:
        accusation: dict[str, Any] = {
            "round_id": self.round_pk,
            "order": event.order,
            "seat": event.seat,
            "suspect": event.suspect,
            "matches": None,
        }
        sql.insert(AccusationRow, accusation)

    def reveal(self, event: happened.CluesRevealed) -> None:
        result = event.result
        sql.update(
            Round,
            {"id": self.round_pk},
            clues=list(result.clues),
            chief=result.chief,
            chief_in_deck=result.chief_in_deck,
            mistaken=list(result.mistaken),
        )
        for accusation in result.accusations:
            made = {"round_id": self.round_pk, "seat": accusation.seat}
            sql.update(AccusationRow, made, matches=accusation.matches)

    def award(self, event: happened.TokenAwarded) -> None:
        token: dict[str, Any] = {
            "round_id": self.round_pk,
            "order": self.awarded,
            "seat": event.seat,
            "due": event.why,
            "colour": event.colour,
            "face": event.face or "",
            "name": event.token or "",
            "holder": None if event.token is None else event.seat,
            "face_up": event.face == STASI,
        }
        sql.insert(TokenRow, token)
        self.awarded += 1

    def trade(self, event: happened.Traded) -> None:
        give = self._tokens().get(name=event.give)
        take = self._tokens().get(name=event.take)
        give.holder, give.face_up = event.other, True
        take.holder = event.seat
        TokenRow.objects.bulk_update([give, take], ["holder", "face_up"])
        TradeRow.objects.create(
            round_id=self.round_pk,
            order=TradeRow.objects.filter(round=self.round_pk).count(),
            seat=event.seat,
            give=give,
            take=take,
        )

    def _tokens(self) -> QuerySet[TokenRow]:
        return TokenRow.objects.filter(round__game=self.game)

    def _write_draw(
        self, seat: int, suspect: str = "", sorted_as: str = "", public_clue: str = ""
    ) -> None:
        draw: dict[str, Any] = {
            "round_id": self.round_pk,
            "index": self.turned,
            "seat": seat,
            "suspect": suspect,
            "sorted_as": sorted_as,
            "public_clue": public_clue,
        }
        sql.insert(DrawRow, draw)
        self.turned += 1


def _cards_turned(state: State) -> int:
    """Return how many cards of the round's deck have been turned over."""
    unused = len(Investigator) - len(state.seats)
    return len(SUSPECTS) + unused - len(state.deck)


# The other events have no rows of their own.
_WRITERS: dict[type, Callable[[_Writer, Any], None]] = {
    happened.RoundBegan: _Writer.begin_round,
    happened.ClueExposed: _Writer.expose,
    happened.PublicClueShown: _Writer.show_public_clue,
    happened.CardDrawn: _Writer.draw,
    happened.CardSorted: _Writer.sort,
    happened.Accused: _Writer.accuse,
    happened.CluesRevealed: _Writer.reveal,
    happened.TokenAwarded: _Writer.award,
    happened.Traded: _Writer.trade,
}
