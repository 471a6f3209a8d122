"""Reactions: five quick signs between seats, shown briefly and never stored."""

from enum import Enum, StrEnum

from django.core.cache import cache
from django.http import HttpResponse
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from games.deduction.bots.policy import Phrase
from games.errors import Refusal, Refused, TableError, refuse_if
from games.models import Player
from games.play.publish import publish_reaction
from games.play.selectors import TableView
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.rules.editions import Reactions
from games.table.page.refusals import note_refusal
from games.table.page.regions import Region, build_region
from games.table.page.responses import answer, table_view_for
from games.table.subject import OwnPlace, Subject

PAUSE = 2


class Reaction(StrEnum):
    """A bark or a paw."""

    WOOF = "woof"
    GROWL = "growl"
    HOWL = "howl"
    SNIFF = "sniff"
    PAW = "paw"

    @property
    def words(self) -> str:
        """Return the reaction in words."""
        return describe_reaction(self)


class NoReaction(Enum):
    """Why a reaction is refused."""

    NO_REACTIONS = Refusal(_("Reactions are off at this table."))
    TOO_MANY_REACTIONS = Refusal(_("One bark at a time."), 429)


_WORDS: dict[str, Promise] = {
    Reaction.WOOF: pgettext_lazy("reaction", "Woof!"),
    Reaction.GROWL: pgettext_lazy("reaction", "Grrr…"),
    Reaction.HOWL: pgettext_lazy("reaction", "Awooo!"),
    Reaction.SNIFF: pgettext_lazy("reaction", "Sniff, sniff."),
    Reaction.PAW: pgettext_lazy("reaction", "High paw!"),
    Phrase.ACCUSE_FIRST: pgettext_lazy("bot says", "I have a scent."),
    Phrase.ACCUSE_NEXT: pgettext_lazy("bot says", "And I'm following this one."),
    Phrase.ACCUSE_LAST_CALL: pgettext_lazy("bot says", "Well then: this one."),
    Phrase.CAUGHT_CHIEF: pgettext_lazy("bot says", "Got the chief!"),
    Phrase.CAUGHT_ASSISTANT: pgettext_lazy(
        "bot says", "An assistant. Better than none."
    ),
    Phrase.CAUGHT_INNOCENT: pgettext_lazy("bot says", "Sorry, puss. No hard feelings."),
    Phrase.CAUGHT_NOBODY: pgettext_lazy("bot says", "Too slow. Next time."),
    Phrase.CHIEF_HID: pgettext_lazy("bot says", "The chief never showed up."),
    Phrase.ROUND_VOID: pgettext_lazy("bot says", "A card out of place? Once more."),
}


def react(table_view: TableView, player: Player | None, wanted: str) -> None:
    """Show a player's reaction at the table, at most one every 2 s.

    Raises:
        TableError: the player has no seat, the table allows no reactions, the reaction
            is unknown, or the last one was less than 2 s ago.
    """
    refuse_if(player is None or table_view.viewer < 0, Refused.NOT_SEATED)
    if table_view.table.settings.reactions == Reactions.OFF:
        raise TableError(NoReaction.NO_REACTIONS)
    refuse_if(wanted not in set(Reaction), Refused.MOVE_MALFORMED)
    key = f"reaction.{table_view.table.pk}.{table_view.viewer}"
    if not cache.add(key, value=True, timeout=PAUSE):
        raise TableError(NoReaction.TOO_MANY_REACTIONS)
    publish_reaction(table_view.table.pk, table_view.viewer, wanted)


def describe_reaction(reaction: str) -> str:
    """Return a reaction, or a bot's phrase, in words."""
    return str(_WORDS[reaction])


@require_POST
@vary_on_headers("HX-Request")
def send_reaction(request: SiteRequest, code: str) -> HttpResponse:
    """Show a reaction at the table; only a form without htmx gets the page."""
    table_view = table_view_for(request, code)
    try:
        react(table_view, get_player_for(request), request.POST.get("reaction", ""))
    except TableError as error:
        return answer(request, table_view, note_refusal(error))
    if request.htmx:
        return HttpResponse(status=204)
    return answer(request, table_view)


def _show_tool(table_view: TableView) -> Region | None:
    """Return the button that opens the sheet, for a seat whose table has reactions."""
    is_off = table_view.table.settings.reactions == Reactions.OFF
    if is_off or table_view.viewer < 0 or table_view.is_replay:
        return None
    return build_region("open-reactions", "reactions.html#tool")


def _show_sheet(table_view: TableView) -> Region:
    template, code = "reactions.html#sheet", table_view.table.code
    return build_region("reactions", template, code=code, reactions=tuple(Reaction))


SUBJECT = Subject(
    urls=(path("t/<str:code>/reactions/", send_reaction, name="reactions"),),
    own={OwnPlace.CLUE: _show_tool, OwnPlace.SHEETS: _show_sheet},
)
