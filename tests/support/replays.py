"""Replays in browsers."""

import random

from games.models import Game, Player
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, play_on


def build_replay_address(game: Game, query: str = "") -> str:
    return f"/t/{game.code}/replay/{query}"


def play(seed: int, **options):
    game, players = begin_game(3, **options)
    for _snapshot in play_on(game, players, random.Random(seed)):
        pass
    return Game.objects.get(pk=game.pk), players


def read_replay(game: Game, player: Player | None, query: str = "") -> str:
    """Return the replay's page for a browser of this player."""
    return open_browser(player).get(build_replay_address(game, query)).text
