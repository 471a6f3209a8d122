"""The form of a table's set-up, and the set-up in words."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.labels import EDITION_NAMES, FIRST_PLAYER_NAMES, OPTION_LABELS
from games.models.game import Limits, NotebookMode, Race, Reactions
from games.rules.editions import OPTIONS, Edition, FirstPlayer
from games.table import forms
from games.table.present.lobby import Setup
from games.table.reactions import Reaction, reaction_in_words

register = template.Library()


@register.filter
def setup_in_words(setup: Setup) -> list[tuple[str, str]]:
    """Return the set-up as pairs of an option's name and its value."""
    words = {
        "edition": EDITION_NAMES[Edition(setup.edition)],
        **{
            name: label.values[getattr(setup.options, name)]
            for name, label in OPTION_LABELS.items()
        },
        "first_player": FIRST_PLAYER_NAMES[FirstPlayer(setup.first_player)],
        "notebook": NotebookMode(setup.notebook).label,
        "reactions": Reactions(setup.reactions).label,
        "limits": Limits(setup.limits).label,
        "race": Race(setup.race).label,
    }
    fields = forms.SetupForm().fields.items()
    return [
        (str(field.label), str(words[name])) for name, field in fields if name in words
    ]


@register.filter
def edition_name(edition: str) -> str:
    """Return an edition in words."""
    return str(EDITION_NAMES[Edition(edition)])


@register.simple_tag
def setup_fields(setup: Setup) -> SafeString:
    """Return the fields of the set-up form, filled with the current set-up."""
    options = setup.options
    initial = {
        "edition": setup.edition,
        "first_player": setup.first_player,
        "listed": setup.listed,
        "call_link": setup.call_link,
        "notebook": setup.notebook,
        "reactions": setup.reactions,
        "limits": setup.limits,
        "race": setup.race,
        **{name: getattr(options, name) for name in OPTIONS},
    }
    form = forms.SetupForm(initial=initial, auto_id="setup_%s")
    return render_to_string("games/table/_setup_fields.html", {"form": form})


@register.simple_tag
def all_reactions() -> list[tuple[str, str]]:
    """Return the reactions with their names."""
    return [(kind.value, reaction_in_words(kind)) for kind in Reaction]
