"""Plays every game of a site to its end, in a process of its own.

`manage.py shell -c "from tests.upgrades.finish_games import finish; finish()"`
"""

import random

from django.db.models import F, Q

from games.models import Bystander, EnteredAccusation, Exclusion, Game, Seat, Vote
from games.rules.state import Phase
from games.table.lobby.starting import make_due, start_game
from tests.support.cast import choose_move, look_into, make


def finish():
    """Start the games in a lobby, play entered accusations, and play to the end."""
    chance = random.Random(1)
    for game in Game.objects.filter(started_at=None):
        start_game(game.code, game.host, first_seat=0)
    for game in Game.objects.filter(ended_at=None, is_tutorial=False):
        make_due(game.code)
        while (snapshot := look_into(game)).state.phase != Phase.OVER:
            # A seat passes to another player with a round.
            seats = game.seats.order_by("index").select_related("player")
            players = [seat.player for seat in seats]
            make(game, players, choose_move(snapshot, chance))
    print(EnteredAccusation.objects.filter(outcome="").count(), "accusations wait")
    print(Vote.objects.count(), "votes are open")
    print(Bystander.objects.exclude(promised_seat=None).count(), "seats are promised")
    print(Exclusion.objects.count(), "player is excluded")
    for who in (Q(name="dana"), Q(player__banned_until__isnull=False)):
        print(*Seat.objects.filter(who).values_list("name", "index"))
    closed = Game.objects.filter(ended_at__isnull=False).order_by("code")
    for code, moves in closed.values_list("code", F("move_count")):
        print(code, moves, "moves")
