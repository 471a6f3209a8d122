"""Counts the votes for a pause and for a stand-in.

The host decides alone. A pause stops every limit: a paused table has no due move.
"""

from datetime import timedelta

from games.errors import Refused, TableError
from games.live import clock
from games.models.game import Game, Presence
from games.models.player import Player
from games.play.schedule import DUES, set_dues
from games.play.transaction import locked_game, mark_changed, require_playing

PAUSE = "pause"
# The seat in question follows: "stand-in.2".
STAND_IN = "stand-in"


def agree(game: Game, player: Player, what: str) -> None:
    """Count a player's vote for a proposal. The caller saves `agreed`.

    A host without a seat has no vote to count.

    Raises:
        TableError: neither seated nor the host, or the player is away.
    """
    seat = game.seats.filter(player=player).first()
    if seat is None:
        if game.host_id != player.pk:
            raise TableError(Refused.NOT_SEATED)
        return
    if seat.presence != Presence.HERE:
        raise TableError(Refused.NOT_HERE)
    game.agreed[what] = sorted({*game.agreed.get(what, ()), seat.index})


def agreed_here(game: Game, what: str) -> tuple[int, int]:
    """Return the votes of the present players, and the number of present players."""
    here = game.seats.filter(presence=Presence.HERE, bot="")
    indices = set(here.values_list("index", flat=True))
    return len(indices & set(game.agreed.get(what, ()))), len(indices)


def withdraw(game: Game, seat: int) -> None:
    """Delete the votes of a seat and the votes about it.

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
    """Vote to pause or resume a table. The host decides alone.

    Otherwise it takes the votes of all present players.

    Raises:
        TableError: not in play, no seat, or the player is away.
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
        _suspend(game) if pauses else _resume(game)
        mark_changed(game, "agreed", "paused_at", *DUES)


def _suspend(game: Game) -> None:
    game.paused_at = clock.now()
    game.due_at = None


def _resume(game: Game) -> None:
    """Resume the table, and postpone every due move by the length of the pause."""
    paused_at, game.paused_at = game.paused_at, None
    pause = clock.now() - paused_at if paused_at else timedelta()
    dues = map(clock.DueMove.from_dict, game.dues)
    set_dues(game, [due.later(pause) for due in dues])
