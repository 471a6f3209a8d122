"""Votes to pause a table, and to let a stand-in play.

The host decides alone. A pause stops every limit: no move is due while a table pauses.
"""

from datetime import timedelta

from games.errors import NotHere, NotSeated
from games.live import clock
from games.models.game import Game, Presence
from games.models.player import Player
from games.play.schedule import DUES, set_dues
from games.play.transaction import locked_game, mark_changed, require_playing

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


def pause(code: str, player: Player, *, pauses: bool) -> None:
    """Have a table pause or go on: the host says so, or all players who are here.

    Raises:
        TableError: not in play, no seat, or away from it.
    """
    with locked_game(code) as game:
        require_playing(game)
        if pauses == (game.paused_at is not None):
            return
        agree(game, player, PAUSE)
        agreeing, here = agreed_here(game, PAUSE)
        if game.host_id != player.pk and agreeing < here:
            mark_changed(game, "agreed")
            return
        game.agreed.pop(PAUSE, None)
        _stop(game) if pauses else _go_on(game)
        mark_changed(game, "agreed", "paused_at", *DUES)


def _stop(game: Game) -> None:
    game.paused_at = clock.now()
    game.due_at = None


def _go_on(game: Game) -> None:
    """Let everything be due as much later as the table has paused."""
    paused_at, game.paused_at = game.paused_at, None
    pause = clock.now() - paused_at if paused_at else timedelta()
    dues = map(clock.DueMove.from_dict, game.dues)
    set_dues(game, [due.later(pause) for due in dues])
