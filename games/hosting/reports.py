"""Reports players to staff, and bans players for a time."""

from contextlib import suppress
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.errors import Refused, TableError
from games.hosting.seats import leave_table, seat_at
from games.models.archive import Report, ReportReason
from games.models.player import Player
from games.play.selectors import get_running_games_for
from games.play.transaction import locked_game
from games.players.identity import note_session_end


def report(
    code: str, reporter: Player, index: int, reason: ReportReason, expected: str = ""
) -> None:
    """Report the player of another seat; a second report changes nothing.

    `expected` is as in games.hosting.seats.show_out.

    Raises:
        TableError: the reporter has no seat, or the other seat has no player or
            another one than expected.
    """
    with locked_game(code) as game:
        if not game.seats.filter(player=reporter).exists():
            raise TableError(Refused.NOT_SEATED)
        seat = seat_at(game, index, expected)
        if seat.player_id is None or seat.player_id == reporter.pk:
            raise TableError(Refused.SEAT_NOT_FOUND)
        Report.objects.get_or_create(
            game=game,
            reporter=reporter,
            reported_id=seat.player_id,
            defaults={"name": seat.name, "reason": reason},
        )


def mark_done(reports: QuerySet[Report]) -> None:
    """Take these reports off the queue."""
    reports.filter(handled_at=None).update(handled_at=timezone.now())


def ban(player: Player, until: datetime | None) -> None:
    """Ban a player until this time, or lift the ban; stand-ins play on.

    Of two bans the longer one counts. After the ban, the player may return to a game
    that still runs.
    """
    player.banned_until = until and max(until, player.banned_until or until)
    player.save(update_fields=["banned_until"])
    if until is not None:
        for game in get_running_games_for(player):
            # The game may have ended meanwhile, or the player is its host without seat.
            with suppress(TableError):
                leave_table(game.code, player)
    note_session_end([player.pk])
