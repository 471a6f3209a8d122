"""Validates, normalises and compares the names of players and accounts."""

import re
import unicodedata
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext

from games.models import NAME_LENGTH

# Longer input comes from scripts and is refused before any work on it.
MOST_TYPED = 400
# Some scripts put two or three marks on a letter. More of them cover the page.
MOST_MARKS = 3
# Invisible; phones add one to an emoji to ask for its coloured form.
SELECTORS = re.compile("[\ufe00-\ufe0f]")
# Invisible too: these choose a form of a Mongolian letter or a Chinese character.
_MORE_SELECTORS = "\u180b-\u180d\u180f\U000e0100-\U000e01ef"
_JOINER = "\u200d"
_JOINERS = {"\u200c", _JOINER}
_IGNORED = re.compile(f"[\u200c\u200d\ufe00-\ufe0f{_MORE_SELECTORS}]")
# The scripts that are spelled with joiners: the first word of their letters' names.
_JOINING_SCRIPTS = {
    *("ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI"),
    *("GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA"),
    *("KHMER", "MYANMAR", "BALINESE", "JAVANESE"),
}
# Unicode keeps these places for emoji, also for those newer than this Python.
_EMOJI = re.compile("[\U0001f000-\U0001faff\U0001fc00-\U0001fffd]")
# England, Scotland and Wales: a black flag, and their letters as invisible tags.
_FLAGS = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067"
    "|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
# Turkish has an "I" with and an "i" without a dot, other languages change the case of
# both to a plain letter; Lithuanian keeps the dot below an accent.
_DOTS = re.compile("(?<=[ijįɨ])\u0307")
SPACES = {"Zs", "Zl", "Zp"}
# Invisible characters that count as letters or symbols: a name made of them would look
# empty or like another player's name.
INVISIBLE = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_name(raw: str | None) -> str:
    """Return a name in its stored form: composed, trimmed, white space folded.

    The limit counts composed characters, so an accent does not count.

    Raises:
        ValidationError: the name is empty or too long, or contains a character that is
            invisible or changes the direction of text, or is the word for its reader.
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
    if build_name_key(name) in _list_words_for_readers():
        raise ValidationError(
            _("Everyone would read that name as their own. Choose another."),
            code="reader",
        )
    return name


@cache
def _list_words_for_readers() -> frozenset[str]:
    """Return the keys of the words for "you" in the languages of the site."""
    words = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            words.append(pgettext("after it: what they did", "You"))
    return frozenset(map(build_name_key, words))


def build_name_key(name: str) -> str:
    """Return the key of a name: names with the same key are spellings of one name.

    Case, compatible forms, white space, joiners, variation selectors and the dot of an
    "i" do not count. Accents do, and so do letters of other scripts that look the same.
    Accounts store their keys, so another rule needs a migration that stores them again.
    """
    if name.isascii():
        return _fold_spaces(name).lower()
    folded = unicodedata.normalize("NFKC", _IGNORED.sub("", name)).casefold()
    dotless = _DOTS.sub("", unicodedata.normalize("NFKC", folded).replace("ı", "i"))
    return _fold_spaces(unicodedata.normalize("NFKC", dotless))


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
    shown = _FLAGS.sub("\U0001f3f4", name)
    if not all(_joins(shown, place) for place in range(len(shown))):
        return False
    categories = [_categorise(each) for each in shown if each not in _JOINERS]
    # C: control, format (direction among them), surrogate, private, unassigned.
    if any(category[0] == "C" for category in categories):
        return False
    if INVISIBLE.intersection(name) or not any(
        kind[0] in "LNPS" for kind in categories
    ):
        return False
    shape = "".join("m" if kind in ("Mn", "Me") else "-" for kind in categories)
    return "m" * (MOST_MARKS + 1) not in shape


def _categorise(character: str) -> str:
    kind = unicodedata.category(character)
    return "So" if kind == "Cn" and _EMOJI.match(character) else kind


def _joins(text: str, place: int) -> bool:
    """Return whether a joiner changes its neighbours; true for other characters."""
    if text[place] not in _JOINERS:
        return True
    before, after = text[:place][-1:], text[place + 1 :][:1]
    if not (before and after):
        return False
    if text[place] == _JOINER and _is_pictogram(before) and _is_pictogram(after):
        return True
    script = _name_script(before)
    return script in _JOINING_SCRIPTS and script == _name_script(after)


def _is_pictogram(character: str) -> bool:
    # Arrows are the first emoji that others are joined with.
    return character >= "\u2190" and _categorise(character) in ("So", "Sm", "Sk")


def _name_script(character: str) -> str:
    """Return the script of a letter or a mark, empty for another character."""
    if unicodedata.category(character)[0] not in "LM":
        return ""
    return unicodedata.name(character, "").partition(" ")[0]
