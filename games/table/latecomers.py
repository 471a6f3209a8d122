"""Lets players ask for a seat in a running game, and gives them one."""

from games.errors import Refused, TableError, refuse_if
from games.models import Player, Standing
from games.play.clock import PLAYED_FOR
from games.play.transaction import (
    hosted_game,
    locked_game,
    mark_changed,
    require_playing,
)
from games.rules.editions import SEATS
from games.table.holders import change_player, note_standing
from games.table.seat_rows import get_seat_at, require_new_name


def ask_for_seat(code: str, player: Player, name: str = "") -> None:
    """Note that a player would like to play; asking again changes nothing.

    `name` is the one that the player will have; empty for the present one.

    Raises:
        TableError: not in play, seated or kept out, the name is taken, or too many ask.
    """
    with locked_game(code) as game:
        require_playing(game)
        seats = list(game.seats.all())
        if any(seat.player_id == player.pk for seat in seats):
            raise TableError(Refused.ALREADY_SEATED)
        require_new_name(seats, name or player.name)
        asking = game.bystanders.filter(standing=Standing.ASKS)
        if asking.filter(player=player).exists():
            return
        if note_standing(game, player.pk, Standing.ASKS) != Standing.ASKS:
            raise TableError(Refused.EXCLUDED)
        if asking.count() > SEATS[-1]:
            raise TableError(Refused.TABLE_FULL)
        mark_changed(game)


def decline(code: str, host: Player, asker: int) -> None:
    """Refuse a player who asked for a seat, for the rest of this game. Host only.

    Raises:
        TableError: not the host, or not in play.
    """
    with hosted_game(code, host) as game:
        require_playing(game)
        for row in game.bystanders.filter(pk=asker, standing=Standing.ASKS):
            note_standing(game, row.player_id, Standing.PLAYED)
            mark_changed(game)


def give_seat(code: str, host: Player, index: int, asker: int) -> None:
    """Give the seat of a bot or a stand-in to a player who asked. Host only.

    `asker` is the key of a bystander.

    Raises:
        TableError: not the host, not in play, the player does not ask, the name is
            taken, or the seat's own player is playing.
    """
    with hosted_game(code, host) as game:
        require_playing(game)
        seat, rows = (
            get_seat_at(game, index, ""),
            game.bystanders.select_related("player"),
        )
        row = rows.filter(pk=asker, standing=Standing.ASKS).first()
        is_free = seat.bot or seat.presence in PLAYED_FOR
        if row is None or row.player.is_banned or not is_free:
            raise TableError(Refused.SEAT_MOVED)
        refuse_if(game.seats.filter(player=row.player).exists(), Refused.ALREADY_SEATED)
        require_new_name(list(game.seats.exclude(pk=seat.pk)), row.player.name)
        row.delete()
        change_player(game, seat, row.player)
