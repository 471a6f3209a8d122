"""What a browser sent, as plain values: its shape, never whether it is legal."""

from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bots.characters import CHARACTERS
from games.errors import MoveMalformed
from games.labels import INVESTIGATOR_NAMES
from games.models.codes import clean_code
from games.models.game import Limits, NotebookMode, Reactions
from games.players.names import clean_name
from games.rules.editions import (
    PRESETS,
    Discards,
    Edition,
    FirstPlayer,
    LastCall,
    Placement,
    TenPoints,
)

_MOVE_FIELDS = ("side", "as", "suspect", "give", "take")


def read_move(sent: QueryDict) -> tuple[dict[str, Any], UUID]:
    """Return a move as in docs/record.md, without its seat, and its key.

    Raises:
        MoveMalformed: no move, or a key that is no UUID.
    """
    content = {name: sent[name] for name in _MOVE_FIELDS if name in sent}
    try:
        return {"move": sent["move"], **content}, UUID(sent["key"])
    except (KeyError, ValueError) as error:
        raise MoveMalformed from error


EDITIONS = {
    Edition.DEVIR: _("Devir (Portuguese, English)"),
    Edition.GAGA: _("GaGa Games (Russian)"),
    Edition.PIATNIK: _("Piatnik (Polish)"),
}
PLACEMENTS = {
    Placement.REFEREE: _("the table sorts the cards"),
    Placement.PLAYERS: _("players place them, mistakes happen"),
}
LAST_CALLS = {
    LastCall.RACE: _("race: whoever comes first"),
    LastCall.CLOCKWISE: _("clockwise, one after the other"),
}
TEN_POINTS = {
    TenPoints.COUNT: _("everybody counts, most points win"),
    TenPoints.ANNOUNCER: _("whoever announced them wins"),
}
FIRST_PLAYERS = {
    FirstPlayer.EARLIEST: _("who got up earliest today"),
    FirstPlayer.LOT: _("by lot"),
    FirstPlayer.CHOSEN: _("the host chooses"),
}
DISCARDS = {
    Discards.CLOSED: pgettext_lazy("discards", "face down: a memory game"),
    Discards.OPEN: pgettext_lazy("discards", "face up for all"),
}


def _choice(label: Any, choices: dict[Any, Any], explained: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=[
            ("", _("as in the edition")),
            *((key.value, words) for key, words in choices.items()),
        ],
        help_text=explained,
        required=False,
    )


def _switch(
    label: Any, choices: type[TextChoices], explained: Any, initial: str = "on"
) -> forms.ChoiceField:
    """Return a field that no edition sets."""
    return forms.ChoiceField(
        label=label,
        choices=choices.choices,
        initial=initial,
        help_text=explained,
        required=False,
    )


class SetupForm(forms.Form):
    """The edition as a preset, and each option, which may differ from it."""

    edition = forms.ChoiceField(
        label=_("Edition"),
        choices=[(key.value, words) for key, words in EDITIONS.items()],
        initial=Edition.DEVIR.value,
        help_text=_("Sets what you do not change below."),
    )
    stasi = forms.BooleanField(
        label=_("The Stasi officer"),
        required=False,
        help_text=_("Whoever draws it plays the next round with the clue face up."),
    )
    adler = forms.BooleanField(
        label=_("Café Adler"),
        required=False,
        help_text=_("Four tokens that are traded, blind, for those of others."),
    )
    placement = _choice(
        _("Sorting the cards"),
        PLACEMENTS,
        _("Who decides whether a card is a suspect; a mistake makes the round void."),
    )
    last_call = _choice(
        _("Last call"),
        LAST_CALLS,
        _("When the deck is empty, everybody left accuses in this order."),
    )
    ten_points = _choice(
        _("Ten points"), TEN_POINTS, _("Who wins after ten points were announced.")
    )
    first_player = _choice(
        _("First player"), FIRST_PLAYERS, _("Who takes the very first turn.")
    )
    discards = _choice(
        _("Discard piles"), DISCARDS, _("Whether discarded cards stay in sight.")
    )
    notebook = _switch(
        _("NotebookMode"),
        NotebookMode,
        _("A page of private marks: whose clue may be what. It may think along."),
    )
    reactions = _switch(
        _("Barks and paws"),
        Reactions,
        _("Five quick signs to each other, without words."),
    )
    limits = _switch(
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

    def clean(self) -> dict[str, Any]:
        """Fill what is missing from the edition's preset."""
        cleaned = super().clean() or self.cleaned_data
        if "edition" in cleaned:
            preset = PRESETS[Edition(cleaned["edition"])]
            for name in ("placement", "last_call", "ten_points", "discards"):
                cleaned[name] = cleaned.get(name) or getattr(preset.options, name).value
            for name in ("notebook", "reactions", "limits"):
                cleaned[name] = cleaned.get(name) or self.fields[name].initial
            cleaned["first_player"] = (
                cleaned.get("first_player") or preset.first_player.value
            )
        return cleaned


class JoinForm(forms.Form):
    """Taking a seat: a name (guests), an investigator, when one got up."""

    name = forms.CharField(label=_("Your name"), required=False)
    investigator = forms.ChoiceField(
        label=_("Investigator"), choices=list(INVESTIGATOR_NAMES.items())
    )
    got_up = forms.TimeField(
        label=_("When did you get up today?"),
        required=False,
        input_formats=["%H:%M"],
    )

    # Random digits of the browser; what is none counts as nothing.
    contribution = forms.CharField(required=False)

    def clean_name(self) -> str:
        """Return the name as it will be shown; empty where none was typed.

        Raises:
            ValidationError: the name cannot be one.
        """
        typed = self.cleaned_data["name"]
        return clean_name(typed) if typed else ""


class CodeForm(forms.Form):
    """A join code, however it was typed."""

    code = forms.CharField(label=_("Code"))

    def clean_code(self) -> str:
        """Return the code as it is kept.

        Raises:
            ValidationError: it has not six characters.
        """
        code = clean_code(self.cleaned_data["code"])
        if not code:
            raise ValidationError(_("A code has six letters and digits."))
        return code


class SeatForm(forms.Form):
    """A change of seats: an own dog or name, or as host a place or the door."""

    investigator = forms.ChoiceField(
        choices=list(INVESTIGATOR_NAMES.items()), required=False
    )
    seat = forms.IntegerField(required=False, min_value=0, max_value=4)
    place = forms.IntegerField(required=False, min_value=0, max_value=4)
    out = forms.BooleanField(required=False)
    name = forms.CharField(required=False)
    # Who sat there when the page was made; seats move up when somebody leaves.
    expected = forms.CharField(required=False, max_length=10)

    def clean_name(self) -> str:
        """Return the name as it will be shown; empty where none was typed.

        Raises:
            ValidationError: the name cannot be one.
        """
        typed = self.cleaned_data["name"]
        return clean_name(typed) if typed else ""

    def clean(self) -> dict[str, Any]:
        """Check that something is to be changed.

        Raises:
            ValidationError: none of these, and no seat with a place or the door.
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
    """A character to add, or the seat of one to take away."""

    bot = forms.ChoiceField(
        choices=[(name, name) for name in CHARACTERS], required=False
    )
    seat = forms.IntegerField(required=False, min_value=0, max_value=4)
    expected = forms.CharField(required=False, max_length=10)

    def clean(self) -> dict[str, Any]:
        """Check that one of both is asked.

        Raises:
            ValidationError: neither a character nor a seat, or both.
        """
        asked = self.cleaned_data
        if bool(asked.get("bot")) == (asked.get("seat") is not None):
            raise ValidationError(_("Choose what is to be changed."))
        return asked


class LeaveForm(forms.Form):
    """Who plays on in a game that has begun: a bot, or nobody but the clock."""

    bot = forms.ChoiceField(
        choices=[(name, name) for name in CHARACTERS], required=False
    )


class PauseForm(forms.Form):
    """Whether the table is to pause or to go on."""

    pause = forms.ChoiceField(choices=[("on", ""), ("off", "")])


class SeatChoiceForm(forms.Form):
    """One seat, for a new host or the first turn."""

    seat = forms.IntegerField(min_value=0, max_value=4)
    expected = forms.CharField(required=False, max_length=10)
