"""Counts votes again when a present player has gone."""

from contextlib import suppress

from games.errors import TableError
from games.models import Game, Presence, Standing
from games.table.holders import set_presence
from games.table.latecomers import may_take, take_over_if_agreed
from games.table.starting import begin_if_ready
from games.table.votes import (
    PAUSE,
    STAND_IN,
    count_votes_needed,
    pause_or_resume,
    read_present_votes,
)


def recount_votes(game: Game) -> None:
    """Carry out each proposal with enough votes of the players still present.

    Votes on anything else, such as those of another release, are left alone. The caller
    holds the lock on the game row.
    """
    if game.ended_at is not None:
        return
    if game.started_at is None:
        begin_if_ready(game)
        return
    agreeing, here = read_present_votes(game, PAUSE)
    if agreeing and agreeing == here:
        pause_or_resume(game)
    for seat in game.seats.filter(presence=Presence.AWAY):
        agreeing, here = read_present_votes(game, f"{STAND_IN}.{seat.index}")
        if agreeing >= count_votes_needed(here):
            set_presence(game, seat, Presence.STAND_IN)
    _recount_askers(game)


def _recount_askers(game: Game) -> None:
    asking = game.bystanders.filter(standing=Standing.ASKS)
    for row in asking.select_related("player"):
        for seat in game.seats.all():
            # A name that is taken by now, say, does not keep a player from going.
            with suppress(TableError):
                if may_take(seat, row):
                    take_over_if_agreed(game, seat, row)
