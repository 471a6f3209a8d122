"""The form of a table's set-up, and the set-up in words."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models.game import Limits, NotebookMode, Reactions
from games.rules.editions import Edition
from games.table import forms
from games.table.present.lobby import Setup
from games.table.reactions import Reaction, reaction_in_words

register = template.Library()


@register.filter
def setup_in_words(setup: Setup) -> list[tuple[str, str]]:
    """Return the set-up as pairs of an option's name and its value."""
    fields, options = forms.SetupForm().fields, setup.options
    chosen = {
        "edition": forms.EDITIONS[setup.edition],
        "stasi": _yes_or_no(options.stasi),
        "adler": _yes_or_no(options.adler),
        "placement": forms.PLACEMENTS[options.placement],
        "last_call": forms.LAST_CALLS[options.last_call],
        "ten_points": forms.TEN_POINTS[options.ten_points],
        "first_player": forms.FIRST_PLAYERS[setup.first_player],
        "discards": forms.DISCARDS[options.discards],
        "notebook": NotebookMode(setup.notebook).label,
        "reactions": Reactions(setup.reactions).label,
        "limits": Limits(setup.limits).label,
    }
    return [(str(fields[name].label), str(words)) for name, words in chosen.items()]


@register.filter
def edition_name(edition: str) -> str:
    """Return an edition in words."""
    return str(forms.EDITIONS[Edition(edition)])


@register.simple_tag
def setup_fields(setup: Setup) -> SafeString:
    """Return the fields of the set-up form, filled with the current set-up."""
    options = setup.options
    initial = {
        "edition": setup.edition,
        "first_player": setup.first_player,
        "listed": setup.listed,
        "notebook": setup.notebook,
        "reactions": setup.reactions,
        "limits": setup.limits,
        **{name: getattr(options, name) for name in options.__slots__},
    }
    form = forms.SetupForm(initial=initial, auto_id="setup_%s")
    return render_to_string("games/new/_fields.html", {"form": form})


@register.simple_tag
def all_reactions() -> list[tuple[str, str]]:
    """Return the reactions with their names."""
    return [(kind.value, reaction_in_words(kind)) for kind in Reaction]


def _yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")
