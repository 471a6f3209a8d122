"""Ends a table: no move is due any more, and its record is closed."""

from games.models.game import Game
from games.play import journal
from games.play.schedule import DUES

# The columns that `close_table` sets besides the head hash.
AT_REST = ("paused_at", "agreed", *DUES)


def close_table(game: Game) -> None:
    """Drop what was due at a table that has just ended, and close its record.

    A table closed in the lobby has no record. The caller holds the lock on the game row
    and saves AT_REST and the head hash.
    """
    game.dues, game.due_at, game.paused_at, game.agreed = [], None, None, {}
    if game.start_hash:
        journal.write_closing(game, list(game.seats.order_by("index")))
