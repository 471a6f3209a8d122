"""The form of a table's set-up, and the set-up in words."""

import uuid
from dataclasses import asdict
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.labels import EDITION_NAMES, OPTION_LABELS, SETTING_LABELS
from games.rules.editions import Edition
from games.table.lobby import forms
from games.table.page.lobby import Setup

register = template.Library()


@register.filter
def list_styles(setup: Setup) -> list[tuple[str, forms.Style, bool]]:
    """Return the key of each style, the style, and whether the set-up is of it."""
    values = _build_values(setup)
    return [
        (key, style, all(values[name] == usual[name] for name in forms.STYLED))
        for key, style in forms.STYLES.items()
        for usual in [forms.list_defaults(setup.edition, key)]
    ]


@register.filter
def setup_in_words(setup: Setup) -> list[tuple[str, str, bool]]:
    """Return the name of each option, its value, and whether its style has another."""
    chosen, labels = _build_values(setup), OPTION_LABELS | SETTING_LABELS
    keys = [key for key, _style, is_chosen in list_styles(setup) if is_chosen]
    usual = forms.list_defaults(setup.edition, *keys)
    words = {"edition": EDITION_NAMES[Edition(setup.edition)]} | {
        name: label.values[chosen[name]]
        for name, label in labels.items()
        if label.values
    }
    fields = forms.SetupForm().fields.items()
    usual = {**chosen, **usual}
    return [
        (str(field.label), str(words[name]), chosen[name] != usual[name])
        for name, field in fields
        if name in words
    ]


@register.simple_tag
def fields_without_style(setup: Setup) -> SafeString:
    """Return the set-up as hidden fields, without what a style sets."""
    form = forms.SetupForm(initial=_build_values(setup), auto_id=False)
    names = [name for name in form.fields if name not in {"style", *forms.STYLED}]
    return format_html_join("", "{}", [(form[name].as_hidden(),) for name in names])


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
def form_key() -> SafeString:
    """Return the hidden field by which a form makes one table, however often sent."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4())
