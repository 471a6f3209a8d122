"""Validates and normalises the names of players."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models import NAME_LENGTH

# Longer input comes from scripts and is refused before any work on it.
MOST_TYPED = 400
# Some scripts put two or three marks on a letter. More of them cover the page.
MOST_MARKS = 3
# Invisible; phones add one to an emoji to ask for its coloured form.
SELECTORS = re.compile("[\ufe00-\ufe0f]")
SPACES = {"Zs", "Zl", "Zp"}
# Invisible characters that count as letters or symbols: a name made of them would look
# empty or like another player's name.
INVISIBLE = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_name(raw: str | None) -> str:
    """Return a name in its stored form: composed, trimmed, white space folded.

    The limit counts composed characters, so an accent does not count.

    Raises:
        ValidationError: the name is empty or too long, or contains a character that is
            invisible or changes the direction of text.
    """
    typed = raw or ""
    if len(typed) > MOST_TYPED:
        raise _too_long()
    name = unicodedata.normalize("NFC", SELECTORS.sub("", _fold_spaces(typed)))
    if not name:
        raise ValidationError(_("Type a name."), code="empty")
    if len(name) > NAME_LENGTH:
        raise _too_long()
    if not is_plain(name):
        raise ValidationError(
            _("This name has a character that can't be used. Choose another."),
            code="characters",
        )
    return name


def name_from(username: str) -> str:
    """Return a name made from a username; empty if the username is no valid name."""
    try:
        return clean_name(username[:NAME_LENGTH])
    except ValidationError:
        return ""


def _too_long() -> ValidationError:
    return ValidationError(
        _("This name is too long. Use up to %(most)s characters."),
        code="too_long",
        params={"most": NAME_LENGTH},
    )


def _fold_spaces(typed: str) -> str:
    # str.split() would treat the control characters 1C to 1F as white space.
    spaced = [" " if _is_space(character) else character for character in typed]
    return re.sub(" +", " ", "".join(spaced)).strip(" ")


def _is_space(character: str) -> bool:
    return character in "\t\n\r" or unicodedata.category(character) in SPACES


def is_plain(name: str) -> bool:
    """Return whether a text shows all its characters, in their order."""
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
