"""Subscribes the browsers of seated players to notices (games.play.notices)."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import get_language

from games.errors import TableError
from games.models import Player
from games.play.notices import NOTICES, read_notified, subscribe, unsubscribe
from games.play.selectors import TableView
from games.players.limits import SUBSCRIPTIONS, enforce
from games.players.requests import SiteRequest
from games.table.form_views import post_at_table, require_player
from games.table.page.refusals import note_refusal
from games.table.page.regions import Region, build_region
from games.table.page.responses import answer, table_view_for
from games.table.subject import OwnPlace, Subject
from runtime.outgoing import ADDRESS
from runtime.web_push import get_public_key


class NoticeForm(forms.Form):
    """A browser as it presents itself, and whether it wants notices."""

    wanted = forms.ChoiceField(choices=[("on", ""), ("off", "")])
    endpoint = forms.RegexField(ADDRESS, max_length=1000, strip=False)
    # A point of 65 bytes and a secret of 16, in base64url.
    p256dh = forms.RegexField("^[A-Za-z0-9_-]{87}=?$")
    auth = forms.RegexField("^[A-Za-z0-9_-]{22}(==)?$")


@post_at_table
def change_notices(request: SiteRequest, code: str) -> HttpResponse:
    """Start or end the notices to the browser of a seated player."""
    table_view = table_view_for(request, code)
    form = NoticeForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    browser = form.cleaned_data
    try:
        player = require_player(request)
        enforce(SUBSCRIPTIONS, player.pk)
        if browser.pop("wanted") == "on":
            subscribe(code, player, get_language() or "en", **browser)
            request.session[NOTICES] = browser["endpoint"]
        else:
            unsubscribe(player, browser["endpoint"])
    except TableError as error:
        return answer(request, table_view, note_refusal(error))
    return HttpResponse(status=204)


def _show_button(table_view: TableView) -> Region | None:
    """Return the button that subscribes a seated player's browser."""
    if table_view.viewer < 0:
        return None
    code, key = table_view.table.code, get_public_key()
    return build_region("notices", "notices.html", code=code, key=key)


def _export(player: Player) -> dict[str, Any]:
    browsers = player.subscriptions.values("endpoint", "language", "created")
    return {"notices": list(browsers)}


def _adopt(guest: Player, player: Player) -> None:
    guest.subscriptions.update(player=player)


SUBJECT = Subject(
    urls=(path("t/<str:code>/notices/", change_notices, name="notices"),),
    read_fact=read_notified,
    own={OwnPlace.SEAT: _show_button},
    export=_export,
    adopt=_adopt,
)
