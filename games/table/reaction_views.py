"""A bark or a paw to everybody at the table."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games.errors import TableError
from games.players.identity import get_player_for
from games.table.reactions import react
from games.table.refusals import refusal_of
from games.table.responses import answer, scene_for


@require_POST
def send_reaction(request: HttpRequest, code: str) -> HttpResponse:
    """Show everybody a reaction; the answer of htmx is empty, that of a form a page."""
    scene = scene_for(request, code)
    try:
        react(scene, get_player_for(request), request.POST.get("reaction", ""))
    except TableError as error:
        return answer(request, scene, refusal_of(error))
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    return answer(request, scene)
