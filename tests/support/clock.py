"""A clock that tests set: time passes only when a test says so."""

from datetime import UTC, datetime, timedelta

from games.models import Game
from games.play.due_moves import make_due_moves

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


class Clock:
    """The clock by which all moves are due."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)

    def run_out(self, game: Game) -> None:
        """Go to the time of a table's next due move, and have it made."""
        game.refresh_from_db()
        assert game.due_at is not None
        self.time = game.due_at
        make_due_moves(game.code)
        game.refresh_from_db()
