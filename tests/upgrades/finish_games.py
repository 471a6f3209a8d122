"""Plays every game of a site to its end, in a process of its own.

`manage.py shell -c "from tests.upgrades.finish_games import finish; finish()"`
"""

import random

from django.db.models import F

from games.models import EnteredAccusation, Game
from games.table.lobby.starting import make_due, start_game
from tests.support.cast import play_on


def finish():
    """Start the games in a lobby, play entered accusations, and play to the end."""
    chance = random.Random(1)
    for game in Game.objects.filter(started_at=None):
        start_game(game.code, game.host, first_seat=0)
    for game in Game.objects.filter(ended_at=None, is_tutorial=False):
        make_due(game.code)
        seats = game.seats.order_by("index").select_related("player")
        for _snapshot in play_on(game, [seat.player for seat in seats], chance):
            pass
    print(EnteredAccusation.objects.filter(outcome="").count(), "accusations wait")
    closed = Game.objects.filter(ended_at__isnull=False).order_by("code")
    for code, moves in closed.values_list("code", F("move_count")):
        print(code, moves, "moves")
