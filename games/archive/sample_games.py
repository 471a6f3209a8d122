"""Plays random games in memory, to fill a trial site with many games.

The games are legal, committed and chained, and pass an audit: their rows are those of
games.archive.expected_rows. games.play.bulk_insert writes them.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from games.archive.expected_rows import Ledger
from games.hosting.setup import setup_of
from games.models.codes import new_code
from games.models.game import Game, GameSecrets, Reason, Seat, TablePhase
from games.models.move import MoveRow
from games.models.player import Player
from games.play import chaining, deals
from games.play.bulk_insert import FinishedGame
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

    dealt: FinishedGame
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


def deal_game(
    players: list[Player], at: datetime, chance: random.Random
) -> FinishedGame:
    """Play a random game of three to five of these players that began at `at`."""
    rows = Ledger()
    dealt = _open(chance.sample(players, chance.choice(SEATS)), at, chance, rows)
    chaining.begin_chain(dealt.game, dealt.seats)
    table = _RandomPlay(dealt, deals.begin(dealt.game, dealt.seats), at, chance)
    for step in replay(
        table.state, table.moves(), partial(shuffle_deal, _key_of(dealt))
    ):
        table.state = step.state
        rows.write(step.events)
        if step.deal:
            chaining.chain_deal(dealt.game, step)
    _close(dealt, table.state, table.now)
    return dealt


def _open(
    players: list[Player], at: datetime, chance: random.Random, rows: Ledger
) -> FinishedGame:
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
        moved_at=at,
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
    return FinishedGame(game, GameSecrets(game=game, seed=seed), seats, [], rows)


def _key_of(dealt: FinishedGame) -> bytes:
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


def _write_move(dealt: FinishedGame, move: Move, at: datetime) -> None:
    dealt.game.move_count += 1
    dealt.game.moved_at = at
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


def _close(dealt: FinishedGame, state: State, now: datetime) -> None:
    game = dealt.game
    game.number = len(dealt.seats) + 1 + game.move_count
    game.phase, game.round_number = TablePhase.OVER, state.number
    game.reason = Reason(state.termination or Reason.ABANDONED)
    game.ended_at = now
    if state.termination is None:
        return
    for seat in dealt.seats:
        seat.points = points(state, seat.index)
        seat.golds = golds(state, seat.index)
        seat.winner = seat.index in state.winners
