"""How a table's addresses answer: a page to a browser, an update to htmx."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template.backends.utils import csrf_input
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from games.errors import Refusal
from games.live import clock
from games.play.selectors import (
    Change,
    TableView,
    get_table_view_or_404,
    is_newcomer,
)
from games.players.identity import ensure_guest_key, get_player_for
from games.players.requests import SiteRequest
from games.table.present.moves import accusable_in
from games.table.present.notebook import may_have_hints
from games.table.present.status import in_milliseconds
from games.table.present.table import present
from games.table.refusals import alert_update
from runtime.addresses import public_url
from runtime.html.update import (
    full_update,
    render_page,
    update_between,
)


def table_view_for(request: SiteRequest, code: str) -> TableView:
    """Return a table as the player of this request sees it.

    Raises:
        Http404: no such table.
    """
    return get_table_view_or_404(code, get_player_for(request))


def answer(
    request: SiteRequest,
    table_view: TableView,
    refusal: Refusal | None = None,
    before: TableView | None = None,
) -> HttpResponse:
    """Return the table as its viewer sees it now, with why something was refused.

    A page that says that it shows what was `before` gets only what differs from it.
    """
    status = refusal.status if refusal else 200
    response = _answer(request, table_view, refusal, before, status)
    patch_vary_headers(response, ["HX-Request"])
    if refusal and refusal.wait:
        response.headers["Retry-After"] = str(refusal.wait)
    return response


def answer_move(request: SiteRequest, change: Change) -> HttpResponse:
    """Return the mover's update, or numbers alone if the page gets it by its socket.

    A page that repeats a key has lost something, so it gets the update in any case.
    """
    if change.before and request.headers.get("Table-Live") == "true":
        return HttpResponse(status=204, headers=_headers_of(change.after))
    return answer(request, change.after, before=change.before)


def answer_entered(request: SiteRequest, table_view: TableView) -> HttpResponse:
    """Return the table after an accusation that waits for the fair race (202).

    It counts in a moment. A page without scripts loads itself again in a second.
    """
    response = answer(request, table_view)
    response.status_code = 202
    if not request.htmx:
        response["Refresh"] = f"1; url={request.path.removesuffix('moves/')}"
    return response


def _answer(
    request: SiteRequest,
    table_view: TableView,
    refusal: Refusal | None,
    before: TableView | None,
    status: int,
) -> HttpResponse:
    if not request.htmx:
        return _page(request, table_view, refusal, status)
    if before and request.headers.get("Table-Number") == str(before.table.number):
        return _answer_change(before, table_view)
    return answer_update(table_view, refusal, status)


def answer_update(
    table_view: TableView, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Return the whole table as an update, with why something was refused."""
    alert = alert_update(refusal) if refusal else ""
    content = alert + full_update(present(table_view))
    return HttpResponse(content, status=status, headers=_headers_of(table_view))


def _answer_change(before: TableView, table_view: TableView) -> HttpResponse:
    content = update_between(present(before), present(table_view))
    follows = {"Table-Follows": before.table.number}
    return HttpResponse(content, headers=_headers_of(table_view) | follows)


def _headers_of(table_view: TableView) -> dict[str, Any]:
    table = table_view.table
    counts = {"Table-Number": table.number, "Table-Moves": table.move_count}
    return counts | {"Cache-Control": "no-store"}


def _page(
    request: SiteRequest, table_view: TableView, refusal: Refusal | None, status: int
) -> HttpResponse:
    ensure_guest_key(request)
    now, seen = in_milliseconds(clock.now()), table_view.observation
    # For browsers without scripts: the suspects to accuse, and the seconds left.
    more = {"accusable": accusable_in(seen) if seen else (), "now": now}
    table = render_page(present(table_view), csrf_input(request), **more)
    link = public_url(request, reverse("table", args=[table_view.table.evening]))
    context = {
        "table_view": table_view,
        "table": table,
        "refusal": refusal,
        "link": link,
        "now": now,
        "has_hints": _has_hints(request, table_view),
        # A stream gives away no way in.
        "is_stream": "stream" in request.GET,
    }
    response = render(request, "games/table/page.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def answer_part(
    request: SiteRequest, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return this page, or for htmx its part of the same name; no cache keeps it."""
    part = f"#{page.rpartition('/')[2]}" if request.htmx else ""
    response = render(request, f"games/{page}.html{part}", context, status=status)
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _has_hints(request: SiteRequest, table_view: TableView) -> bool:
    player = get_player_for(request)
    return player is not None and may_have_hints(table_view) and is_newcomer(player)
