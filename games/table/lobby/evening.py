"""Joins the games of an evening under one code: which belong to it, and when it ends.

An evening begins with a table and goes on with each "play again".
"""

from datetime import timedelta

from django.db.models import Q

from games.errors import Refused, refuse_if
from games.models import Game, GameQuerySet, Player
from games.play import clock
from games.play.transaction import hosted_game, mark_changed

LONGEST = timedelta(hours=12)
COUNTS = Q(started_at__isnull=False) | Q(ended_at=None)


def get_evening_tables(*codes: str) -> GameQuerySet:
    """Return all tables of the evenings with these codes, in their order."""
    theirs = Q(code__in=codes) | Q(evening__in=codes)
    return Game.objects.filter(theirs).order_by("pk")


def get_evening_games(*codes: str) -> GameQuerySet:
    """Return the games of the evenings with these codes, in their order.

    A table that was closed before its game began is none of them.
    """
    return get_evening_tables(*codes).filter(COUNTS)


def get_newest_code(code: str) -> str:
    """Return the code of the newest table of an evening; its own code without one.

    The evening's code leads on without its first table, too.
    """
    codes = get_evening_games(code).values_list("code", flat=True)
    return codes.last() or code


def get_newest_table(game: Game) -> Game:
    """Return the newest table of a game's evening, or of the evenings after it."""
    counted = Game.objects.filter(COUNTS).order_by("pk")
    # Two queries by index: a condition with "or" would sort the whole chain.
    newest = counted.filter(origin=game.origin_code).last()
    return newest or counted.filter(code=game.origin_code).first() or game


def may_end_evening(game: Game) -> bool:
    """Return whether a game has ended, and is the newest of an evening that goes on."""
    is_newest = game.ended_at is not None and get_newest_table(game) == game
    return is_newest and is_evening_on(game)


def is_evening_on(game: Game) -> bool:
    """Return whether a game that follows this one belongs to the same evening."""
    # The very first one may be forgotten.
    first = get_evening_tables(game.evening_code).first()
    return (
        first is not None
        and clock.now() < first.opened_at + LONGEST
        and not is_evening_ended(game)
    )


def is_evening_ended(game: Game) -> bool:
    """Return whether the host has ended the evening of a game."""
    return get_evening_games(game.evening_code).filter(is_last=True).exists()


def end_evening(code: str, host: Player) -> None:
    """End the evening with this closed game; the next one begins another. Host only.

    Raises:
        TableError: not the host, the game still runs, or a newer table follows it.
    """
    with hosted_game(code, host) as game:
        refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
        refuse_if(get_newest_table(game) != game, Refused.EVENING_WENT_ON)
        game.is_last = True
        mark_changed(game)
