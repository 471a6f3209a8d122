"""Fills a trial site with random games, to test it with many of them."""

import random
import time
import uuid
from argparse import ArgumentParser
from itertools import count as count_up
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game, Player
from games.play.seam import make_move
from games.play.transaction import get_snapshot
from games.rules.editions import SEATS, Edition, FirstPlayer, Investigator, Placement
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Move, Pass
from games.rules.state import State
from games.table.lobby.ending import end_game
from games.table.lobby.opening import build_setup, open_table
from games.table.lobby.starting import start_game
from games.table.people.seats import take_seat

# One game in a hundred is ended by its host after this many moves.
_ABANDONED = 0.01
_ABANDONED_AFTER = 40
_ACCUSE_CHANCE = 0.08


class Command(BaseCommand):
    """`manage.py deal_games 500`: random legal games, closed, in the database."""

    help = "Play COUNT random legal games to their end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the numbers of games and guests, and a seed of the players' choices."""
        parser.add_argument("count", type=int)
        parser.add_argument("--seed", type=int, default=None)
        parser.add_argument("--players", type=int, default=200)

    def handle(
        self,
        *args: Any,
        count: int,
        seed: int | None,
        players: int,
        **options: Any,
    ) -> None:
        """Play the games, and print the time it took."""
        start, chance = time.monotonic(), random.Random(seed)  # noqa: S311
        guests = Player.objects.bulk_create(
            Player(name=f"Player {number}", guest_key=uuid.uuid4())
            for number in range(players)
        )
        for _ in range(count):
            play_game(guests, chance)
        seconds = time.monotonic() - start
        self.stdout.write(f"{count} games in {seconds:.1f} s")


def play_game(guests: list[Player], chance: random.Random) -> Game:
    """Play a random game of three to five of these guests; return its closed row."""
    players = chance.sample(guests, chance.choice(SEATS))
    game = _begin(players, chance)
    is_abandoned = chance.random() < _ABANDONED
    for made in count_up():
        game.refresh_from_db()
        state = get_snapshot(game).state
        if game.ended_at is not None or state is None:
            break
        if is_abandoned and made == _ABANDONED_AFTER:
            end_game(game.code, players[0])
        else:
            move = _choose(state, chance)
            make_move(game.code, players[move.seat], move.to_dict(), uuid.uuid4())
    return game


def _begin(players: list[Player], chance: random.Random) -> Game:
    setup = build_setup(chance.choice(list(Edition))) | {
        "stasi": chance.random() < 0.5,
        "adler": chance.random() < 0.5,
        "placement": chance.choices(list(Placement), (9, 1))[0].value,
        "first_player": FirstPlayer.CHOSEN.value,
    }
    game = open_table(players[0], setup)
    kinds = chance.sample(list(Investigator), len(players))
    for player, kind in zip(players, kinds, strict=True):
        take_seat(
            game.code,
            player,
            name=player.name,
            investigator=kind,
            contribution=chance.randbytes(16).hex(),
        )
    start_game(game.code, players[0], first_seat=chance.randrange(len(players)))
    return game


def _choose(state: State, chance: random.Random) -> Move:
    """Return a random legal move; an accusation is rare while other moves are legal."""
    seats = range(len(state.seats))
    moves = [move for seat in seats for move in legal_moves(state, seat)]
    moves = [move for move in moves if not isinstance(move, Pass)]
    others = [move for move in moves if not isinstance(move, Accuse)]
    if others and chance.random() > _ACCUSE_CHANCE:
        return chance.choice(others)
    return chance.choice(moves)
