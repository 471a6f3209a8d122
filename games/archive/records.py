"""Builds the records and receipts of closed games (docs/record.md), and forgets games.

Never takes a running game: a record holds all secrets. It holds no names.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.db.models import F, Model, QuerySet

from games import models
from games.errors import Refused, TableError, refuse_if
from games.models import (
    Game,
    GameQuerySet,
    JournalEntry,
    Round,
    Seat,
    StaffAct,
    StaffActKind,
)
from games.play import deals
from games.play.chaining import deal_entry, describe_end, describe_start, write_act
from games.play.rows import Columns, build_changes, get_content, move_entry
from games.play.transaction import locked_game, mark_changed
from games.proof.chain import Receipt, format_result, head_hash, list_links
from games.proof.record import build_outcome
from games.proof.verify import Check
from games.rules.events import Event
from games.rules.illegal import RulesError
from games.rules.moves import Move, move_from_dict
from games.rules.state import Phase, State

# The columns that give a row its place in its game.
KEY_COLUMNS: dict[type[Model], tuple[str, ...]] = {
    Round: ("number", "attempt"),
    models.Draw: ("round__number", "round__attempt", "index"),
    models.Accusation: ("round__number", "round__attempt", "order"),
    models.Token: ("round__number", "round__attempt", "order"),
    models.Trade: ("round__number", "round__attempt", "order"),
}
type Rows = dict[tuple[int, ...], Columns]


class ExpectedRows:
    """The rows that a game's events call for, by table and by place (KEY_COLUMNS)."""

    def __init__(self) -> None:
        self.tables: dict[type[Model], Rows] = {model: {} for model in KEY_COLUMNS}
        self._round: tuple[int, ...] = ()

    def write(self, before: State, events: Sequence[Event]) -> None:
        """Make the row changes of a move's events, or of the deal of a round."""
        for model, values, where in build_changes(before, events):
            if where is None:
                self._insert(model, dict(values))
            else:
                for row in self._find(model, where):
                    row.update(values)

    def _insert(self, model: type[Model], row: Columns) -> None:
        if model is Round:
            self._round = row.pop("number"), row.pop("attempt")
            self.tables[Round][self._round] = row
        else:
            place = row.pop(KEY_COLUMNS[model][-1])
            self.tables[model][*self._round, place] = row

    def _find(self, model: type[Model], where: Columns) -> Iterator[Columns]:
        for place, row in self.tables[model].items():
            is_near = model is models.Token or place[:2] == self._round
            if is_near and where.items() <= row.items():
                yield row


@dataclass(slots=True)
class Unfolded:
    """A game replayed from its rows: its record, last state and expected rows.

    The moves from an illegal one on are not applied. Holds secrets of the whole game.
    """

    record: dict[str, Any]
    state: State
    seats: Sequence[Seat]
    moves: Sequence[models.Move]
    expected: ExpectedRows = field(default_factory=ExpectedRows)


def get_finished_games() -> GameQuerySet:
    """Return the games that began and have since ended or been abandoned."""
    return Game.objects.filter(started_at__isnull=False, ended_at__isnull=False)


def get_forgetting_acts() -> QuerySet[StaffAct]:
    """Return the acts that deleted a game, in the order of the journal."""
    kind = StaffActKind.FORGOTTEN
    acts = StaffAct.objects.filter(kind=kind, entry__isnull=False)
    return acts.select_related("entry").order_by("entry")


def call_unless_forgotten[T](call: Callable[[Game], T], game: Game) -> T | None:
    """Return the result of a call with a closed game; None once it is forgotten.

    While its rows are being deleted, the call may fail or return a part of a record.
    """
    try:
        result = call(game)
    except (TableError, ObjectDoesNotExist, IntegrityError, ValueError):
        if Game.objects.filter(pk=game.pk).exists():
            raise
        return None
    return result if Game.objects.filter(pk=game.pk).exists() else None


def read_record(game: Game) -> dict[str, Any]:
    """Return the record of a closed game, with seed, hashes, times and outcome.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    return unfold(game).record


def unfold(game: Game) -> Unfolded:
    """Replay a closed game from its stored moves and deals.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    refuse_if(game.started_at is None, Refused.NOT_STARTED)
    refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
    seats = list(game.seats.order_by("index"))
    rows = list(game.moves.order_by("number"))
    state = deals.begin(game, seats)
    unfolded = Unfolded(_read_head(game, seats), state, seats, rows)
    rounds = unfolded.record["rounds"]
    for row in rows[_fold(unfolded, game, rows) :]:
        # Moves after a refused one stand in the record without being folded.
        rounds[-1]["moves"].append(_build_entry(row))
    unfolded.record["outcome"] = build_outcome(unfolded.state)
    return unfolded


def _read_head(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    closing: JournalEntry | None = getattr(game, "closing", None)
    return {
        **describe_start(game, seats),
        "seed": deals.get_opened_seed(game),
        "start_hash": game.start_hash,
        "rounds": [],
        **describe_end(game, seats),
        "closing": closing.number if closing else None,
        "before": closing.previous_hash if closing else None,
        "head_hash": game.head_hash,
    }


def _fold(unfolded: Unfolded, game: Game, rows: Sequence[models.Move]) -> int:
    """Fold the moves up to the first refused one; return how many were folded."""
    rounds, count = unfolded.record["rounds"], 0
    try:
        for step in deals.fold(unfolded.state, map(_to_move, rows), game):
            if step.deal:
                rounds.append(deal_entry(step) | {"moves": []})
            else:
                count = step.count
                rounds[-1]["moves"].append(_build_entry(rows[count - 1]))
            unfolded.expected.write(unfolded.state, step.events)
            unfolded.state = step.state
    except RulesError:
        if unfolded.state.phase == Phase.BETWEEN:
            # The deal is broken, not a move.
            raise
    return count


def _to_move(row: models.Move) -> Move:
    return move_from_dict(get_content(row) | {"seat": row.seat})


def _build_entry(row: models.Move) -> dict[str, Any]:
    return move_entry(row) | {"hash": row.hash}


def read_receipt(game: Game) -> Receipt:
    """Return the receipt of a closed game, from its rows."""
    seats = list(game.seats.order_by("index"))
    winners = [place for place, seat in enumerate(seats) if seat.winner]
    result = format_result([seat.points for seat in seats], winners)
    return Receipt(game.code, result, game.head_hash)


def compare_receipt(receipt: Receipt) -> Check:
    """Compare a receipt with its game, or with the values kept of a forgotten game."""
    name = f"receipt {receipt.code}"
    if game := get_finished_games().filter(code=receipt.code).first():
        return Check(name, str(receipt), str(read_receipt(game)))
    act = get_forgetting_acts().filter(entry__code=receipt.code).first()
    closing = JournalEntry.objects.filter(game=act.game_id).first() if act else None
    if act is None or closing is None:
        return Check(name, str(receipt), "no closed game")
    left = Receipt(closing.code, (act.left or {}).get("result", ""), closing.hash)
    return Check(f"{name} of a forgotten game", str(receipt), str(left))


def forget_game(code: str, why: str, staff: User | None = None) -> None:
    """Delete a closed table with all that belongs to it, and note this in the journal.

    Raises:
        TableError: no such table, or it is not closed.
    """
    with locked_game(code) as game:
        refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
        act = StaffAct.objects.create(
            game=game,
            kind=StaffActKind.FORGOTTEN,
            staff=staff,
            staff_name=staff.get_username() if staff else "",
            left={"why": why} | (_read_proof(game) if game.started_at else {}),
        )
        write_act(act)
        before, following = game.previous, Game.objects.filter(previous=game)
        keys = list(following.values_list("pk", flat=True))
        following.update(previous=None, version=F("version") + 1)
        # First, because the moves protect their game.
        game.moves.all().delete()
        game.delete()
        _join(before, keys)


def _join(before: Game | None, following: list[int]) -> None:
    """Let the table that followed a forgotten one follow the one before that.

    The caller has raised the versions of the following tables.
    """
    Game.objects.filter(pk__in=following).update(previous=before)
    if before is not None:
        with locked_game(before.code) as game:
            mark_changed(game)


def _read_proof(game: Game) -> dict[str, Any]:
    """Return the values that check the hash of the game's entry, and its receipts."""
    *_, last = list_links(read_record(game))
    seats = list(game.seats.order_by("index"))
    return {
        "previous": last.previous,
        "moves": game.move_count,
        **describe_end(game, seats),
        "result": read_receipt(game).result,
    }


def compute_forgotten_hash(act: StaffAct, number: int, before: str) -> str:
    """Return the hash that the entry of a forgotten game must have at this place."""
    left: dict[str, Any] = act.left or {}
    end = left | {"closing": number, "before": before}
    return head_hash(left["previous"], left["moves"], end)
