"""Replays in browsers."""

import random

from games.models import Game
from tests.support.cast import begin_game, play_on


def build_replay_address(game: Game, query: str = "") -> str:
    return f"/t/{game.code}/replay/{query}"


def play(seed: int, **options):
    game, players = begin_game(3, **options)
    for _snapshot in play_on(game, players, random.Random(seed)):
        pass
    return Game.objects.get(pk=game.pk), players
