"""Bans a player from the site for a time, or lifts the ban; by staff alone."""

from contextlib import suppress
from datetime import datetime

from games.errors import TableError
from games.models import Player
from games.play.seat_holders import end_promise_to
from games.play.selectors import get_running_games_for
from games.play.transaction import locked_game, mark_changed
from games.players.identity import note_session_end
from games.table.seats import leave_table


def ban(player: Player, until: datetime | None) -> None:
    """Ban a player until this time, or lift the ban; stand-ins play on.

    Of two bans the longer one counts. After the ban, the player may return to a game
    that still runs.
    """
    player.banned_until = until and max(until, player.banned_until or until)
    player.save(update_fields=["banned_until"])
    if until is not None:
        for game in get_running_games_for(player):
            # The game may have ended meanwhile, or the player is its host without seat.
            with suppress(TableError):
                leave_table(game.code, player)
        for row in player.bystanders.exclude(promised_seat=None):
            with locked_game(row.game.code) as game:
                end_promise_to(game, player.pk)
                mark_changed(game)
    note_session_end([player.pk])
