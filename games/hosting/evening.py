"""Joins the games of an evening under one code: which belong to it, and when it ends.

An evening begins with a table and goes on with each "play again".
"""

from datetime import timedelta

from django.db.models import Q, QuerySet

from games.errors import Refused, refuse_if
from games.live import clock
from games.models.game import Game
from games.models.player import Player
from games.play.transaction import hosted_game, mark_changed

LONGEST = timedelta(hours=12)


def games_of(code: str) -> QuerySet[Game]:
    """Return the games of the evening with this code, in their order.

    A table that was closed before its game began is none of them.
    """
    of_evening = Game.objects.filter(Q(code=code) | Q(evening=code))
    games = of_evening.filter(Q(started_at__isnull=False) | Q(ended_at=None))
    return games.order_by("pk")


def newest_code(code: str) -> str:
    """Return the code of the newest table of an evening; its own code without one."""
    codes = games_of(code).values_list("code", flat=True)
    return codes.last() or code


def is_evening_on(game: Game) -> bool:
    """Return whether a game that follows this one belongs to the same evening."""
    first = Game.objects.filter(code=game.evening_code).first()
    return (
        first is not None
        and clock.now() < first.opened_at + LONGEST
        and not games_of(first.code).filter(is_last=True).exists()
    )


def end_evening(code: str, host: Player) -> None:
    """End the evening with this closed game; the next one begins another. Host only.

    Raises:
        TableError: not the host, or the game still runs.
    """
    with hosted_game(code, host) as game:
        refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
        game.is_last = True
        mark_changed(game, "is_last")
