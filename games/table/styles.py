"""The kinds of evening that a host can choose from for a new table."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.labels import LazyText


class Style(NamedTuple):
    """A kind of evening: a name, a sentence, and what it sets unless the host does.

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
