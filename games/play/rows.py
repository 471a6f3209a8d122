"""Writes a move: its own row, hashed, and the rows that its events change, as a list.

The audit collects the same list from a replay (games.archive.records).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

from games import models
from games.models import Game, MovedBy, Reason, Round, Seat, TablePhase
from games.proof import chain
from games.rules.editions import Investigator
from games.rules.events import (
    Accused,
    CardDrawn,
    CardSorted,
    ClueExposed,
    CluesRevealed,
    Event,
    PublicClueShown,
    RoundBegan,
    TokenAwarded,
    Traded,
)
from games.rules.moves import Move, move_from_dict
from games.rules.scoring import count_golds, sum_points
from games.rules.state import State
from games.rules.suspects import SUSPECTS
from games.rules.tokens import STASI
from runtime.statements import insert_row, update_rows

type Columns = dict[str, Any]
# The times of a race for the row of an accusation, which was made at this time.
type Timing = Callable[[datetime], Columns]


class RowChange(NamedTuple):
    """A new row of the current round, or new values for the rows with these columns.

    Tokens are found in all rounds of the game, other rows only in the current one. A
    trade has the names of its tokens.
    """

    model: type[Model]
    values: Columns
    where: Columns | None = None


def build_changes(before: State | None, events: Sequence[Event]) -> Iterator[RowChange]:
    """Yield the row changes of a move's events, in their order. Holds secrets.

    `before` is the state before the events, None before the first round.
    """
    move = _Move(before, events)
    for event in events:
        if type(event) in _CHANGES:
            yield from _CHANGES[type(event)](move, event)


class _Move:
    """The row changes of one move; counts the round's cards and tokens."""

    def __init__(self, before: State | None, events: Sequence[Event]) -> None:
        self.has_stasi = before is not None and before.options.stasi
        unused = len(Investigator) - len(before.seats) if before else 0
        self.turned = len(SUSPECTS) + unused - len(before.deck) if before else 0
        self.traded = len(before.results[-1].trades) if before and before.results else 0
        # One move awards all tokens of a round, so the count starts at 0.
        self.awarded = 0
        self.sorted_now = {
            event.suspect: event.as_
            for event in events
            if isinstance(event, CardSorted)
        }

    def begin_round(self, event: RoundBegan) -> Iterator[RowChange]:
        if self.has_stasi:
            # Its token goes back to the pool when the game goes on (section 7).
            yield RowChange(models.Token, {"holder": None}, {"face": STASI})
        self.turned = 0
        began: Columns = {
            "number": event.number,
            "attempt": event.attempt,
            "first_seat": event.first_seat,
            "exposed": None,
            "clues": [],
            "chief": "",
            "chief_in_deck": None,
            "mistaken": [],
        }
        yield RowChange(Round, began)

    def expose(self, event: ClueExposed) -> Iterator[RowChange]:
        yield RowChange(Round, {"exposed": event.seat}, {})

    def show_public_clue(self, event: PublicClueShown) -> Iterator[RowChange]:
        yield self._turn(event.seat, public_clue=event.side)

    def draw(self, event: CardDrawn) -> Iterator[RowChange]:
        sorted_as = self.sorted_now.pop(event.suspect, "")
        yield self._turn(event.seat, suspect=event.suspect, sorted_as=sorted_as)

    def _turn(self, seat: int, **card: str) -> RowChange:
        place = {"index": self.turned, "seat": seat}
        self.turned += 1
        blank = {"suspect": "", "sorted_as": "", "public_clue": ""}
        return RowChange(models.Draw, place | blank | card)

    def sort(self, event: CardSorted) -> Iterator[RowChange]:
        # A card that is sorted in the move that drew it needs no change of its own.
        if event.suspect in self.sorted_now:
            drawn = {"suspect": event.suspect}
            yield RowChange(models.Draw, {"sorted_as": event.as_}, drawn)

    def accuse(self, event: Accused) -> Iterator[RowChange]:
        accusation = {
            "order": event.order,
            "seat": event.seat,
            "suspect": event.suspect,
            "matches": None,
        }
        yield RowChange(models.Accusation, accusation)

    def reveal(self, event: CluesRevealed) -> Iterator[RowChange]:
        result = event.result
        revealed = {
            "clues": list(result.clues),
            "chief": result.chief,
            "chief_in_deck": result.chief_in_deck,
            "mistaken": list(result.mistaken),
        }
        yield RowChange(Round, revealed, {})
        for made in result.accusations:
            matches = {"matches": made.matches}
            yield RowChange(models.Accusation, matches, {"seat": made.seat})

    def award(self, event: TokenAwarded) -> Iterator[RowChange]:
        token = {
            "order": self.awarded,
            "seat": event.seat,
            "due": event.why,
            "colour": event.colour,
            "face": event.face or "",
            "name": event.token or "",
            "holder": None if event.token is None else event.seat,
            "face_up": event.face == STASI,
        }
        self.awarded += 1
        yield RowChange(models.Token, token)

    def trade(self, event: Traded) -> Iterator[RowChange]:
        given = {"holder": event.other, "face_up": True}
        yield RowChange(models.Token, given, {"name": event.give})
        yield RowChange(models.Token, {"holder": event.seat}, {"name": event.take})
        trade = {
            "order": self.traded,
            "seat": event.seat,
            "give": event.give,
            "take": event.take,
        }
        self.traded += 1
        yield RowChange(models.Trade, trade)


# The other events have no rows of their own.
_CHANGES: dict[type, Callable[[_Move, Any], Iterator[RowChange]]] = {
    RoundBegan: _Move.begin_round,
    ClueExposed: _Move.expose,
    PublicClueShown: _Move.show_public_clue,
    CardDrawn: _Move.draw,
    CardSorted: _Move.sort,
    Accused: _Move.accuse,
    CluesRevealed: _Move.reveal,
    TokenAwarded: _Move.award,
    Traded: _Move.trade,
}


def write_move(
    game: Game, move: Move, key: UUID | None, by: MovedBy, timing: Timing
) -> None:
    """Write the row of a move, chained to the one before it.

    The caller holds the lock on the game row and saves it.
    """
    game.move_count += 1
    game.moved_at = get_time_after(game.moved_at)
    content: dict[str, Any] = move.to_dict() | timing(game.moved_at)
    row = models.Move(
        game_id=game.pk,
        number=game.move_count,
        seat=content.pop("seat"),
        content=content,
        key=key,
        by=by,
        made_at=game.moved_at,
    )
    row.previous_hash = game.head_hash
    row.hash = game.head_hash = chain.move_hash(
        row.previous_hash, game.code, row.number, move_entry(row)
    )
    insert_row(row)


def write_events(
    game: Game, round_pk: int, before: State | None, events: Sequence[Event]
) -> int:
    """Write the row changes of these events; return the key of the current round.

    `round_pk` and `before` are the round and the state before the events; 0 and None
    before the first round. The caller holds the lock on the game row.
    """
    for model, values, where in build_changes(before, events):
        if where is not None:
            _update(game, round_pk, model, values, where)
        elif model is Round:
            round_pk = Round.objects.create(game=game, **values).pk
        else:
            columns = _with_tokens(game, values) if model is models.Trade else values
            insert_row(model(round_id=round_pk, **columns))
    return round_pk


def _update(
    game: Game, round_pk: int, model: type[Model], values: Columns, where: Columns
) -> None:
    if model is models.Token:
        models.Token.objects.filter(round__game=game, **where).update(**values)
    else:
        key = "id" if model is Round else "round"
        update_rows(model, {key: round_pk, **where}, **values)


def _with_tokens(game: Game, trade: Columns) -> Columns:
    """Return the columns of a trade with the keys of its tokens for their names."""
    tokens = models.Token.objects.filter(round__game=game)
    keys = dict(tokens.values_list("name", "pk"))
    columns = dict(trade)
    give, take = keys[columns.pop("give")], keys[columns.pop("take")]
    return columns | {"give_id": give, "take_id": take}


def write_summary(game: Game, state: State) -> None:
    """Set the summary columns of the game, and at its end those of the seats.

    The caller holds the lock on the game row and saves it.
    """
    game.phase = TablePhase(state.phase)
    game.round_number = state.number
    if state.termination is None:
        return
    game.reason = Reason(state.termination)
    game.ended_at = get_time_after(game.moved_at)
    seats = list(game.seats.all())
    for seat in seats:
        seat.points = sum_points(state, seat.index)
        seat.golds = count_golds(state, seat.index)
        seat.winner = seat.index in state.winners
    Seat.objects.bulk_update(seats, ["points", "golds", "winner"])


def move_of_row(row: Mapping[str, Any]) -> Move:
    """Return the move stored in the columns `seat` and `content` of its row.

    Raises:
        MalformedMove: the columns hold no move.
    """
    return move_from_dict({**row["content"], "seat": row["seat"]})


def move_entry(move: models.Move) -> dict[str, Any]:
    """Return a move as a record stores it, without its hash."""
    return {
        "seat": move.seat,
        **get_content(move),
        "by": str(move.by),
        "time": format_time(move.made_at),
    }


def get_content(move: models.Move) -> dict[str, Any]:
    # The audit also reads rows that were tampered with, so any JSON may be here, or a
    # key that is a column of its own. No move has the key "content".
    content = move.content
    is_good = isinstance(content, dict) and not {*chain.MOVE_KEYS} & content.keys()
    return content if is_good else {"content": content}


def get_time_after(before: datetime | None) -> datetime:
    """Return the present time, or `before` if the machine's clock was set back."""
    now = timezone.now()
    return now if before is None else max(now, before)


def format_time(at: datetime | None) -> str | None:
    """Return a time in the form that is hashed: ISO 8601, in UTC, with microseconds."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="microseconds")
