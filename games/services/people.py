"""When people change: a guest becomes somebody with an account, a player goes away."""

from django.db.models import Q

from games.models import Game, Player, TablePhase
from games.services.lobby import remove_seat
from games.services.locking import locked_game, mark_changed


def adopt_guest(guest: Player, player: Player) -> None:
    """Give a guest's seats and tables to the player of an account.

    Where both sit at one table the guest's seat is freed before the game; once it has
    begun each keeps its own, for nobody plays two seats. The guest is deleted unless
    they keep one.
    """
    if guest.name and not player.name:
        player.name = guest.name
        player.save(update_fields=["name"])
    for code in _codes_of(guest):
        with locked_game(code) as game:
            _adopt_at(game, guest, player)
    if not guest.seats.exists():
        guest.delete()


def forget_player(player: Player) -> None:
    """Delete a player: seats in games that have begun stay, without a name.

    Seats at tables that still gather are freed. An account is the caller's to delete.
    """
    for code in _codes_of(player):
        with locked_game(code) as game:
            _forget_at(game, player)
    player.delete()


def _codes_of(player: Player) -> list[str]:
    theirs = Game.objects.filter(Q(seats__player=player) | Q(host=player))
    return list(theirs.order_by("pk").values_list("code", flat=True).distinct())


def _adopt_at(game: Game, guest: Player, player: Player) -> None:
    if game.host_id == guest.pk:
        game.host = player
    seat = game.seats.filter(player=guest).first()
    if seat is None or game.seats.filter(player=player).exists():
        if seat is not None and game.phase == TablePhase.GATHERING:
            remove_seat(game, seat)
    else:
        seat.player = player
        seat.save(update_fields=["player"])
    mark_changed(game, "host")


def _forget_at(game: Game, player: Player) -> None:
    if game.host_id == player.pk:
        game.host = None
    seat = game.seats.filter(player=player).first()
    if seat is not None and game.phase == TablePhase.GATHERING:
        remove_seat(game, seat)
    elif seat is not None:
        seat.player = None
        seat.name = ""
        seat.save(update_fields=["player", "name"])
    mark_changed(game, "host")
