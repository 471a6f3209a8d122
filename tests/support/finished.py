"""Closed games in the database and their records, for tests that check them."""

import random

from games.models import Game
from games.rules.editions import Edition, FirstPlayer, Investigator
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.people.seats import take_seat
from tests.support.cast import make_players, make_setup, play_on


def play_game(seed: int, most: int = 2000) -> Game:
    """Return a random game; its host ends it if it is not over after `most` moves."""
    chance = random.Random(seed)
    game, players = _start(chance)
    for _ in play_on(game, players, chance, most):
        pass
    game = Game.objects.get(pk=game.pk)
    if game.ended_at is None:
        end_game(game.code, players[0])
    return Game.objects.get(pk=game.pk)


def _start(chance: random.Random):
    players = make_players(chance.choice((3, 4, 5)))
    setup = make_setup(
        chance.choice(list(Edition)),
        stasi=chance.random() < 0.5,
        adler=chance.random() < 0.5,
        placement=chance.choice(("referee", "players")),
        first_player=chance.choice((FirstPlayer.LOT, FirstPlayer.CHOSEN)).value,
    )
    game = open_table(players[0], setup)
    for player, investigator in zip(players, Investigator, strict=False):
        take_seat(
            game.code,
            player,
            name=player.name,
            investigator=investigator,
            contribution=chance.choice(("", chance.randbytes(16).hex())),
        )
    start_game(game.code, players[0], first_seat=0)
    return game, players
