"""Lets players ask for a seat in a running game, and promises or gives them one."""

from games.errors import Refused, TableError, refuse_if, require_found
from games.models import Bystander, Game, Player, Presence, Seat, Standing
from games.play.clock import PLAYED_FOR
from games.play.seat_holders import TAKE_OVER, end_promise, note_standing, promise_seat
from games.play.transaction import (
    hosted_game,
    locked_game,
    mark_changed,
    require_playing,
)
from games.rules.editions import SEATS
from games.table.holders import change_player
from games.table.seat_rows import get_seat_at, get_seat_for, require_new_name
from games.table.votes import FEWEST_AGREEING, agree, read_present_votes


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
    """Promise the seat of a bot or a stand-in to a player who asked. Host only.

    The player gets it with the next round, or at once if all other present people
    agree, of whom the host is one. `asker` is the key of a bystander.

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
        if row.promised_seat != index:
            promise_seat(game, row, index)
            mark_changed(game)
        if game.seats.filter(player=host, presence=Presence.HERE).exists():
            agree(game, host, f"{TAKE_OVER}.{index}")
        _take_over_if_agreed(game, seat, row)


def agree_to_play_now(code: str, player: Player, index: int, asker: int) -> None:
    """Vote to let a player who is promised a seat have it before the next round.

    It takes the votes of all present people, and of two at least.

    Raises:
        TableError: not in play, no seat, the voter is away, or no such promise.
    """
    with locked_game(code) as game:
        require_playing(game)
        rows = game.bystanders.select_related("player")
        row = rows.filter(pk=asker, promised_seat=index).first()
        row = require_found(row, Refused.SEAT_MOVED)
        # A host without a seat has no vote.
        get_seat_for(game, player)
        if agree(game, player, f"{TAKE_OVER}.{index}"):
            mark_changed(game)
        _take_over_if_agreed(game, get_seat_at(game, index, ""), row)


def _take_over_if_agreed(game: Game, seat: Seat, row: Bystander) -> None:
    agreeing, here = read_present_votes(game, f"{TAKE_OVER}.{seat.index}")
    if agreeing < here or here < FEWEST_AGREEING:
        return
    others = list(game.seats.exclude(pk=seat.pk))
    refuse_if(row.player.is_banned, Refused.SEAT_MOVED)
    require_new_name(others, row.player.name)
    end_promise(game, row)
    row.delete()
    change_player(game, seat, row.player)
