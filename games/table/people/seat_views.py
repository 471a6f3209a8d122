"""The acts of `/t/<code>/seat/`: one's own seat, and others' seats for their host.

Each has an address and a form of its own. The address above them finds the act by the
fields that are filled.
"""

from typing import Any, cast

from django import forms
from django.http import HttpResponse
from django.urls import path, resolve, reverse
from django.utils.translation import gettext_lazy as _

from games.errors import Refusal
from games.labels import INVESTIGATOR_NAMES
from games.players.requests import SiteRequest
from games.rules.editions import Investigator
from games.table.form_views import (
    at_table,
    named,
    post_at_table,
    require_player,
)
from games.table.lobby import starting
from games.table.lobby.forms import KeyField, NameField, SeatChoiceForm, SeatField
from games.table.page.responses import answer, table_view_for
from games.table.people import asking, kept_out, seats


class ReadyForm(forms.Form):
    """Whether the player is ready for the next game."""

    ready = forms.ChoiceField(choices=[("on", ""), ("off", "")])


class SeatNameForm(forms.Form):
    """A new name for the own seat."""

    name = NameField()


class InvestigatorForm(forms.Form):
    """Another dog for the own seat."""

    investigator = forms.ChoiceField(choices=list(INVESTIGATOR_NAMES.items()))


class PlaceForm(SeatChoiceForm):
    """A new place in the clockwise order for a seat."""

    place = SeatField()


class RemovalForm(SeatChoiceForm):
    """The seat whose player has to go; `always`: from all tables of the host."""

    always = forms.BooleanField(required=False)


class BackForm(forms.Form):
    """The removed player who may come back."""

    back = KeyField()


class AskerForm(forms.Form):
    """A latecomer who asks for a seat."""

    asker = KeyField()


class AskerSeatForm(AskerForm):
    """A latecomer and a seat."""

    seat = SeatField()


@at_table(ReadyForm)
def change_readiness(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Say that the user is ready for the game, or not."""
    is_ready = asked["ready"] == "on"
    starting.set_ready(code, require_player(request), is_ready=is_ready)


@at_table(SeatNameForm)
def rename(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Change the name at the user's seat."""
    player = require_player(request)
    with named(request, asked["name"]):
        seats.rename_seat(code, player, asked["name"])


@at_table(InvestigatorForm)
def change_investigator(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Change the dog of the user's seat."""
    investigator = Investigator(asked["investigator"])
    seats.change_investigator(code, require_player(request), investigator)


@at_table(PlaceForm)
def move(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Move a seat in the clockwise order. Host only."""
    places = asked["seat"], asked["place"], asked["expected"]
    seats.move_seat(code, require_player(request), *places)


@at_table(RemovalForm)
def show_out(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Remove a player from the table. Host only."""
    kept_out.show_out(
        code,
        require_player(request),
        asked["seat"],
        asked["expected"],
        always=asked["always"],
    )


@at_table(BackForm)
def let_in(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Let a removed player in again. Host only."""
    kept_out.let_in(code, require_player(request), asked["back"])


@at_table(AskerSeatForm)
def give(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Give a latecomer a seat with the next round. Host only."""
    asking.give_seat(code, require_player(request), asked["seat"], asked["asker"])


@at_table(AskerSeatForm)
def agree_to_play_now(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Vote for a latecomer who takes a seat at once, with its clue."""
    voter, seat = require_player(request), asked["seat"]
    asking.agree_to_play_now(code, voter, seat, asked["asker"])


@at_table(AskerForm)
def decline(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Refuse a latecomer, or take a promised seat back."""
    asking.decline(code, require_player(request), asked["asker"])


@at_table()
def decline_all(request: SiteRequest, code: str, _asked: dict[str, Any]) -> None:
    """Refuse all who ask for a seat. Host only."""
    asking.decline_all(code, require_player(request))


# The fields that have to be filled for each act, and the name of its address; the first
# that fits is meant. An act without a seat is meant only where no seat is named.
_ACTS = [
    ({"seat", "asker", "now"}, "seat-now"),
    ({"seat", "asker"}, "seat-give"),
    ({"seat", "out"}, "seat-out"),
    ({"watcher", "out"}, "keep-out"),
    ({"seat", "place"}, "seat-place"),
    ({"ready"}, "seat-ready"),
    ({"name"}, "seat-name"),
    ({"asker"}, "seat-decline"),
    ({"nobody"}, "seat-decline-all"),
    ({"back"}, "seat-back"),
    ({"investigator"}, "seat-investigator"),
]


@post_at_table
def pass_on(request: SiteRequest, code: str) -> HttpResponse:
    """Answer as the act does whose fields are filled."""
    filled = {name for name, value in request.POST.items() if value}
    for fields, name in _ACTS:
        if fields <= filled and ("seat" in fields) == ("seat" in filled):
            act = resolve(reverse(name, args=[code])).func
            return cast(HttpResponse, act(request, code))
    refusal = Refusal(_("Choose what to change."), status=422)
    return answer(request, table_view_for(request, code), refusal)


# Below `/t/<code>/seat/`.
urlpatterns = [
    path("", pass_on, name="seat"),
    path("ready/", change_readiness, name="seat-ready"),
    path("name/", rename, name="seat-name"),
    path("investigator/", change_investigator, name="seat-investigator"),
    path("place/", move, name="seat-place"),
    path("out/", show_out, name="seat-out"),
    path("back/", let_in, name="seat-back"),
    path("give/", give, name="seat-give"),
    path("now/", agree_to_play_now, name="seat-now"),
    path("decline/", decline, name="seat-decline"),
    path("decline-all/", decline_all, name="seat-decline-all"),
]
