"""The names of people at a table: what may be one, and how it is kept."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models.player import NAME_LENGTH

# Bounds the work on what a script may send: nobody types that much.
MOST_TYPED = 400
# Some scripts put two or three marks on a letter. A tower of them covers the page.
MOST_MARKS = 3
# Phones add one to an emoji to ask for the coloured picture. It shows nothing.
SELECTORS = re.compile("[\ufe00-\ufe0f]")
SPACES = {"Zs", "Zl", "Zp"}
# They count as letters or symbols and show nothing, so a name made of them would
# look empty, or like the name of somebody else.
INVISIBLE = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_name(raw: str | None) -> str:
    """Return a name as it is kept: composed, trimmed, inner white space folded.

    It is counted in characters after composing, so an accent costs nothing.

    Raises:
        ValidationError: it is empty or too long, or a character in it could hide
            something or turn the text around.
    """
    typed = raw or ""
    if len(typed) > MOST_TYPED:
        raise _too_long()
    name = unicodedata.normalize("NFC", SELECTORS.sub("", _fold_spaces(typed)))
    if not name:
        raise ValidationError(_("Type a name."), code="empty")
    if len(name) > NAME_LENGTH:
        raise _too_long()
    if not _is_plain(name):
        raise ValidationError(
            _("This name has a character that cannot be used. Choose another."),
            code="characters",
        )
    return name


def name_from(username: str) -> str:
    """Return a name to begin with for an account, empty where none can be made."""
    try:
        return clean_name(username[:NAME_LENGTH])
    except ValidationError:
        return ""


def _too_long() -> ValidationError:
    return ValidationError(
        _("This name is too long. Use at most %(most)s characters."),
        code="too_long",
        params={"most": NAME_LENGTH},
    )


def _fold_spaces(typed: str) -> str:
    # Not str.split(), which takes the control characters 1C to 1F for white space.
    spaced = [" " if _is_space(character) else character for character in typed]
    return re.sub(" +", " ", "".join(spaced)).strip(" ")


def _is_space(character: str) -> bool:
    return character in "\t\n\r" or unicodedata.category(character) in SPACES


def _is_plain(name: str) -> bool:
    categories = [unicodedata.category(character) for character in name]
    # C: control, format (direction among them), surrogate, private, unassigned.
    if any(category[0] == "C" for category in categories):
        return False
    if INVISIBLE.intersection(name) or not any(
        kind[0] in "LNPS" for kind in categories
    ):
        return False
    shape = "".join("m" if kind in ("Mn", "Me") else "-" for kind in categories)
    return "m" * (MOST_MARKS + 1) not in shape
