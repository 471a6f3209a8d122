"""Takes, changes and frees seats."""

from datetime import time

from games.errors import Refused, TableError, refuse_if
from games.models import Game, Player, Presence, Seat, Standing
from games.play.transaction import (
    hosted_game,
    locked_game,
    mark_changed,
    require_lobby,
    require_open,
)
from games.rules.deal import read_contribution
from games.rules.editions import SEATS, Investigator
from games.table.people.holders import (
    get_seat_at,
    get_seat_for,
    remove_seat,
    renumber,
    require_new_name,
    set_presence,
)
from games.table.people.host import pass_host_on
from games.table.people.kept_out import require_admitted


def take_seat(
    code: str,
    player: Player,
    *,
    name: str,
    investigator: Investigator,
    got_up: time | None = None,
    contribution: str = "",
) -> Seat:
    """Seat a player at the end of the clockwise order; the same call again is no error.

    `contribution` is 16 random bytes from the player's browser in hexadecimal; any
    other text counts as empty.

    Raises:
        TableError: the table is full or has begun, the name or investigator is taken,
            the player has a seat with another one, or is kept out.
    """
    with locked_game(code) as game:
        seats = list(game.seats.order_by("index"))
        for seat in seats:
            if seat.player_id == player.pk:
                if (seat.name, seat.investigator) != (name, investigator):
                    raise TableError(Refused.ALREADY_SEATED)
                return seat
        _require_place(game, seats, player, name, investigator)
        game.bystanders.filter(player=player, standing=Standing.ASKS).delete()
        seat = Seat.objects.create(
            game=game,
            index=len(seats),
            player=player,
            name=name,
            investigator=investigator,
            got_up=got_up,
            contribution=read_contribution(contribution),
            # The next game of an evening does not begin without a newcomer.
            is_ready=bool(game.dues),
        )
        mark_changed(game)
        return seat


def rename_seat(code: str, player: Player, name: str) -> None:
    """Rename a seated player at this table, in the lobby.

    Raises:
        TableError: the name is taken, the player has no seat, or the game has begun.
    """
    with locked_game(code) as game:
        require_lobby(game)
        seat = get_seat_for(game, player)
        require_new_name(list(game.seats.exclude(pk=seat.pk)), name)
        if seat.name != name:
            seat.name = name
            seat.save(update_fields=["name"])
            mark_changed(game)


def contribute(code: str, player: Player, contribution: str) -> None:
    """Add a seated player's random bytes if the seat has none yet, in the lobby.

    Seats of "play again" were taken without a form, so their players contribute here.
    An existing contribution stays, so a player cannot try several.

    Raises:
        TableError: the player has no seat, or the game has begun.
    """
    with locked_game(code) as game:
        require_lobby(game)
        seat = get_seat_for(game, player)
        sent = read_contribution(contribution)
        if sent and not seat.contribution:
            seat.contribution = sent
            seat.save(update_fields=["contribution"])
            mark_changed(game)


def leave_table(code: str, player: Player, bot: str = "") -> None:
    """Free the seat of a player; in a running game a stand-in or this bot plays on.

    Raises:
        TableError: the player has no seat, or the game is over.
    """
    with locked_game(code) as game:
        seat = get_seat_for(game, player)
        require_open(game)
        if game.started_at is None:
            remove_seat(game, seat)
        else:
            seat.bot = bot
            if game.host_id == player.pk:
                others = list(game.seats.order_by("index"))
                pass_host_on(game, others, {player.pk})
            set_presence(game, seat, Presence.LEFT)


def change_investigator(code: str, player: Player, investigator: Investigator) -> None:
    """Give a seated player another free investigator, in the lobby.

    Raises:
        TableError: taken, the player has no seat, or the game has begun.
    """
    with locked_game(code) as game:
        require_lobby(game)
        seat = get_seat_for(game, player)
        others = game.seats.exclude(pk=seat.pk)
        _require_free(list(others), investigator)
        if seat.investigator != investigator:
            seat.investigator = investigator
            seat.save(update_fields=["investigator"])
            mark_changed(game)


def move_seat(code: str, host: Player, index: int, to: int, expected: str = "") -> None:
    """Move a seat to another place in the clockwise order, in the lobby. Host only.

    Raises:
        TableError: not the host, no such seat, or the game has begun.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        get_seat_at(game, index, expected)
        seats = list(game.seats.order_by("index"))
        if not (0 <= index < len(seats) and 0 <= to < len(seats)):
            raise TableError(Refused.SEAT_NOT_FOUND)
        if index != to:
            seats.insert(to, seats.pop(index))
            renumber(seats)
            mark_changed(game)


def _require_place(
    game: Game, seats: list[Seat], player: Player, name: str, investigator: Investigator
) -> None:
    require_lobby(game)
    require_admitted(game, player)
    refuse_if(len(seats) >= SEATS[-1], Refused.TABLE_FULL)
    require_new_name(seats, name)
    _require_free(seats, investigator)


def _require_free(seats: list[Seat], investigator: Investigator) -> None:
    if any(seat.investigator == investigator for seat in seats):
        raise TableError(Refused.INVESTIGATOR_TAKEN)
