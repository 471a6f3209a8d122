"""Takes the browser of a seated player that wants notices, or forgets it."""

from django import forms
from django.http import HttpResponse
from django.utils.translation import get_language

from games.errors import TableError
from games.play.notices import subscribe, unsubscribe
from games.players.limits import SUBSCRIPTIONS, enforce
from games.players.requests import SiteRequest
from games.table.form_views import post_at_table, require_player
from games.table.refusals import note_refusal
from games.table.responses import answer, table_view_for
from runtime.outgoing import ADDRESS


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
        else:
            unsubscribe(player, browser["endpoint"])
    except TableError as error:
        return answer(request, table_view, note_refusal(error))
    return HttpResponse(status=204)
