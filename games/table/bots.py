"""Seats bots in a lobby, and deals a game against two of them."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from games.deduction.bots.characters import BRUNO, PIP, ROXY
from games.errors import Refused, refuse_if
from games.labels import BOT_FACES, investigator_name, name_of_bot
from games.models import Game, Player, Seat
from games.play.selectors import is_newcomer
from games.play.transaction import hosted_game, mark_changed, require_lobby
from games.players.names import build_name_key
from games.rules.editions import SEATS, Edition, FirstPlayer, Investigator
from games.table.holders import remove_seat
from games.table.seat_rows import get_seat_at, require_new_name
from games.table.setup import build_setup, open_table
from games.table.starting import start_game

_PLAYER_INVESTIGATOR = Investigator.COLOMBINI
# A player alone gets the first two bots of these with another name than their own. A
# newcomer can win the first game.
_OPPONENTS = (ROXY.name, PIP.name, BRUNO.name)
_FIRST_OPPONENTS = (PIP.name, BRUNO.name, ROXY.name)


def add_bot(code: str, host: Player, name: str) -> None:
    """Seat a bot of this character in the lobby. Host only.

    Raises:
        TableError: not the host, begun, no free seat, or a seat has the bot's name.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        seat_bots(game, [name])
        mark_changed(game)


def remove_bot(code: str, host: Player, index: int, expected: str = "") -> None:
    """Remove a bot from the lobby. Host only.

    `expected` is the investigator that the host saw in the seat; empty for any.

    Raises:
        TableError: not the host, the seat has no bot, or the game has begun.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        seat = get_seat_at(game, index, expected)
        refuse_if(not seat.bot, Refused.SEAT_MOVED)
        remove_seat(game, seat)


def seat_bots(game: Game, names: Sequence[str]) -> None:
    """Seat these bots. The caller holds the lock on the game row, or has just made it.

    Raises:
        TableError: no free seat, or a seat has a bot's name.
    """
    seats = list(game.seats.order_by("index"))
    for name in names:
        refuse_if(len(seats) >= SEATS[-1], Refused.TABLE_FULL)
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


@transaction.atomic
def play_with_bots(player: Player, codes: Iterable[str] | None = None) -> Game:
    """Deal a game for a player and two bots, with one of these codes if there are any.

    Raises:
        TableError: no free table code was found.
    """
    game = open_table(
        player,
        build_setup(Edition.DEVIR) | {"first_player": FirstPlayer.LOT.value},
        codes,
    )
    # A guest without a name is called by the dog, and "you" on the own page.
    name = player.name or investigator_name(_PLAYER_INVESTIGATOR)
    Seat.objects.create(
        game=game, index=0, player=player, name=name, investigator=_PLAYER_INVESTIGATOR
    )
    taken = build_name_key(name)
    bots = _FIRST_OPPONENTS if is_newcomer(player) else _OPPONENTS
    others = [each for each in bots if build_name_key(name_of_bot(each)) != taken]
    seat_bots(game, others[:2])
    start_game(game.code, player)
    return game
