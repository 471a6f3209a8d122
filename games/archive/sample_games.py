"""Plays random games in memory and inserts them in bulk, to try a site with many games.

The games are legal, committed and chained, and pass an audit.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Model

from games.archive.expected_rows import Ledger
from games.models.codes import new_code
from games.models.game import Game, GameSecrets, Reason, Seat, TablePhase
from games.models.move import MoveRow
from games.models.player import Player
from games.models.round import AccusationRow, DrawRow, Round, TokenRow, TradeRow
from games.play import chaining, deals
from games.play.setup import setup_of
from games.rules import commitment
from games.rules.deal import shuffle_deal
from games.rules.editions import SEATS, Edition, FirstPlayer, Investigator, Placement
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Move, Pass
from games.rules.replay import replay
from games.rules.scoring import golds, points
from games.rules.state import Phase, State

# One game in a hundred is ended by its host after this many moves.
_ABANDONED = 0.01
_ABANDONED_AFTER = 40
_ACCUSE_CHANCE = 0.08


@dataclass(slots=True)
class _RandomPlay:
    """Chooses and writes the moves of a game while it is replayed."""

    dealt: "DealtGame"
    state: State
    now: datetime
    chance: random.Random

    def moves(self) -> Iterator[Move]:
        """Yield moves until the game is over or its host gives it up."""
        is_abandoned = self.chance.random() < _ABANDONED
        while self.state.phase != Phase.OVER:
            if is_abandoned and self.dealt.game.move_count == _ABANDONED_AFTER:
                return
            self.now += timedelta(seconds=self.chance.randint(1, 20))
            move = _choose(self.state, self.chance)
            _write_move(self.dealt, move, self.now)
            yield move


@dataclass(slots=True)
class DealtGame:
    """A closed game with its rows, not yet in the database."""

    game: Game
    secrets: GameSecrets
    seats: list[Seat]
    moves: list[MoveRow]
    ledger: Ledger


def deal_game(players: list[Player], at: datetime, chance: random.Random) -> DealtGame:
    """Play a random game of three to five of these players that began at `at`."""
    dealt = _open(chance.sample(players, chance.choice(SEATS)), at, chance)
    chaining.begin_chain(dealt.game, dealt.seats)
    table = _RandomPlay(dealt, deals.begin(dealt.game, dealt.seats), at, chance)
    for step in replay(
        table.state, table.moves(), partial(shuffle_deal, _key_of(dealt))
    ):
        table.state = step.state
        dealt.ledger.write(step.events)
    _close(dealt, table.state, table.now)
    return dealt


@transaction.atomic
def insert_games(dealt: list[DealtGame]) -> None:
    """Insert games that were played in memory, with all their rows."""
    games = [each.game for each in dealt]
    # Creating a game overwrites opened_at, which is part of the record.
    opened = [game.opened_at for game in games]
    Game.objects.bulk_create(games)
    for game, opened_at in zip(games, opened, strict=True):
        game.opened_at = opened_at
    Game.objects.bulk_update(games, ["opened_at"])
    GameSecrets.objects.bulk_create([each.secrets for each in dealt])
    Seat.objects.bulk_create([seat for each in dealt for seat in each.seats])
    MoveRow.objects.bulk_create([move for each in dealt for move in each.moves])
    rounds = [_rounds_of(each) for each in dealt]
    Round.objects.bulk_create([row for rows in rounds for row in rows.values()])
    for each, of_game in zip(dealt, rounds, strict=True):
        _insert_rows(each.ledger, of_game)


def _open(players: list[Player], at: datetime, chance: random.Random) -> DealtGame:
    code, seed = new_code(), chance.randbytes(commitment.SEED_BYTES)
    edition = chance.choice(list(Edition))
    setup = setup_of(edition) | {
        "stasi": chance.random() < 0.5,
        "adler": chance.random() < 0.5,
        "placement": chance.choices(list(Placement), (9, 1))[0].value,
        "first_player": FirstPlayer.CHOSEN.value,
    }
    game = Game(
        **setup,
        code=code,
        host=players[0],
        first_seat=chance.randrange(len(players)),
        commitment=commitment.commitment_of(seed, code),
        opened_at=at - timedelta(minutes=5),
        started_at=at,
    )
    kinds = chance.sample(list(Investigator), len(players))
    seats = [
        Seat(
            game=game,
            index=index,
            player=player,
            name=player.name,
            investigator=investigator.value,
            contribution=chance.randbytes(16).hex(),
        )
        for index, (player, investigator) in enumerate(zip(players, kinds, strict=True))
    ]
    return DealtGame(game, GameSecrets(game=game, seed=seed), seats, [], Ledger())


def _key_of(dealt: DealtGame) -> bytes:
    contributions = [seat.contribution for seat in dealt.seats]
    return commitment.key_of(bytes(dealt.secrets.seed), dealt.game.code, contributions)


def _choose(state: State, chance: random.Random) -> Move:
    """Return a random legal move; an accusation is rare while other moves are legal."""
    seats = range(len(state.seats))
    moves = [move for seat in seats for move in legal_moves(state, seat)]
    moves = [move for move in moves if not isinstance(move, Pass)]
    others = [move for move in moves if not isinstance(move, Accuse)]
    if others and chance.random() > _ACCUSE_CHANCE:
        return chance.choice(others)
    return chance.choice(moves)


def _write_move(dealt: DealtGame, move: Move, at: datetime) -> None:
    dealt.game.move_count += 1
    content = move.to_dict()
    row = MoveRow(
        game=dealt.game,
        number=dealt.game.move_count,
        seat=content.pop("seat"),
        content=content,
        made_at=at,
    )
    chaining.chain_move(dealt.game, row)
    dealt.moves.append(row)


def _close(dealt: DealtGame, state: State, now: datetime) -> None:
    game = dealt.game
    game.number = len(dealt.seats) + 1 + game.move_count
    game.phase, game.round_number = TablePhase.OVER, state.number
    game.reason = Reason(state.termination or Reason.ABANDONED)
    game.ended_at = now
    chaining.close_chain(game)
    if state.termination is None:
        return
    for seat in dealt.seats:
        seat.points = points(state, seat.index)
        seat.golds = golds(state, seat.index)
        seat.winner = seat.index in state.winners


def _rounds_of(dealt: DealtGame) -> dict[tuple[int, ...], Round]:
    return {
        (number, attempt): Round(
            game=dealt.game, number=number, attempt=attempt, **fields
        )
        for (number, attempt), fields in dealt.ledger.rounds.items()
    }


def _insert_rows(ledger: Ledger, rounds: dict[tuple[int, ...], Round]) -> None:
    DrawRow.objects.bulk_create(_rows_of(DrawRow, ledger.draws, rounds, "index"))
    AccusationRow.objects.bulk_create(
        _rows_of(AccusationRow, ledger.accusations, rounds, "order")
    )
    tokens = _rows_of(TokenRow, ledger.tokens, rounds, "order")
    TokenRow.objects.bulk_create(tokens)
    named = {token.name: token for token in tokens}
    trades = {
        key: row | {"give": named[row["give"]], "take": named[row["take"]]}
        for key, row in ledger.trades.items()
    }
    TradeRow.objects.bulk_create(_rows_of(TradeRow, trades, rounds, "order"))


def _rows_of(
    kind: type[Model],
    rows: dict[Any, Any],
    rounds: dict[tuple[int, ...], Round],
    place: str,
) -> list[Any]:
    return [
        kind(round=rounds[key[:2]], **{place: key[2]}, **fields)
        for key, fields in rows.items()
    ]
