"""Reports and bans players; ends a stuck game or removes names for staff."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from games.errors import Refused, TableError, refuse_if
from games.models import (
    Bet,
    Game,
    Player,
    Report,
    ReportReason,
    StaffAct,
    StaffActKind,
    WrongSentence,
)
from games.play.chaining import write_act
from games.play.transaction import locked_game, mark_changed, require_playing
from games.table.bets import get_watcher
from games.table.ending import abandon
from games.table.holders import anonymise_holder, empty_seat
from games.table.recount import recount_votes
from games.table.seat_rows import get_seat_at


def report(
    code: str, reporter: Player, index: int, reason: ReportReason, expected: str = ""
) -> None:
    """Report the player of another seat; a second report changes nothing.

    `expected` is the investigator or the key that the reporter saw in the seat.

    Raises:
        TableError: the reporter has no seat, or the other seat has no player or
            another one than expected.
    """
    with locked_game(code) as game:
        refuse_if(not game.seats.filter(player=reporter).exists(), Refused.NOT_SEATED)
        seat = get_seat_at(game, index, expected)
        if seat.player is None or seat.player_id == reporter.pk:
            raise TableError(Refused.SEAT_NOT_FOUND)
        _write_report(game, reporter, seat.player, seat.name, reason)


def report_watcher(code: str, reporter: Player, bet: int, reason: ReportReason) -> None:
    """Report a watcher who has guessed; a second report changes nothing.

    Raises:
        TableError: the reporter has no seat, or no such guess is known.
    """
    with locked_game(code) as game:
        refuse_if(not game.seats.filter(player=reporter).exists(), Refused.NOT_SEATED)
        watcher = get_watcher(game, bet)
        _write_report(game, reporter, watcher, watcher.name, reason)


def _write_report(
    game: Game, reporter: Player, reported: Player, name: str, reason: ReportReason
) -> None:
    Report.objects.get_or_create(
        game=game,
        reporter=reporter,
        reported=reported,
        defaults={"name": name, "reason": reason},
    )


def mark_done(reports: QuerySet[Report] | QuerySet[WrongSentence]) -> None:
    """Take these reports off the queue."""
    reports.filter(handled_at=None).update(handled_at=timezone.now())


def end_stuck_game(code: str, staff: User) -> Game:
    """Close a stuck game as abandoned.

    Raises:
        TableError: no such table, not begun, or closed already.
    """
    with locked_game(code) as game:
        require_playing(game)
        abandon(game)
        _note(game, staff, StaffActKind.ENDED)
        return game


def remove_name(code: str, index: int, staff: User) -> None:
    """Take the player and the name off a seat; the seat stays in the record.

    Raises:
        TableError: no such table, or no such seat.
    """
    with locked_game(code) as game:
        empty_seat(get_seat_at(game, index, ""))
        _note(game, staff, StaffActKind.NAME_REMOVED, index)
        mark_changed(game)
        recount_votes(game)


def remove_former_name(code: str, place: int, staff: User) -> None:
    """Take a player and the name off this place of Game.former, for good.

    Raises:
        TableError: no such table, or no such place.
    """
    with locked_game(code) as game:
        holders = game.former_holders
        refuse_if(place >= len(holders), Refused.SEAT_NOT_FOUND)
        seat = game.seats.get(index=holders[place].seat)
        holders[place] = anonymise_holder(game, holders[place], seat.investigator)
        game.former = holders
        _note(game, staff, StaffActKind.NAME_REMOVED)
        mark_changed(game)


def remove_watcher(code: str, player: int | None, staff: User) -> None:
    """Delete the guesses of a watcher in a game, and with them the name.

    Raises:
        TableError: no such table, or this player has not guessed.
    """
    with locked_game(code) as game:
        bets = Bet.objects.filter(round__game=game, player=player)
        refuse_if(not bets.exists(), Refused.SEAT_NOT_FOUND)
        bets.delete()
        _note(game, staff, StaffActKind.NAME_REMOVED)
        mark_changed(game)


def _note(game: Game, staff: User, kind: StaffActKind, seat: int | None = None) -> None:
    act = StaffAct.objects.create(
        game=game, staff=staff, staff_name=staff.get_username(), kind=kind, seat=seat
    )
    write_act(act)
