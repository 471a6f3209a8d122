"""A player's notebook, a page or a fragment for htmx, and the hint of a first game."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused, TableError, refuse_if
from games.models import Mark
from games.play.notebook import get_marks_for, mark_note
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.rules.editions import SEATS
from games.rules.suspects import Side
from games.table.present.notebook import hint_of, present_notebook
from games.table.refusals import note_refusal
from games.table.responses import answer, answer_part, table_view_for


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


@require_safe
@cache_control(no_store=True)
def hint(request: SiteRequest, code: str) -> HttpResponse:
    """Return what the last card tells the viewer, in a sentence or none."""
    sentence = hint_of(table_view_for(request, code))
    return render(request, "games/table/_hint.html", {"sentence": sentence})


def _read_tap(request: SiteRequest) -> tuple[int, Side, Mark | None]:
    form = MarkForm(request.POST)
    refuse_if(not form.is_valid(), Refused.MOVE_MALFORMED)
    about, side, mark = form.cleaned_data["mark"].split(".")
    try:
        return int(about), Side(side), Mark(mark) if mark else None
    except ValueError as error:
        raise TableError(Refused.MOVE_MALFORMED) from error
