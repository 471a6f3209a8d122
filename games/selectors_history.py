"""Reads of what a player has played, for their own eyes."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Game, Player, Seat, TablePhase

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game as its player knows it; a host without a seat has no investigator."""

    code: str
    phase: TablePhase
    opened_at: datetime
    ended_at: datetime | None
    is_host: bool
    investigator: str
    points: int | None
    is_winner: bool
    others: tuple[str, ...]

    @property
    def is_running(self) -> bool:
        return self.ended_at is None


def get_games_of(player: Player) -> list[PlayedGame]:
    """Return a player's games: those that run on top, then the newest first.

    The names of others are empty where somebody was removed.
    """
    rows = (
        _games_of(player).prefetch_related("seats").order_by("-opened_at")[:MOST_SHOWN]
    )
    games = [_played(game, player) for game in rows]
    return sorted(games, key=lambda game: not game.is_running)


def _games_of(player: Player) -> QuerySet[Game]:
    seated = Seat.objects.filter(player=player).values("game")
    return Game.objects.filter(Q(pk__in=seated) | Q(host=player))


def _played(game: Game, player: Player) -> PlayedGame:
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    return PlayedGame(
        code=game.code,
        phase=TablePhase(game.phase),
        opened_at=game.opened_at,
        ended_at=game.ended_at,
        is_host=game.host_id == player.pk,
        investigator=mine.investigator if mine else "",
        points=mine.points if mine else None,
        is_winner=bool(mine and mine.winner),
        others=tuple(seat.name for seat in seats if seat is not mine),
    )
