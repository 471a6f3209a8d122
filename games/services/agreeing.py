"""What several players have to agree to: the host alone may say it too."""

from games.errors import NotSeated
from games.models import Game, Player

PAUSE = "pause"
# Followed by the seat that it is about: "stand-in.2".
STAND_IN = "stand-in"


def agree(game: Game, player: Player, what: str) -> None:
    """Note that a player agrees to something. The caller saves `agreed`.

    Raises:
        NotSeated: neither a seat nor the host.
    """
    seat = game.seats.filter(player=player).first()
    if seat is not None:
        game.agreed[what] = sorted({*game.agreed.get(what, ()), seat.index})
    elif game.host_id != player.pk:
        raise NotSeated


def withdraw(game: Game, seat: int) -> None:
    """Forget what a seat has agreed to, and what was to be agreed about it.

    The caller saves `agreed`.
    """
    about = f"{STAND_IN}.{seat}"
    left = {
        what: [other for other in seats if other != seat]
        for what, seats in game.agreed.items()
        if what != about
    }
    game.agreed = {what: seats for what, seats in left.items() if seats}
