"""A pause stops every limit: nothing is due while a table pauses."""

from datetime import timedelta

from games.live import clock
from games.models.game import Game
from games.models.player import Player
from games.services.agreeing import PAUSE, agree, agreed_here
from games.services.dues import DUES, set_dues
from games.services.locking import locked_game, mark_changed, require_playing


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
    dues = map(clock.Due.from_dict, game.dues)
    set_dues(game, [due.later(pause) for due in dues])
