"""How a table's addresses answer: a page to a browser, an update to htmx."""

import re
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.ops.addresses import public_url
from games.play.selectors import Scene, get_scene_or_404
from games.players.identity import get_player_for, remember_browser
from games.table.present.table import present
from games.table.refusals import Refusal
from games.table.render import alert_update, full_update, update_between
from games.table.render import render as render_node

_EMPTY_CSRF_FIELD = 'name="csrfmiddlewaretoken" value=""'
_EMPTY_KEY = re.compile(r'name="key" value=""')


def scene_for(request: HttpRequest, code: str) -> Scene:
    """Return what whoever asks sees of a table.

    Raises:
        Http404: no such table.
    """
    return get_scene_or_404(code, get_player_for(request))


def answer(
    request: HttpRequest,
    scene: Scene,
    refusal: Refusal | None = None,
    before: Scene | None = None,
) -> HttpResponse:
    """Return the table as its viewer sees it now, with why something was refused.

    A page that says that it shows what was `before` gets only what differs from it.
    """
    status = refusal.status if refusal else 200
    response = _answer(request, scene, refusal, before, status)
    patch_vary_headers(response, ["HX-Request"])
    if refusal and refusal.wait:
        response.headers["Retry-After"] = str(refusal.wait)
    return response


def _answer(
    request: HttpRequest,
    scene: Scene,
    refusal: Refusal | None,
    before: Scene | None,
    status: int,
) -> HttpResponse:
    if not request.htmx:
        return _page(request, scene, refusal, status)
    if before and request.headers.get("Table-Number") == str(before.table.number):
        return _answer_change(before, scene)
    return answer_update(scene, refusal, status)


def answer_update(
    scene: Scene, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Return the whole table as an update, with why something was refused."""
    content = alert_update(refusal) + full_update(present(scene))
    return HttpResponse(content, status=status, headers=_headers_of(scene))


def _answer_change(before: Scene, scene: Scene) -> HttpResponse:
    content = alert_update(None) + update_between(present(before), present(scene))
    follows = {"Table-Follows": before.table.number}
    return HttpResponse(content, headers=_headers_of(scene) | follows)


def _headers_of(scene: Scene) -> dict[str, Any]:
    return {"Table-Number": scene.table.number, "Cache-Control": "no-store"}


def _page(
    request: HttpRequest, scene: Scene, refusal: Refusal | None, status: int
) -> HttpResponse:
    remember_browser(request)
    table = _fill_forms(render_node(present(scene)), get_token(request))
    link = public_url(request, reverse("table", args=[scene.table.code]))
    context = {"scene": scene, "table": table, "refusal": refusal, "link": link}
    response = render(request, "games/table/page.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _fill_forms(html: str, token: str) -> SafeString:
    """Give every form of a page its CSRF token, and every move a key of its own.

    Pieces are shared by viewers, so they hold neither; pages with scripts send the
    token in a header and make keys themselves.
    """
    filled = html.replace(
        _EMPTY_CSRF_FIELD, format_html('name="csrfmiddlewaretoken" value="{}"', token)
    )
    return SafeString(
        _EMPTY_KEY.sub(lambda _: f'name="key" value="{uuid.uuid4()}"', filled)
    )
