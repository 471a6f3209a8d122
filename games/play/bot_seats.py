"""Bots at a table that waits, and a table for who has nobody to play with."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.characters import BRUNO, PIP, ROXY
from games.errors import SeatMoved, TableFull
from games.labels import BOT_FACES, name_of_bot
from games.models.game import Game, Seat
from games.models.player import Player
from games.play.seats import remove_seat, require_new_name, seat_at
from games.play.setup import open_table, setup_of
from games.play.transaction import (
    locked_game,
    mark_changed,
    require_host,
    require_lobby,
)
from games.rules.editions import SEATS, Edition, FirstPlayer, Investigator

_DOG_OF_PLAYER = Investigator.COLOMBINI
# Whom somebody meets who plays alone: the first two who are not called as they are.
_COMPANY = (ROXY.name, PIP.name, BRUNO.name)


def add_bot(code: str, host: Player, name: str) -> None:
    """Seat a bot of this character; the host may, before the game begins.

    Raises:
        TableError: not the host, begun, no seat is free, or one is called like that.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        _seat_bots(game, [name])
        mark_changed(game)


def remove_bot(code: str, host: Player, index: int, expected: str = "") -> None:
    """Take a bot away before the game begins; the host may.

    `expected` is the investigator that was meant; empty for any.

    Raises:
        TableError: not the host, no bot sits there, or the game has begun.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        seat = seat_at(game, index, expected)
        if not seat.bot:
            raise SeatMoved
        remove_seat(game, seat)


@transaction.atomic
def play_with_bots(player: Player) -> Game:
    """Open a table at which a player and two bots sit, ready to start.

    Raises:
        TableError: no table can be opened just now.
    """
    game = open_table(
        player, setup_of(Edition.DEVIR) | {"first_player": FirstPlayer.LOT.value}
    )
    name = player.name or _("Guest")
    Seat.objects.create(
        game=game, index=0, player=player, name=name, investigator=_DOG_OF_PLAYER
    )
    others = [each for each in _COMPANY if not _is_called(name, each)]
    _seat_bots(game, others[:2])
    return game


def _seat_bots(game: Game, names: Sequence[str]) -> None:
    seats = list(game.seats.order_by("index"))
    for name in names:
        if len(seats) >= SEATS[-1]:
            raise TableFull
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
