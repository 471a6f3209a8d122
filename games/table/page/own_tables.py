"""Presents a player's tables in lists, by their people instead of their codes."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase

from games.labels import join_names, name_table
from games.models import Game, Player, Seat
from games.play.selectors import TableView, get_finished_seats, see
from games.play.transaction import get_snapshot
from games.players.identity import find_player, may_open_tables
from games.rules.observe import SPECTATOR
from games.table.page.status import build_status, describe_winners

# A page tells the status of so many running tables: each may have to be folded.
MOST = 8


class RunningTable(NamedTuple):
    """A running table of a player: its title, the other people, and its status."""

    code: str
    title: str
    others: str
    waits_for_me: bool
    sentence: str


class LastGame(NamedTuple):
    """The newest game that a player has played to its end."""

    code: str
    on: datetime | None
    winners: str
    dog: str
    others: str
    may_play_again: bool


def describe_running(
    games: Iterable[Game], session: SessionBase
) -> Iterator[RunningTable]:
    """Yield the first running tables of a session as its player sees them."""
    for game in islice(games, MOST):
        player = find_player(session, game.code)
        yield _describe(see(get_snapshot(game), player))


def _describe(table_view: TableView) -> RunningTable:
    table, status = table_view.table, build_status(table_view)
    hidden = {table_view.viewer, table.find_seat(table.host_id)}
    others = [seat.name for seat in table.seats if seat.index not in hidden]
    return RunningTable(
        code=table.code,
        title=title_table(table_view),
        others=join_names(others),
        waits_for_me=status.mine,
        sentence=status.sentence,
    )


def title_table(table_view: TableView) -> str:
    """Return the title of a table, from the name of its host."""
    return name_table(table_view.table.host_name, is_own=table_view.is_host)


def find_last_game(
    player: Player | None, transferred: Collection[int] = ()
) -> LastGame | None:
    """Return the newest finished game of a player or of transferred seats.

    A player who has left that game does not count.
    """
    played = get_finished_seats(player, transferred)
    newest = played.order_by("-game__ended_at", "-pk")
    seat = newest.select_related("game", "player").first()
    if seat is None or seat.player is None:
        return None
    seats = list(seat.game.seats.order_by("index"))
    winner = next((each for each in seats if each.winner), seat)
    return LastGame(
        code=seat.game.code,
        on=seat.game.ended_at,
        winners=say_winners(seats, seat.index),
        dog=winner.investigator,
        others=join_names([each.shown_name for each in seats if each != seat]),
        may_play_again=may_open_tables(seat.player),
    )


def say_winners(seats: Iterable[Seat], me: int = SPECTATOR) -> str:
    """Return the winners of a game as a sentence, empty without any."""
    won = {seat.index: seat.shown_name for seat in seats if seat.winner}
    has_won = won.pop(me, None) is not None
    if not (won or has_won):
        return ""
    return describe_winners(list(won.values()), with_you=has_won)
