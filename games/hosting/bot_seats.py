"""Seats bots in a lobby, and opens a table for one player and two bots."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.characters import BRUNO, PIP, ROXY
from games.errors import Refused, TableError
from games.hosting.lifecycle import start_game
from games.hosting.seats import remove_seat, require_new_name, seat_at
from games.hosting.setup import open_table, setup_of
from games.labels import BOT_FACES, name_of_bot
from games.models.game import Game, Seat
from games.models.player import Player
from games.play.transaction import (
    locked_game,
    mark_changed,
    require_host,
    require_lobby,
)
from games.rules.editions import SEATS, Edition, FirstPlayer, Investigator

_PLAYER_INVESTIGATOR = Investigator.COLOMBINI
# A player alone gets the first two bots of these with another name than their own.
_OPPONENTS = (ROXY.name, PIP.name, BRUNO.name)


def add_bot(code: str, host: Player, name: str) -> None:
    """Seat a bot of this character in the lobby. Host only.

    Raises:
        TableError: not the host, begun, no free seat, or a seat has the bot's name.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        _seat_bots(game, [name])
        mark_changed(game)


def remove_bot(code: str, host: Player, index: int, expected: str = "") -> None:
    """Remove a bot from the lobby. Host only.

    `expected` is the investigator that the host saw in the seat; empty for any.

    Raises:
        TableError: not the host, the seat has no bot, or the game has begun.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        seat = seat_at(game, index, expected)
        if not seat.bot:
            raise TableError(Refused.SEAT_MOVED)
        remove_seat(game, seat)


@transaction.atomic
def play_with_bots(player: Player) -> Game:
    """Deal a game for a player and two bots.

    Raises:
        TableError: no free table code was found.
    """
    game = open_table(
        player, setup_of(Edition.DEVIR) | {"first_player": FirstPlayer.LOT.value}
    )
    name = player.name or _("Guest")
    Seat.objects.create(
        game=game, index=0, player=player, name=name, investigator=_PLAYER_INVESTIGATOR
    )
    others = [each for each in _OPPONENTS if not _is_called(name, each)]
    _seat_bots(game, others[:2])
    start_game(game.code, player)
    return game


def _seat_bots(game: Game, names: Sequence[str]) -> None:
    seats = list(game.seats.order_by("index"))
    for name in names:
        if len(seats) >= SEATS[-1]:
            raise TableError(Refused.TABLE_FULL)
        require_new_name(seats, name_of_bot(name))
        taken = {seat.investigator for seat in seats}
        kinds = (BOT_FACES[name], *Investigator)
        seat = Seat.objects.create(
            game=game,
            index=len(seats),
            name=name_of_bot(name),
            investigator=next(kind for kind in kinds if kind not in taken),
            bot=name,
        )
        seats.append(seat)


def _is_called(name: str, bot: str) -> bool:
    return name.casefold() == name_of_bot(bot).casefold()
