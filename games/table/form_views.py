"""Handles forms at a table: checks them, acts on them and answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.errors import NoSuchTable, Refusal, Refused, TableError, require_found
from games.models import Player
from games.players.identity import get_or_create_player_for, get_player_for
from games.players.limits import JOINS, enforce
from games.players.names import clean_name
from games.players.requests import SiteRequest
from games.table.page.refusals import note_refusal
from games.table.page.responses import answer, table_view_for
from runtime.addresses import read_client_address

type View = Callable[[SiteRequest, str], HttpResponse]
# Gets the request, the code and the fields of the form.
type Act = Callable[[SiteRequest, str, dict[str, Any]], None]


def post_at_table(view: View) -> View:
    """Restrict a view to POST; redirect other requests to the table.

    Browsers send a GET when they reload the address of a refused form.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def wrapped(request: SiteRequest, code: str) -> HttpResponse:
        return (
            view(request, code)
            if request.method == "POST"
            else go_to(request, build_table_address(code))
        )

    return wrapped


def at_table(
    form_class: type[Form] = Form, leads_to: Callable[[str], str] | None = None
) -> Callable[[Act], View]:
    """Make a view of a function that acts on the fields of a valid form.

    The view answers with the table and the refusal, if any. `leads_to` returns the
    address of another page: after a seat was taken or left, the open page belongs to a
    viewer that no longer exists.
    """

    def make_view(act: Act) -> View:
        @post_at_table
        @wraps(act)
        def view(request: SiteRequest, code: str) -> HttpResponse:
            form = form_class(request.POST)
            try:
                _check(form)
                act(request, code, form.cleaned_data)
            except NoSuchTable as error:
                raise Http404 from error
            except TableError as error:
                refusal = note_refusal(error)
                return answer(request, table_view_for(request, code), refusal)
            except ValidationError as error:
                refusal = Refusal(" ".join(error.messages), status=422)
                return answer(request, table_view_for(request, code), refusal)
            if request.htmx and leads_to is None:
                return answer(request, table_view_for(request, code))
            return go_to(request, (leads_to or build_table_address)(code))

        return view

    return make_view


def refuse(request: SiteRequest, error: TableError) -> HttpResponse:
    """Return a page with the reason of a refusal."""
    context, status = {"sentence": error.refusal.sentence}, error.refusal.status
    return render(request, "games/table/refused.html", context, status=status)


def require_player(request: SiteRequest) -> Player:
    """Return the player of the request.

    Raises:
        TableError: the browser has no player.
    """
    return require_found(get_player_for(request), Refused.NOT_SEATED)


def act_under_name(
    request: SiteRequest, act: Callable[[Player, str], None], name: str = ""
) -> None:
    """Act for the user's player under this or the typed name; a guest gets that name.

    Raises:
        TableError: from `act`, or the address has asked too often.
        ValidationError: the name is empty, too long or not allowed.
    """
    enforce(JOINS, read_client_address(request))
    player = get_player_for(request)
    if player is None or player.is_guest:
        name = clean_name(name or request.POST.get("name"))
    else:
        name = player.name
    player = player or get_or_create_player_for(request, name)
    with named(request, name):
        act(player, name)


@contextmanager
def named(request: SiteRequest, name: str | None) -> Iterator[None]:
    """Give a guest this name, also for later tables; after a refusal the old one.

    The block changes a table in the same transaction, so no update of the table has
    the old name.
    """
    with transaction.atomic():
        get_or_create_player_for(request, name)
        yield


def go_to(request: SiteRequest, address: str) -> HttpResponse:
    """Redirect to an address, with a header for htmx."""
    redirect_to = HttpResponseClientRedirect if request.htmx else HttpResponseRedirect
    response = redirect_to(address)
    patch_vary_headers(response, ["HX-Request"])
    return response


def build_table_address(code: str) -> str:
    return reverse("table", args=[code])


def _check(form: Form) -> None:
    if not form.is_valid():
        raise ValidationError(
            [
                _name_field(form, field, message)
                for field, messages in form.errors.items()
                for message in messages
            ]
        )


def _name_field(form: Form, field: str, message: object) -> str:
    # The message appears at the head of the page, not beside its field.
    label = form.fields[field].label if field in form.fields else None
    return f"{label}: {message}" if label else str(message)
