"""Reads a player's games and figures for the player's own pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.models.game import Game, Seat, TablePhase
from games.models.player import Player
from games.models.round import TokenRow
from games.rules.results import AwardReason

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from its player's view; a host without a seat has no investigator."""

    code: str
    phase: TablePhase
    opened_at: datetime
    ended_at: datetime | None
    is_host: bool
    investigator: str
    points: int | None
    golds: int | None
    is_winner: bool
    others: tuple[str, ...]
    has_begun: bool

    @property
    def is_running(self) -> bool:
        return self.ended_at is None

    @property
    def has_replay(self) -> bool:
        """Return whether the player may replay the game. A host needs a seat too."""
        return self.has_begun and not self.is_running and bool(self.investigator)


@dataclass(frozen=True, slots=True)
class Catches:
    """The number of accusations of the chief, of an assistant and of an innocent."""

    chief: int = 0
    assistant: int = 0
    innocent: int = 0


@dataclass(frozen=True, slots=True)
class Career:
    """A player's totals over all finished games."""

    games: int
    wins: int
    points: int
    golds: int
    catches: Catches


def get_games_of(player: Player) -> list[PlayedGame]:
    """Return a player's games: running ones first, then the newest.

    A removed player has an empty name in `others`.
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
        golds=mine.golds if mine else None,
        is_winner=bool(mine and mine.winner),
        others=tuple(seat.name for seat in seats if seat is not mine),
        has_begun=game.started_at is not None,
    )


def get_catches_of(player: Player) -> dict[str, Catches]:
    """Count the results of a player's accusations, by code of the closed game.

    A void round is left out, because it awards no accusation.
    """
    tokens = TokenRow.objects.filter(
        round__game__seats__player=player,
        round__game__seats__index=F("seat"),
        round__game__ended_at__isnull=False,
        due__in=(AwardReason.CHIEF, AwardReason.ASSISTANT, AwardReason.INNOCENT),
    )
    counted = tokens.order_by().values_list("round__game__code", "due")
    by_game: dict[str, dict[str, int]] = {}
    for code, due, count in counted.annotate(Count("pk")):
        by_game.setdefault(code, {})[due] = count
    return {code: Catches(**catches) for code, catches in by_game.items()}


def get_career_of(player: Player, catches: Iterable[Catches]) -> Career:
    """Return a player's totals; `catches` holds those of each game."""
    played = Seat.objects.filter(
        player=player, points__isnull=False, game__is_tutorial=False
    )
    figures = played.aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(winner=True)),
        points=Coalesce(Sum("points"), 0),
        golds=Coalesce(Sum("golds"), 0),
    )
    met = list(catches)
    return Career(
        **figures,
        catches=Catches(
            chief=sum(each.chief for each in met),
            assistant=sum(each.assistant for each in met),
            innocent=sum(each.innocent for each in met),
        ),
    )
