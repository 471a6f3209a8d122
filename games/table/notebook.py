"""A player's private notebook, the likeliest suspects, and the hint of a first game.

The notebook is a grid: the ten sides by the other seats. Its crosses, its chances and
the hint are inferred from the viewer's own observation alone. A mark publishes no
change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.deduction.chances import Thoughts, think
from games.errors import Refusal, Refused, TableError, refuse_if
from games.labels import join_sides, name_of_seat, side_name
from games.models import Mark, Note, Player, Round, Seat, TablePhase
from games.play.selectors import TableView
from games.play.snapshot import Table
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.rules.editions import SEATS, NotebookMode
from games.rules.observe import Observation
from games.rules.state import Phase
from games.rules.suspects import Side, Suspect, list_matching_sides
from games.table.page.refusals import note_refusal
from games.table.page.regions import Region, build_region
from games.table.page.responses import (
    answer,
    answer_part,
    may_have_hints,
    table_view_for,
)
from games.table.page.status import format_percent, to_percent
from games.table.subject import OwnPlace, Subject
from runtime.threads import Kind, runs_on


class NoNotebook(Enum):
    """Why a notebook is refused."""

    NO_NOTEBOOK = Refusal(
        gettext_lazy("No notebooks at this table: trust your memory.")
    )


def get_marks_for(table: Table, player: Player | None) -> dict[tuple[int, str], str]:
    """Return the marks in a player's notebook of this round, by other seat and side.

    Raises:
        TableError: no seat, no notebook at this table, or no round yet.
    """
    notes = Note.objects.filter(**_find_page(table, player))
    return {(note.about, note.side): note.mark for note in notes}


def mark_note(
    table: Table, player: Player | None, *, about: int, side: Side, mark: Mark | None
) -> None:
    """Mark a side of another seat's clue for this round; None removes the mark.

    Raises:
        TableError: as for `get_marks_for`, or no such other seat.
    """
    page = _find_page(table, player)
    if about == page["seat"].index or about >= len(table.seats):
        raise TableError(Refused.SEAT_NOT_FOUND)
    place = page | {"about": about, "side": side}
    if mark is None:
        Note.objects.filter(**place).delete()
    else:
        Note.objects.update_or_create(**place, defaults={"mark": mark})


def _find_page(table: Table, player: Player | None) -> dict[str, Any]:
    seat = Seat.objects.filter(game=table.pk, player=player).first() if player else None
    refuse_if(seat is None, Refused.NOT_SEATED)
    refuse_if(table.settings.notebook == NotebookMode.OFF, NoNotebook.NO_NOTEBOOK)
    attempt = Round.objects.filter(game=table.pk).last()
    refuse_if(attempt is None, Refused.NOT_STARTED)
    return {"seat": seat, "round": attempt}


# The mark after a tap: empty, ruled out, likely, empty.
_NEXT = {"": Mark.NO.value, Mark.NO.value: Mark.YES.value, Mark.YES.value: ""}
# The number of suspects that are listed as the likeliest.
_MOST = 5
_THINKING = (NotebookMode.AUTO, NotebookMode.ODDS)


@dataclass(frozen=True, slots=True)
class SuspectChance:
    """A suspect's probability of being the chief, in per cent."""

    suspect: Suspect
    percent: int


def choose_likeliest(chances: Mapping[Suspect, float]) -> tuple[SuspectChance, ...]:
    """Return the most likely suspects in order, without the impossible ones."""
    best = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(
        SuspectChance(suspect, to_percent(chance))
        for suspect, chance in best[:_MOST]
        if chance
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """A side that a seat's clue may show.

    `odds` is the probability in per cent, if the notebook shows it.
    """

    about: int
    side: str
    mark: str
    name: str
    is_impossible: bool = False
    odds: int | None = None

    @property
    def after(self) -> str:
        """Return the mark after the next tap."""
        return _NEXT[self.mark]

    @property
    def label(self) -> str:
        """Return the accessible name: seat, side and the viewer's knowledge."""
        about = f"{name_of_seat(self.name)}, {side_name(self.side)}"
        if self.is_impossible:
            known = [_("impossible")]
        else:
            known = [str(Mark(self.mark).label)] if self.mark else []
            known += [] if self.odds is None else [format_percent(self.odds)]
        return ": ".join([about, *known])


def present_notebook(
    table_view: TableView, marks: dict[tuple[int, str], str]
) -> dict[str, Any]:
    """Return the notebook of a seated viewer; `marks` is keyed by seat and side.

    It has the other seats' names and investigators, and a row for each side.
    `suspects` holds the most likely ones, empty unless the notebook shows
    probabilities. `is_void` says that the cards contradict each other.
    """
    table, thoughts = table_view.table, _build_thoughts(table_view)
    kind = table.settings.notebook
    others = [seat for seat in table.seats if seat.index != table_view.viewer]
    chances = thoughts.suspects if thoughts and kind == NotebookMode.ODDS else {}
    thinks = kind in _THINKING
    return {
        "code": table.code,
        # A column is no wider than a first name.
        "others": [
            (name_of_seat(seat.name).partition(" ")[0], seat.investigator)
            for seat in others
        ],
        "rows": [
            (
                side.value,
                [
                    _build_cell(table_view, s.index, side, marks, thoughts)
                    for s in others
                ],
            )
            for side in Side
        ],
        "thinks": thinks,
        "suspects": choose_likeliest(chances),
        "is_void": thinks and table_view.observation is not None and thoughts is None,
    }


def _build_thoughts(table_view: TableView) -> Thoughts | None:
    if (
        table_view.table.settings.notebook not in _THINKING
        or table_view.observation is None
    ):
        return None
    return think(table_view.observation)


def _build_cell(
    table_view: TableView,
    about: int,
    side: Side,
    marks: Mapping[tuple[int, str], str],
    thoughts: Thoughts | None,
) -> Cell:
    chance = thoughts.clues[about].get(side, 0) if thoughts else 0
    shows_odds = table_view.table.settings.notebook == NotebookMode.ODDS and chance
    return Cell(
        about,
        side,
        marks.get((about, side), ""),
        table_view.table.seats[about].name,
        is_impossible=thoughts is not None and not chance,
        odds=to_percent(chance) if shows_odds else None,
    )


def build_hint(table_view: TableView) -> str:
    """Return the hint in a sentence, empty if there is nothing to infer.

    It names no suspect, because it may stand for a moment longer than the card. A
    closed discard counts only while it is shown: remembering it is the player's part.
    """
    observation, viewer = table_view.observation, table_view.viewer
    if observation is None or not may_have_hints(table_view):
        return ""
    if (
        observation.phase is not Phase.SUSPECTS
        or observation.drawn is None
        or observation.placing
    ):
        return ""
    if observation.drawn_by is None or observation.drawn_by == viewer:
        return ""
    possible = _list_possible_clues(observation, observation.drawn_by)
    if observation.drawn not in observation.seats[observation.drawn_by].line:
        ruled_out = list_matching_sides(observation.drawn)
        possible = [side for side in possible if side not in ruled_out]
    name = name_of_seat(table_view.table.seats[observation.drawn_by].name)
    return _describe_clue(name, possible)


def _list_possible_clues(observation: Observation, seat: int) -> list[Side]:
    """Return the sides that the face-up cards leave for a seat's clue."""
    thoughts = think(observation)
    return [side for side in Side if side in thoughts.clues[seat]] if thoughts else []


def _describe_clue(name: str, possible: Sequence[Side]) -> str:
    if not possible:
        return ""
    if len(possible) == 1:
        words = _("%(name)s's clue: %(sides)s!")
    else:
        words = _("%(name)s's clue is one of these: %(sides)s.")
    return words % {"name": name, "sides": join_sides(possible)}


class MarkForm(forms.Form):
    """A tap on the notebook: `<seat>.<side>.<mark>`, where the mark may be empty."""

    mark = forms.RegexField(rf"^[0-{SEATS[-1] - 1}]\.[a-z-]+\.[a-z]*$", max_length=30)


@require_http_methods(["GET", "HEAD", "POST"])
def notebook(request: SiteRequest, code: str) -> HttpResponse:
    """Show the viewer's notebook; a POST marks a cell first."""
    table_view, player = table_view_for(request, code), get_player_for(request)
    try:
        if request.method == "POST":
            about, side, mark = _read_tap(request)
            mark_note(table_view.table, player, about=about, side=side, mark=mark)
        marks = get_marks_for(table_view.table, player)
    except TableError as error:
        return answer(request, table_view, note_refusal(error))
    if request.method == "POST" and not request.htmx:
        return redirect("notebook", table_view.table.code)
    context = {"it": present_notebook(table_view, marks)}
    return answer_part(request, "table/notebook", context)


@runs_on(Kind.SEARCHES)
@require_safe
@cache_control(no_store=True)
def hint(request: SiteRequest, code: str) -> HttpResponse:
    """Return the hint of the last card for the viewer, a sentence or none."""
    sentence = build_hint(table_view_for(request, code))
    return render(request, "games/table/_hint.html", {"sentence": sentence})


def _read_tap(request: SiteRequest) -> tuple[int, Side, Mark | None]:
    form = MarkForm(request.POST)
    refuse_if(not form.is_valid(), Refused.MOVE_MALFORMED)
    about, side, mark = form.cleaned_data["mark"].split(".")
    try:
        return int(about), Side(side), Mark(mark) if mark else None
    except ValueError as error:
        raise TableError(Refused.MOVE_MALFORMED) from error


def _show_tool(table_view: TableView) -> Region | None:
    """Return the button that opens the sheet, for a seat while cards are drawn."""
    table = table_view.table
    is_off = table.settings.notebook == NotebookMode.OFF
    is_drawing = table.phase in (TablePhase.SUSPECTS, TablePhase.LAST_CALL)
    if is_off or not is_drawing or table_view.viewer < 0 or table_view.is_replay:
        return None
    return build_region("open-notebook", "notebook.html#tool", code=table.code)


def _show_sheet(table_view: TableView) -> Region:
    code = table_view.table.code
    return build_region("notebook-sheet", "notebook.html#sheet", code=code)


SUBJECT = Subject(
    urls=(
        path("t/<str:code>/notebook/", notebook, name="notebook"),
        path("t/<str:code>/hint/", hint, name="hint"),
    ),
    own={OwnPlace.CLUE: _show_tool, OwnPlace.SHEETS: _show_sheet},
)
