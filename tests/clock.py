"""A clock that tests set: time passes only when a test says so."""

from datetime import UTC, datetime, timedelta

from games import services
from games.models.game import Game

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


class Clock:
    """The time by which everything is due."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)

    def run_out(self, game: Game) -> None:
        """Go to the time when something is due at a table, and have it made."""
        game.refresh_from_db()
        assert game.due_at is not None
        self.time = game.due_at
        services.make_due_moves(game.code)
        game.refresh_from_db()
