"""A bark or a paw to everybody at the table."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from games.errors import TableError
from games.players import get_player_for
from games.reactions import react
from games.refusals import refusal_of
from games.views.answers import answer, scene_for


@require_POST
@vary_on_headers("HX-Request")
def send_reaction(request: HttpRequest, code: str) -> HttpResponse:
    """Show everybody a reaction; the answer of htmx is empty, that of a form a page."""
    scene = scene_for(request, code)
    try:
        react(scene, get_player_for(request), request.POST.get("reaction", ""))
    except TableError as error:
        return answer(request, scene, refusal_of(error))
    if request.htmx:
        return HttpResponse(status=204)
    return answer(request, scene)
