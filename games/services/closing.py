"""Closes a table that does not come to its end."""

from django.utils import timezone

from games.models.game import Game, Reason, TablePhase
from games.services import chaining
from games.services.dues import DUES
from games.services.locking import mark_changed


def abandon(game: Game) -> None:
    """Close a table as abandoned. The caller holds the lock on the game row."""
    game.phase, game.reason = TablePhase.OVER, Reason.ABANDONED
    game.ended_at = timezone.now()
    game.dues, game.due_at, game.paused_at = [], None, None
    chaining.close_chain(game)
    closed = ("phase", "reason", "ended_at", "head_hash", "paused_at")
    mark_changed(game, *closed, *DUES)
