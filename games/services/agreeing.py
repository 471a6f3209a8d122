"""What several players have to agree to: the host alone may say it too."""

from games.errors import NotHere, NotSeated
from games.models.game import Game, Presence
from games.models.player import Player

PAUSE = "pause"
# Followed by the seat that it is about: "stand-in.2".
STAND_IN = "stand-in"


def agree(game: Game, player: Player, what: str) -> None:
    """Note that a player agrees to something. The caller saves `agreed`.

    Raises:
        TableError: neither a seat nor the host, or who sits there is not here.
    """
    seat = game.seats.filter(player=player).first()
    if seat is None:
        if game.host_id != player.pk:
            raise NotSeated
        return
    if seat.presence != Presence.HERE:
        raise NotHere
    game.agreed[what] = sorted({*game.agreed.get(what, ()), seat.index})


def agreed_here(game: Game, what: str) -> tuple[int, int]:
    """Return how many players of those who are here agree, and how many are here."""
    here = game.seats.filter(presence=Presence.HERE, bot="")
    indices = set(here.values_list("index", flat=True))
    return len(indices & set(game.agreed.get(what, ()))), len(indices)


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
