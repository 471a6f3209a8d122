"""How a table's addresses answer: a page to a browser, an update to htmx."""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html

from games.errors import Refusal
from games.play import clock
from games.play.selectors import TableView, get_table_view_or_404, is_newcomer
from games.players.identity import get_player_for
from games.players.requests import SiteRequest, read_number
from games.rules.editions import NotebookMode
from games.table.page.controls import list_accusable
from games.table.page.refusals import ENTERED, render_alert
from games.table.page.regions import NOTHING_SENT, join_lines
from games.table.page.status import to_milliseconds
from games.table.page.whole import PROTOCOL, show_page
from games.table.people.idle import look_for_idle, note_sign
from games.table.subject import OwnPlace, show_own
from runtime.addresses import public_url
from runtime.restart import find_restart

_HIDDEN_FIELD = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'


def table_view_for(request: SiteRequest, code: str) -> TableView:
    """Return a table as the player of this request sees it.

    Raises:
        Http404: no such table.
    """
    table_view = get_table_view_or_404(code, get_player_for(request))
    return note_request(request, table_view)


def note_request(request: SiteRequest, table_view: TableView) -> TableView:
    """Note a request as a sign of its player; return the view after what that ends.

    A page with scripts sends GETs by itself: it tells of taps, also when it asks for an
    update, and says if it loads itself anew.
    """
    player, match = get_player_for(request), request.resolver_match
    age = read_number(request.GET.get("sign", ""), most_digits=9)
    is_poll = match is not None and match.url_name == "update"
    is_pages_own = request.htmx or is_poll or "again" in request.GET
    if request.method == "POST" or not is_pages_own:
        age = 0
    if player is not None and table_view.may_sign and age is not None:
        note_sign(table_view.table.code, player.pk, age / 1000)
    return look_for_idle(table_view, player)


def answer(
    request: SiteRequest, table_view: TableView, refusal: Refusal | None = None
) -> HttpResponse:
    """Return the table as its viewer sees it now, with why something was refused."""
    status = refusal.status if refusal else 200
    if request.htmx:
        response = answer_update(table_view, refusal, status)
    else:
        response = _answer_page(request, table_view, refusal, status)
    patch_vary_headers(response, ["HX-Request"])
    if refusal and refusal.wait:
        response.headers["Retry-After"] = str(refusal.wait)
    return response


def answer_move(request: SiteRequest, table_view: TableView) -> HttpResponse:
    """Return the mover's update, or numbers alone if the page gets it by its socket."""
    if request.headers.get("Table-Live") == "true":
        return HttpResponse(status=204, headers=_list_headers(table_view))
    return answer(request, table_view)


def answer_entered(request: SiteRequest, table_view: TableView) -> HttpResponse:
    """Return the table after an accusation that waits for the fair race (202).

    It counts in a moment. A page without scripts loads itself again in a second.
    """
    response = answer(request, table_view, ENTERED)
    if not request.htmx:
        response["Refresh"] = f"1; url={request.path.removesuffix('moves/')}"
    return response


def answer_update(
    table_view: TableView, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Return the whole table as an update, with why something was refused."""
    table = _write_partial("table", "outerMorph", show_page(table_view).render())
    alert = write_alert(refusal) if refusal else ""
    headers = _list_headers(table_view)
    return HttpResponse(alert + table, status=status, headers=headers)


def write_alert(refusal: Refusal) -> str:
    """Return the part of an answer that says why something was refused."""
    return _write_partial("alert", "innerHTML", render_alert(refusal))


def _write_partial(target: str, swap: str, html: str) -> str:
    """Return the part of an answer that htmx swaps in at the target's id."""
    # Both names are this site's own and need no escaping.
    opening = f'<hx-partial hx-target="#{target}" hx-swap="{swap}">'
    # Each morph would leave the white space around an element in the page once more.
    return f"{opening}{html.strip()}</hx-partial>"


def _list_headers(table_view: TableView) -> dict[str, Any]:
    return {"Table-Number": table_view.table.number, "Cache-Control": "no-store"}


class NewKey:
    """A key of a move, another one each time that a template writes it."""

    def __str__(self) -> str:
        return str(uuid4())


def _write_query(table_view: TableView) -> str:
    """Return the query with which the page asks for updates."""
    facts = {"display": table_view.is_display, "restart": find_restart() is not None}
    said = {name: 1 for name, is_so in facts.items() if is_so}
    return urlencode({"protocol": PROTOCOL, **said})


def _answer_page(
    request: SiteRequest, table_view: TableView, refusal: Refusal | None, status: int
) -> HttpResponse:
    now, observation = to_milliseconds(clock.now()), table_view.observation
    # Each call masks the token anew, and the copies of one compress well.
    token = get_token(request)
    # With scripts htmx sends the token in a header, and the page makes the keys and
    # counts. So no update holds any of these.
    fields = {
        "csrf_input": format_html(_HIDDEN_FIELD, token),
        "new_key": NewKey(),
        "accusable": list_accusable(observation) if observation else (),
        "now": now,
        "sent": NOTHING_SENT | (request.POST.dict() if refusal else {}),
    }
    link = public_url(request, reverse("table", args=[table_view.table.link_code]))
    page = "display" if table_view.is_display else "page"
    context = {
        "table_view": table_view,
        "table": show_page(table_view).render(**fields),
        "sheets": [
            sheet.render(**fields) for sheet in show_own(OwnPlace.SHEETS, table_view)
        ],
        "protocol": PROTOCOL,
        "query": _write_query(table_view),
        "refusal": refusal,
        "link": link,
        "tv": public_url(request, reverse("tv")),
        "csrf_token": token,
        "now": now,
        # Milliseconds between two signs that a player's page tells.
        "minute": round(clock.span(60_000).total_seconds())
        if table_view.may_sign
        else 0,
        "has_hints": _has_hints(request, table_view),
        "is_stream": "stream" in request.GET,
    }
    html = render_to_string(f"games/table/{page}.html", context, request)
    # Line breaks and indentation are 300 bytes of a first load.
    response = HttpResponse(join_lines(html), status=status)
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


def may_have_hints(table_view: TableView) -> bool:
    """Return whether this viewer plays at a table that allows a notebook."""
    table = table_view.table
    is_allowed = table.settings.notebook != NotebookMode.OFF
    return is_allowed and table_view.viewer >= 0
