"""Validates the shape of posted data; whether a move is legal is up to the rules."""

from collections.abc import Container, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.codes import find_code
from games.deduction.bots.characters import CHARACTERS
from games.labels import (
    EDITION_NAMES,
    INVESTIGATOR_NAMES,
    OPTION_LABELS,
    PUBLISHERS,
    SETTING_LABELS,
    LazyText,
    OptionLabel,
)
from games.models import NAME_LENGTH
from games.players.names import clean_name, is_plain
from games.rules.editions import (
    OPTIONS,
    PRESETS,
    RECORDED_OPTIONS,
    SEATS,
    SETTINGS,
    Edition,
    Kind,
    Settings,
)
from runtime.outgoing import ADDRESS


class Style(NamedTuple):
    """A kind of evening: a name, a sentence, and its values unless the host sets some.

    The classic one has the defaults of `Settings`.
    """

    name: LazyText
    sentence: LazyText
    values: Mapping[str, str]


STYLES: dict[str, Style] = {
    "family": Style(
        _("Family"),
        _("Discards stay face up, the notebook helps, and nobody waits for long."),
        {"discards": "open", "notebook": "auto", "limits": "relaxed"},
    ),
    "classic": Style(
        _("Classic"),
        _("The game as printed: you have to remember what was discarded."),
        {},
    ),
    "expert": Style(
        _("Expert"),
        _("You sort your own cards, and nothing gets written down."),
        {"placement": "players", "notebook": "off"},
    ),
}

# What a style may set.
STYLED = frozenset(name for style in STYLES.values() for name in style.values)


def list_defaults(edition: str, style: str = "classic") -> dict[str, Any]:
    """Return the value of each option that the host leaves to edition and style."""
    form = SetupForm(initial={"edition": edition, "style": style})
    return {name: value for name, (value, _source) in form.find_defaults().items()}


def _build_field(label: OptionLabel, kind: Kind) -> forms.Field:
    """Return the field of an option or setting; an empty choice is the default."""
    if kind is bool:
        return forms.BooleanField(
            label=label.name, help_text=label.effect, required=False
        )
    return forms.ChoiceField(
        label=label.name,
        choices=[
            ("", ""),
            *((value.value, words) for value, words in label.values.items()),
        ],
        help_text=label.effect,
        required=False,
    )


def require_plain_link(link: str) -> None:
    """Raise ValidationError for a link that could look like one to another site."""
    if "@" in urlsplit(link).netloc or not is_plain(link):
        raise ValidationError(URLValidator.message, code="invalid")


class SetupForm(forms.Form):
    """The style, the edition, and the options that may differ from both."""

    style = forms.ChoiceField(
        label=_("What kind of evening is it?"),
        choices=[(key, style.name) for key, style in STYLES.items()],
        initial="classic",
        required=False,
    )
    edition = forms.ChoiceField(
        label=_("Edition"),
        choices=[(key.value, words) for key, words in EDITION_NAMES.items()],
        initial=Edition.DEVIR.value,
        help_text=_("Sets everything you don't change below."),
    )
    call_link = forms.URLField(
        label=_("Voice call"),
        required=False,
        max_length=200,
        assume_scheme="https",
        validators=[URLValidator(schemes=["https"]), require_plain_link],
        help_text=_("A link that starts with https://. Only seated players see it."),
    )
    webhook = forms.RegexField(
        ADDRESS,
        label=_("Webhook"),
        required=False,
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid": URLValidator.message},
        help_text=_(
            "Posts whose turn it is in your chat, on Discord for example. Once it's "
            "saved, nobody sees the whole address again."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = OPTIONS | SETTINGS
        for name, label in (OPTION_LABELS | SETTING_LABELS).items():
            self.fields[name] = _build_field(label, kinds[name])
        if not settings.PUBLIC_TABLES:
            del self.fields["listed"]
        self.order_fields(
            ["edition", *RECORDED_OPTIONS, "first_player", *OPTIONS, *SETTINGS]
        )
        for name, (value, source) in self.find_defaults().items():
            self._show_default(name, value, source)

    def _show_default(self, name: str, value: Any, source: str | Promise) -> None:
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            _empty, *others = cast("list[tuple[str, LazyText]]", field.choices)
            field.choices = [("", f"{dict(others)[value]} ({source})"), *others]

    def find_defaults(self) -> dict[str, tuple[Any, str | Promise]]:
        """Return the default of each empty field, and its source in words."""
        edition = Edition(self._chosen("edition", Edition))
        style = STYLES[self._chosen("style", STYLES)]
        preset = PRESETS[edition]
        printed = asdict(preset.options) | {"first_player": preset.first_player}
        sources: list[tuple[Mapping[str, Any], str | Promise]] = [
            (asdict(Settings()), STYLES["classic"].name),
            (printed, PUBLISHERS[edition]),
            (style.values, style.name),
        ]
        return {
            name: (value, source)
            for values, source in sources
            for name, value in values.items()
        }

    def _chosen(self, name: str, known: Container[str]) -> str:
        """Return the value of a field, or its initial one instead of rubbish."""
        value = self[name].value()
        return str(value if value in known else self.fields[name].initial)

    def styles(self) -> list[tuple[str, Style, bool]]:
        """Return the key of each style, the style, and whether it is chosen."""
        chosen = self._chosen("style", STYLES)
        return [(key, style, key == chosen) for key, style in STYLES.items()]

    def options(self) -> list[forms.BoundField]:
        """Return the fields below the style."""
        return [self[name] for name in self.fields if name != "style"]

    def clean(self) -> dict[str, Any]:
        """Fill empty options with their defaults, and note the host's language."""
        cleaned = super().clean() or self.cleaned_data
        cleaned["language"] = get_language()
        cleaned.pop("style", None)
        for name, (value, _source) in self.find_defaults().items():
            if cleaned.get(name, "") == "":
                cleaned[name] = value
        return cleaned


# A browser cuts off a longer text without notice. It counts an emoji as two to four
# characters and an accent as one more, so only clean_name refuses a name, in words.
TYPED_LENGTH = 4 * NAME_LENGTH


class NameField(forms.CharField):
    """A player's name, validated by clean_name; perhaps none."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"maxlength": TYPED_LENGTH, "autocomplete": "nickname"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attrs))
        super().__init__(**kwargs)

    def clean(self, value: Any) -> str:
        typed = self.to_python(value)
        return clean_name(typed) if typed or self.required else ""


class JoinForm(forms.Form):
    """A seat to take: a name (guests), an investigator, the time of getting up."""

    name = NameField(label=_("Your name"), required=False)
    investigator = forms.ChoiceField(
        label=_("Investigator"), choices=list(INVESTIGATOR_NAMES.items())
    )
    got_up = forms.TimeField(
        label=_("What time did you get up today?"),
        required=False,
        input_formats=["%H:%M"],
    )

    # Random digits from the browser; an invalid contribution counts as empty.
    contribution = forms.CharField(required=False)


class CodeForm(forms.Form):
    """A table's code, in any spelling, also in a link or a message."""

    code = forms.CharField(label=_("Code"), max_length=400)

    def clean_code(self) -> str:
        """Return the code in its stored form.

        Raises:
            ValidationError: the text is not a code of six characters.
        """
        code = find_code(self.cleaned_data["code"])
        if not code:
            raise ValidationError(_("A code is six letters and digits."))
        return code


class LeaveForm(forms.Form):
    """The bot that takes over a running game; empty for a stand-in."""

    bot = forms.ChoiceField(
        choices=[(name, name) for name in CHARACTERS], required=False
    )


class SeatField(forms.IntegerField):
    """The index of a seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=SEATS[-1] - 1, **kwargs)


class KeyField(forms.IntegerField):
    """The key of a row in a form."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=2**31 - 1, **kwargs)


class SeatChoiceForm(forms.Form):
    """One seat."""

    seat = SeatField()
    # The occupant when the page was made: seats move up after a departure.
    expected = forms.CharField(required=False, max_length=10)


class NameChoiceForm(forms.Form):
    """A name for staff to remove: of a seat, a former holder of one, or a watcher."""

    seat = SeatField(required=False)
    # A place in Game.former, and the key of a player.
    former = forms.IntegerField(required=False, min_value=0, max_value=2**15)
    watcher = KeyField(required=False)


class ForgetForm(forms.Form):
    """Why staff delete a game."""

    why = forms.CharField(label=_("Reason"), max_length=200)
