"""Counts votes again when somebody who was present has gone."""

from collections.abc import Callable
from contextlib import suppress

from games.errors import TableError
from games.models import Game, Presence
from games.play.seat_holders import TAKE_OVER
from games.table.holders import set_presence
from games.table.latecomers import find_asker, may_take, take_over_if_agreed
from games.table.starting import begin_if_ready
from games.table.votes import (
    PAUSE,
    STAND_IN,
    count_votes_needed,
    pause_or_resume,
    read_present_votes,
)


def recount_votes(game: Game) -> None:
    """Let pass what those who are still present have agreed on.

    The caller holds the lock on the game row.
    """
    if game.ended_at is not None:
        return
    if game.started_at is None:
        begin_if_ready(game)
        return
    for what in tuple(game.agreed):
        agreeing, here = read_present_votes(game, what)
        kind, *numbers = what.split(".")
        if agreeing:
            _PASSING[kind](game, agreeing, here, *map(int, numbers))


def _pause(game: Game, agreeing: int, here: int) -> None:
    if agreeing == here:
        pause_or_resume(game)


def _let_stand_in(game: Game, agreeing: int, here: int, index: int) -> None:
    seat = game.seats.get(index=index)
    if seat.presence == Presence.AWAY and agreeing >= count_votes_needed(here):
        set_presence(game, seat, Presence.STAND_IN)


def _let_play(game: Game, _agreeing: int, _here: int, asker: int, index: int) -> None:
    seat, row = game.seats.get(index=index), find_asker(game, asker)
    if row is not None and may_take(seat, row):
        # A name that is taken by now, say, keeps nobody from going.
        with suppress(TableError):
            take_over_if_agreed(game, seat, row)


_PASSING: dict[str, Callable[..., None]] = {
    PAUSE: _pause,
    STAND_IN: _let_stand_in,
    TAKE_OVER: _let_play,
}
