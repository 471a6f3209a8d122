"""Opens a tutorial, moves its scripted players, and presents its step."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods

from games.errors import Refused, TableError, refuse_if
from games.labels import investigator_name
from games.models import Game, MovedBy, Player, Seat
from games.play.seam import play_scripted
from games.play.selectors import TableView
from games.play.snapshot import Table
from games.play.transaction import get_snapshot, locked_game, require_playing
from games.play.tutorial_script import (
    DEAL,
    INVESTIGATORS,
    STEPS,
    VISITOR,
    TutorialStep,
    step_at,
)
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.rules.editions import Edition, FirstPlayer
from games.table.form_views import at_table, refuse
from games.table.lobby.opening import build_setup, open_table
from games.table.lobby.same_form import open_once
from games.table.lobby.starting import start_game
from games.table.page.regions import Region, build_region
from games.table.subject import OwnPlace, Subject


@transaction.atomic
def open_tutorial(visitor: Player, codes: Iterable[str] | None = None) -> Game:
    """Open a tutorial for a visitor and deal its one round.

    It gets one of these codes if there are any.
    """
    setup = build_setup(Edition.DEVIR) | {
        "first_player": FirstPlayer.CHOSEN.value,
        "reactions": "off",
        "notebook": "off",
        "is_tutorial": True,
    }
    game = open_table(visitor, setup, codes)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            player=visitor if index == VISITOR else None,
            name=visitor.name
            if index == VISITOR and visitor.name
            else investigator_name(investigator)[:20],
            investigator=investigator,
        )
        for index, investigator in enumerate(INVESTIGATORS)
    )
    start_game(game.code, visitor, first_seat=VISITOR, deals=[DEAL])
    return game


def go_on(code: str, visitor: Player | None, side: str = "") -> None:
    """Make the scripted moves of the other seats, up to the visitor's next move.

    Raises:
        TableError: not the visitor's tutorial, the visitor is to move, or the answer to
            the step's question is wrong.
    """
    with locked_game(code) as game:
        is_own = visitor is not None and game.host_id == visitor.pk
        refuse_if(not (game.is_tutorial and is_own), Refused.NOT_SEATED)
        require_playing(game)
        step = STEPS[step_at(game.move_count)]
        refuse_if(step.is_visitors or not step.moves, Refused.OFF_SCRIPT)
        if step.question and side not in ("", step.question.right):
            raise TableError(Refused.WRONG_ANSWER, sentence=step.question.hint)
        snapshot = get_snapshot(game)
        for move in step.moves:
            snapshot = play_scripted(game, snapshot, move, by=MovedBy.SCRIPT)


class Tutorial(NamedTuple):
    """The position in a tutorial; steps count from 1."""

    code: str
    step: int
    steps: int
    is_visitors: bool
    is_last: bool
    target: str
    suspect: str
    sides: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Return the explanation or instruction in the active language."""
        return str(STEPS[self.step - 1].sentence)


def find_step(table: Table) -> Tutorial:
    """Return the position of a tutorial."""
    index = step_at(table.move_count)
    step = STEPS[index]
    question = step.question
    return Tutorial(
        code=table.code,
        step=index + 1,
        steps=len(STEPS),
        is_visitors=step.is_visitors,
        is_last=index + 1 == len(STEPS),
        target=_find_target(step),
        suspect=question.suspect if question else "",
        sides=question.sides if question else (),
    )


def _find_target(step: TutorialStep) -> str:
    """Return the visitor's next tap: a side, a suspect or the draw; or empty."""
    if not step.is_visitors:
        return ""
    content = step.moves[0].to_dict()
    return str(content.get("side") or content.get("suspect") or content["move"])


@require_http_methods(["GET", "HEAD", "POST"])
def start_tutorial(request: SiteRequest) -> HttpResponse:
    """Show the tutorial's first page, or open a tutorial and redirect to it."""
    if request.method != "POST":
        return render(request, "games/table/tutorial.html")
    try:
        game = open_once(request, open_tutorial)
    except TableError as error:
        return refuse(request, error)
    return redirect("table", game.code)


@at_table()
def go_on_with_tutorial(
    request: SiteRequest, code: str, _asked: dict[str, Any]
) -> None:
    """Let the scripted players move."""
    go_on(code, get_player_for(request), request.POST.get("side", ""))


def _show_step(table_view: TableView) -> Region:
    step = find_step(table_view.table)
    return build_region("tutorial", "_tutorial.html", tutorial=step)


SUBJECT = Subject(
    urls=(
        path("tutorial/", start_tutorial, name="tutorial"),
        path("t/<str:code>/tutorial/", go_on_with_tutorial, name="tutorial-on"),
    ),
    own={OwnPlace.STEP: _show_step},
)
