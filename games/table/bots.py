"""Seats bots in a lobby, and deals a game against two of them.

The bots themselves are in games.deduction.bots.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.deduction.bots.characters import BRUNO, CHARACTERS, PIP, ROXY
from games.errors import Refused, TableError, refuse_if
from games.labels import BOT_FACES, investigator_name, name_of_bot
from games.models import Game, Player, Seat
from games.play.selectors import TableView, is_newcomer
from games.play.transaction import hosted_game, mark_changed, require_lobby
from games.players.identity import (
    get_player_for,
    require_opener,
)
from games.players.names import build_name_key
from games.players.requests import SiteRequest
from games.rules.editions import SEATS, Edition, FirstPlayer, Investigator
from games.table.form_views import (
    at_table,
    build_table_address,
    go_to,
    refuse,
    require_player,
)
from games.table.lobby.forms import LeaveForm
from games.table.lobby.opening import build_setup, open_table
from games.table.lobby.same_form import open_once
from games.table.lobby.starting import start_game
from games.table.page.regions import Region, build_region
from games.table.people.holders import get_seat_at, remove_seat, require_new_name
from games.table.subject import OwnPlace, Subject

_PLAYER_INVESTIGATOR = Investigator.COLOMBINI
# A player alone gets the first two bots of these with another name than their own. A
# newcomer can win the first game.
_OPPONENTS = (ROXY.name, PIP.name, BRUNO.name)
_FIRST_OPPONENTS = (PIP.name, BRUNO.name, ROXY.name)


def add_bot(code: str, host: Player, name: str) -> None:
    """Seat a bot of this character in the lobby. Host only.

    Raises:
        TableError: not the host, begun, no free seat, or a seat has the bot's name.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        seat_bots(game, [name])
        mark_changed(game)


def remove_bot(code: str, host: Player, index: int, expected: str = "") -> None:
    """Remove a bot from the lobby. Host only.

    `expected` is the investigator that the host saw in the seat; empty for any.

    Raises:
        TableError: not the host, the seat has no bot, or the game has begun.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        seat = get_seat_at(game, index, expected)
        refuse_if(not seat.bot, Refused.SEAT_MOVED)
        remove_seat(game, seat)


def seat_bots(game: Game, names: Sequence[str]) -> None:
    """Seat these bots. The caller holds the lock on the game row, or has just made it.

    Raises:
        TableError: no free seat, or a seat has a bot's name.
    """
    seats = list(game.seats.order_by("index"))
    for name in names:
        refuse_if(len(seats) >= SEATS[-1], Refused.TABLE_FULL)
        require_new_name(seats, name_of_bot(name))
        taken = {seat.investigator for seat in seats}
        kinds = (BOT_FACES[name], *Investigator)
        seat = Seat.objects.create(
            game=game,
            index=len(seats),
            name=name_of_bot(name),
            investigator=next(kind for kind in kinds if kind not in taken),
            bot=name,
        )
        seats.append(seat)


@transaction.atomic
def play_with_bots(player: Player, codes: Iterable[str] | None = None) -> Game:
    """Deal a game for a player and two bots, with one of these codes if there are any.

    Raises:
        TableError: no free table code was found.
    """
    game = open_table(
        player,
        build_setup(Edition.DEVIR) | {"first_player": FirstPlayer.LOT.value},
        codes,
    )
    # A guest without a name is called by the dog, and "you" on the own page.
    name = player.name or investigator_name(_PLAYER_INVESTIGATOR)
    Seat.objects.create(
        game=game, index=0, player=player, name=name, investigator=_PLAYER_INVESTIGATOR
    )
    taken = build_name_key(name)
    bots = _FIRST_OPPONENTS if is_newcomer(player) else _OPPONENTS
    others = [each for each in bots if build_name_key(name_of_bot(each)) != taken]
    seat_bots(game, others[:2])
    start_game(game.code, player)
    return game


class BotForm(LeaveForm):
    """The character of a bot to add, or the seat of a bot to remove."""

    seat = forms.IntegerField(required=False, min_value=0, max_value=SEATS[-1] - 1)
    expected = forms.CharField(required=False, max_length=10)

    def clean(self) -> dict[str, Any]:
        """Check that the form asks for one of the two.

        Raises:
            ValidationError: it names neither a character nor a seat, or both.
        """
        asked = self.cleaned_data
        if bool(asked.get("bot")) == (asked.get("seat") is not None):
            raise ValidationError(_("Choose what to change."))
        return asked


@at_table(BotForm)
def change_bots(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Add or remove a bot. Host only."""
    player = require_player(request)
    if asked["bot"]:
        add_bot(code, player, asked["bot"])
    else:
        remove_bot(code, player, asked["seat"], asked["expected"])


@require_http_methods(["GET", "HEAD", "POST"])
def start_with_bots(request: SiteRequest) -> HttpResponse:
    """Deal a game for the user and two bots, and redirect to it."""
    if request.method != "POST":
        return redirect("home")
    try:
        require_opener(get_player_for(request))
        game = open_once(request, play_with_bots)
    except TableError as error:
        return refuse(request, error)
    return go_to(request, build_table_address(game.code))


class Bots(NamedTuple):
    """The characters that the host may still add; empty for other viewers."""

    code: str
    free: tuple[str, ...]


def _build_bots(table_view: TableView) -> Bots:
    table = table_view.table
    may_add = table_view.is_host and len(table.seats) < SEATS[-1]
    names = {build_name_key(seat.name) for seat in table.seats}
    free = (
        each for each in CHARACTERS if build_name_key(name_of_bot(each)) not in names
    )
    return Bots(table.code, tuple(free) if may_add else ())


def _show_bots(table_view: TableView) -> Region:
    return build_region("bots", "_bots.html", bots=_build_bots(table_view))


SUBJECT = Subject(
    urls=(
        path("bots/", start_with_bots, name="play-with-bots"),
        path("t/<str:code>/bots/", change_bots, name="bots"),
    ),
    own={OwnPlace.LOBBY: _show_bots},
)
