"""Chains the record of a game as it is written (docs/fairness.md).

`Game.head_hash` is the hash of the last move while a game runs, when nobody may see it
(the side that was laid could be guessed from it), and closes the record at the end. A
game that began before there was a chain goes on without one.
"""

from collections.abc import Sequence

from games.archive.records import move_entry, start_of, time_text
from games.models.game import Game, Seat
from games.models.move import Move
from games.rules import chain


def begin_chain(game: Game, seats: Sequence[Seat]) -> None:
    """Set the version of the rules and the hash of the set-up.

    The caller holds the lock on the game row and saves it.
    """
    if game.commitment:
        game.rules_version = chain.RULES_VERSION
        game.start_hash = game.head_hash = chain.start_hash(start_of(game, seats))


def chain_move(game: Game, move: Move) -> None:
    """Set the hashes of a move that is not saved yet.

    The caller holds the lock on the game row and saves it.
    """
    if game.start_hash:
        move.previous_hash = game.head_hash
        move.hash = game.head_hash = chain.move_hash(
            move.previous_hash, game.code, move.number, move_entry(move)
        )


def close_chain(game: Game) -> None:
    """Set the hash that closes the record of a game that has just ended.

    The caller holds the lock on the game row and saves it.
    """
    if game.start_hash:
        ended_at = time_text(game.ended_at)
        game.head_hash = chain.head_hash(
            game.head_hash, game.move_count, game.reason, ended_at
        )
