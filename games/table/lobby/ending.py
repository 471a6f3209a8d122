"""Ends a game that cannot go on."""

from games.models import Game, Player, Reason, TablePhase
from games.play.rows import get_time_after
from games.play.schedule import close_table
from games.play.transaction import hosted_game, mark_changed, require_open


def end_game(code: str, host: Player) -> None:
    """Close a table as abandoned. Host only.

    Raises:
        TableError: not the host, or closed already.
    """
    with hosted_game(code, host) as game:
        require_open(game)
        abandon(game)


def abandon(game: Game) -> None:
    """Close a table as abandoned. The caller holds the lock on the game row."""
    game.phase, game.reason = TablePhase.OVER, Reason.ABANDONED
    game.ended_at = get_time_after(game.moved_at)
    close_table(game)
    mark_changed(game)
