"""Validates the shape of posted data; whether a move is legal is up to the rules."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.bots.characters import CHARACTERS
from games.labels import (
    EDITION_NAMES,
    FIRST_PLAYER_NAMES,
    INVESTIGATOR_NAMES,
    OPTION_LABELS,
    LazyText,
)
from games.models.codes import clean_code
from games.models.game import Limits, NotebookMode, Reactions
from games.players.names import clean_name
from games.rules.editions import OPTIONS, PRESETS, RECORDED_OPTIONS, SEATS, Edition


def _option_field(name: str) -> forms.Field:
    """Return the field of a rules option; left empty, the edition sets it."""
    label, kind = OPTION_LABELS[name], OPTIONS[name]
    if issubclass(kind, bool):
        return forms.BooleanField(
            label=label.name, help_text=label.effect, required=False
        )
    return _preset_field(label.name, label.values, label.effect)


def _preset_field(
    label: LazyText, values: Mapping[Any, LazyText], effect: LazyText
) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=[
            ("", _("as in the edition")),
            *((value.value, words) for value, words in values.items()),
        ],
        help_text=effect,
        required=False,
    )


def _setting_field(
    label: LazyText, choices: type[TextChoices], effect: LazyText, initial: str = "on"
) -> forms.ChoiceField:
    """Return a choice field that does not depend on the edition."""
    return forms.ChoiceField(
        label=label,
        choices=choices.choices,
        initial=initial,
        help_text=effect,
        required=False,
    )


class SetupForm(forms.Form):
    """The edition as a preset, and the options that may differ from it."""

    edition = forms.ChoiceField(
        label=_("Edition"),
        choices=[(key.value, words) for key, words in EDITION_NAMES.items()],
        initial=Edition.DEVIR.value,
        help_text=_("Sets what you do not change below."),
    )
    first_player = _preset_field(
        _("First player"), FIRST_PLAYER_NAMES, _("Who takes the very first turn.")
    )
    notebook = _setting_field(
        _("Notebook"),
        NotebookMode,
        _("A page of private marks: whose clue may be what. It may think along."),
    )
    reactions = _setting_field(
        _("Barks and paws"),
        Reactions,
        _("Five quick signs to each other, without words."),
    )
    limits = _setting_field(
        _("Time limits"),
        Limits,
        _("Whether the clock plays for whoever takes too long, or has gone away."),
        initial="off",
    )
    listed = forms.BooleanField(
        label=_("Open to everyone"),
        required=False,
        help_text=_(
            "The table stands on the first page; else only the code leads here."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OPTIONS:
            self.fields[name] = _option_field(name)
        self.order_fields(["edition", *RECORDED_OPTIONS, "first_player", *OPTIONS])

    def clean(self) -> dict[str, Any]:
        """Fill missing options from the edition's preset."""
        cleaned = super().clean() or self.cleaned_data
        if "edition" not in cleaned:
            return cleaned
        preset = PRESETS[Edition(cleaned["edition"])]
        unset = {name for name in self.fields if cleaned.get(name) == ""}
        for name in unset & OPTIONS.keys():
            cleaned[name] = getattr(preset.options, name)
        for name in unset & {"notebook", "reactions", "limits"}:
            cleaned[name] = self.fields[name].initial
        if "first_player" in unset:
            cleaned["first_player"] = preset.first_player
        return cleaned


class JoinForm(forms.Form):
    """A seat to take: a name (guests), an investigator, the time of getting up."""

    name = forms.CharField(label=_("Your name"), required=False)
    investigator = forms.ChoiceField(
        label=_("Investigator"), choices=list(INVESTIGATOR_NAMES.items())
    )
    got_up = forms.TimeField(
        label=_("When did you get up today?"),
        required=False,
        input_formats=["%H:%M"],
    )

    # Random digits from the browser; an invalid contribution counts as empty.
    contribution = forms.CharField(required=False)

    def clean_name(self) -> str:
        """Return the name in its displayed form, or an empty one.

        Raises:
            ValidationError: the name is not allowed.
        """
        typed = self.cleaned_data["name"]
        return clean_name(typed) if typed else ""


class CodeForm(forms.Form):
    """A table's code, in any spelling."""

    code = forms.CharField(label=_("Code"))

    def clean_code(self) -> str:
        """Return the code in its stored form.

        Raises:
            ValidationError: the text is not a code of six characters.
        """
        code = clean_code(self.cleaned_data["code"])
        if not code:
            raise ValidationError(_("A code has six letters and digits."))
        return code


class SeatForm(forms.Form):
    """A change of the own seat or, for the host, of the order or a removal."""

    investigator = forms.ChoiceField(
        choices=list(INVESTIGATOR_NAMES.items()), required=False
    )
    seat = forms.IntegerField(required=False, min_value=0, max_value=SEATS[-1] - 1)
    place = forms.IntegerField(required=False, min_value=0, max_value=SEATS[-1] - 1)
    out = forms.BooleanField(required=False)
    name = forms.CharField(required=False)
    # The occupant when the page was made: seats move up after a departure.
    expected = forms.CharField(required=False, max_length=10)

    def clean_name(self) -> str:
        """Return the name in its displayed form, or an empty one.

        Raises:
            ValidationError: the name is not allowed.
        """
        typed = self.cleaned_data["name"]
        return clean_name(typed) if typed else ""

    def clean(self) -> dict[str, Any]:
        """Check that the form asks for a change.

        Raises:
            ValidationError: the form asks for no change.
        """
        asked = self.cleaned_data
        if asked.get("seat") is None:
            is_change = bool(asked.get("investigator") or asked.get("name"))
        else:
            is_change = asked["out"] or asked.get("place") is not None
        if not is_change:
            raise ValidationError(_("Choose what is to be changed."))
        return asked


class BotForm(forms.Form):
    """The character of a bot to add, or the seat of a bot to remove."""

    bot = forms.ChoiceField(
        choices=[(name, name) for name in CHARACTERS], required=False
    )
    seat = forms.IntegerField(required=False, min_value=0, max_value=SEATS[-1] - 1)
    expected = forms.CharField(required=False, max_length=10)

    def clean(self) -> dict[str, Any]:
        """Check that the form asks for one of the two.

        Raises:
            ValidationError: it names neither a character nor a seat, or both.
        """
        asked = self.cleaned_data
        if bool(asked.get("bot")) == (asked.get("seat") is not None):
            raise ValidationError(_("Choose what is to be changed."))
        return asked


class LeaveForm(forms.Form):
    """The bot that takes over a running game; empty for a stand-in."""

    bot = forms.ChoiceField(
        choices=[(name, name) for name in CHARACTERS], required=False
    )


class PauseForm(forms.Form):
    """A vote to pause or to resume."""

    pause = forms.ChoiceField(choices=[("on", ""), ("off", "")])


class SeatChoiceForm(forms.Form):
    """One seat, for a new host or the first turn."""

    seat = forms.IntegerField(min_value=0, max_value=SEATS[-1] - 1)
    expected = forms.CharField(required=False, max_length=10)
