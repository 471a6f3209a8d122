"""The form of a table's set-up, and the set-up in words."""

import uuid
from dataclasses import asdict
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.labels import EDITION_NAMES, OPTION_LABELS, SETTING_LABELS
from games.rules.editions import PRESETS, Edition, Settings
from games.table import forms
from games.table.present.lobby import Setup
from games.table.reactions import Reaction, describe_reaction

register = template.Library()


@register.filter
def setup_in_words(setup: Setup) -> list[tuple[str, str, bool]]:
    """Return the name of each option, its value, and whether it is not as in the book.

    The edition names the book, and counts as different from it.
    """
    chosen, labels = _build_values(setup), OPTION_LABELS | SETTING_LABELS
    preset = PRESETS[Edition(setup.edition)]
    usual = asdict(preset.options) | asdict(Settings(first_player=preset.first_player))
    words = {"edition": EDITION_NAMES[Edition(setup.edition)]} | {
        name: label.values[chosen[name]]
        for name, label in labels.items()
        if label.values
    }
    fields = forms.SetupForm().fields.items()
    return [
        (str(field.label), str(words[name]), usual.get(name) != chosen[name])
        for name, field in fields
        if name in words
    ]


@register.filter
def edition_name(edition: str) -> str:
    return str(EDITION_NAMES[Edition(edition)])


@register.simple_tag
def setup_fields(setup: Setup) -> SafeString:
    """Return the fields of the set-up form, filled with the current set-up."""
    form = forms.SetupForm(initial=_build_values(setup), auto_id="setup_%s")
    return render_to_string("games/table/_setup_fields.html", {"form": form})


def _build_values(setup: Setup) -> dict[str, Any]:
    values = asdict(setup.options) | asdict(setup.settings)
    return {"edition": setup.edition, **values}


@register.simple_tag
def all_reactions() -> list[tuple[str, str]]:
    return [(kind.value, describe_reaction(kind)) for kind in Reaction]


@register.simple_tag
def form_key() -> SafeString:
    """Return the hidden field by which a form makes one table, however often sent."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4())
