"""Reports players to staff, who ban them, remove names, or end a stuck game."""

from contextlib import suppress
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused, TableError, refuse_if, require_found
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
from games.play.selectors import get_running_games_for
from games.play.transaction import locked_game, mark_changed, require_playing
from games.players.identity import note_session_end
from games.players.requests import SiteRequest
from games.table.bets import get_watcher
from games.table.form_views import at_table, build_table_address, require_player
from games.table.lobby.ending import abandon
from games.table.lobby.forms import KeyField, SeatChoiceForm, SeatField
from games.table.people.holders import (
    anonymise_holder,
    empty_seat,
    end_promise_to,
    get_seat_at,
)
from games.table.people.seats import leave_table
from games.table.subject import Subject


def report(
    code: str,
    reporter: Player,
    reason: str,
    *,
    seat: int | None = None,
    expected: str = "",
    watcher: int | None = None,
) -> None:
    """Report the player of another seat, or a watcher by a guess; once only.

    `expected` is the investigator or the key that the reporter saw in the seat.

    Raises:
        TableError: the reporter has no seat, or the other seat has no player or
            another one than expected, or no such guess is known.
    """
    with locked_game(code) as game:
        refuse_if(not game.seats.filter(player=reporter).exists(), Refused.NOT_SEATED)
        if seat is None:
            reported = get_watcher(game, watcher or 0)
            name = reported.name
        else:
            row = get_seat_at(game, seat, expected)
            reported = require_found(row.player, Refused.SEAT_NOT_FOUND)
            name = row.name
        refuse_if(reported == reporter, Refused.SEAT_NOT_FOUND)
        Report.objects.get_or_create(
            game=game,
            reporter=reporter,
            reported=reported,
            defaults={"name": name, "reason": reason},
        )


def mark_done(reports: QuerySet[Report] | QuerySet[WrongSentence]) -> None:
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
        for row in player.bystanders.exclude(promised_seat=None):
            with locked_game(row.game.code) as game:
                end_promise_to(game, player.pk)
                mark_changed(game)
    note_session_end([player.pk])


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
        empty_seat(game, get_seat_at(game, index, ""))
        _note(game, staff, StaffActKind.NAME_REMOVED, index)


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


class ReportForm(SeatChoiceForm):
    """The seat of a player or the guess of a watcher, and the reason to report them."""

    seat = SeatField(required=False)
    watcher = KeyField(required=False)
    reason = forms.ChoiceField(choices=ReportReason.choices)

    def clean(self) -> dict[str, Any]:
        """Check that the form names one person.

        Raises:
            ValidationError: it names neither a seat nor a watcher, or both.
        """
        asked = self.cleaned_data
        if (asked.get("seat") is None) == (asked.get("watcher") is None):
            raise ValidationError(_("Choose what to change."))
        return asked


@at_table(ReportForm, build_table_address)
def send_report(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Report another player to staff."""
    report(code, require_player(request), **asked)
    messages.success(request, _("Reported to the people who run this server."))


def _export(player: Player) -> dict[str, Any]:
    """Return the reports by a player and about them; these lack their authors."""
    table, fields = F("game__code"), ("name", "reason", "made_at")
    return {
        "reports": list(player.reports.values(*fields, table=table)),
        "reports_made": list(player.reports_made.values(*fields, table=table)),
    }


def _adopt(guest: Player, player: Player) -> None:
    others = guest.reports.exclude(reporter=player)
    others.exclude(game__reports__reported=player).update(reported=player)
    made = guest.reports_made.exclude(reported=player)
    made.exclude(game__reports__reporter=player).update(reporter=player)


SUBJECT = Subject(
    urls=(path("t/<str:code>/report/", send_report, name="report"),),
    export=_export,
    adopt=_adopt,
)
