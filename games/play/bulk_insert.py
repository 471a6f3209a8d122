"""Inserts closed games that were played in memory, to fill a trial site quickly.

Holds secrets. Live games are written move by move instead (moves.py).
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction
from django.db.models import Model

from games.models.game import Game, GameSecrets, Seat
from games.models.move import MoveRow
from games.models.player import Player
from games.models.round import AccusationRow, DrawRow, Round, TokenRow, TradeRow
from games.play.journal import write_closing

type Rows = dict[tuple[int, ...], dict[str, Any]]


class RowsOfRounds(Protocol):
    """The rows of a game's rounds, each as a dictionary of its columns.

    Rounds are keyed by (number, attempt), other rows by (number, attempt, place).
    """

    rounds: Rows
    draws: Rows
    accusations: Rows
    tokens: Rows
    trades: Rows


@dataclass(slots=True)
class FinishedGame:
    """A closed game with its rows, not yet in the database."""

    game: Game
    secrets: GameSecrets
    seats: list[Seat]
    moves: list[MoveRow]
    rows: RowsOfRounds


def insert_guests(count: int) -> list[Player]:
    """Insert this many guests with numbered names."""
    guests = [
        Player(name=f"Player {number}", guest_key=uuid.uuid4())
        for number in range(count)
    ]
    return Player.objects.bulk_create(guests)


@transaction.atomic
def insert_games(finished: Sequence[FinishedGame]) -> None:
    """Insert games with all their rows."""
    games = [each.game for each in finished]
    # Creating a game overwrites opened_at, which is part of the record.
    opened = [game.opened_at for game in games]
    Game.objects.bulk_create(games)
    for each, opened_at in zip(finished, opened, strict=True):
        each.game.opened_at = opened_at
        write_closing(each.game, each.seats)
    Game.objects.bulk_update(games, ["opened_at", "head_hash"])
    GameSecrets.objects.bulk_create([each.secrets for each in finished])
    Seat.objects.bulk_create([seat for each in finished for seat in each.seats])
    MoveRow.objects.bulk_create([move for each in finished for move in each.moves])
    rounds = [_rounds_of(each) for each in finished]
    Round.objects.bulk_create([row for of_game in rounds for row in of_game.values()])
    for each, of_game in zip(finished, rounds, strict=True):
        _insert_rows(each.rows, of_game)


def _rounds_of(finished: FinishedGame) -> dict[tuple[int, ...], Round]:
    return {
        (number, attempt): Round(
            game=finished.game, number=number, attempt=attempt, **columns
        )
        for (number, attempt), columns in finished.rows.rounds.items()
    }


def _insert_rows(rows: RowsOfRounds, rounds: dict[tuple[int, ...], Round]) -> None:
    DrawRow.objects.bulk_create(_rows_of(DrawRow, rows.draws, rounds, "index"))
    AccusationRow.objects.bulk_create(
        _rows_of(AccusationRow, rows.accusations, rounds, "order")
    )
    tokens = _rows_of(TokenRow, rows.tokens, rounds, "order")
    TokenRow.objects.bulk_create(tokens)
    named = {token.name: token for token in tokens}
    trades = {
        key: row | {"give": named[row["give"]], "take": named[row["take"]]}
        for key, row in rows.trades.items()
    }
    TradeRow.objects.bulk_create(_rows_of(TradeRow, trades, rounds, "order"))


def _rows_of[Row: Model](
    kind: type[Row],
    rows: Rows,
    rounds: Mapping[tuple[int, ...], Round],
    place: str,
) -> list[Row]:
    return [
        kind(round=rounds[key[:2]], **{place: key[2]}, **columns)
        for key, columns in rows.items()
    ]
