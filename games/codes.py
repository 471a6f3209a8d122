"""The codes of tables: six characters that are hard to confuse."""

import re
import secrets
import unicodedata

# Read aloud or off a screen, none looks or sounds like another.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
# Letters of other scripts that look like ours, as a phone's keyboard may write them.
_LOOK_ALIKES = str.maketrans("АВЕЅКМНРСТХѴУΑΒΕΖΗΚΜΝΡΤΧΥ", "ABESKMHPCTXVYABEZHKMNPTXY")
_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}")
# Three characters and three, with or without a space or a dash, and no letter beside.
_HALF = f"[{CODE_ALPHABET}]{{{CODE_LENGTH // 2}}}"
_IN_TEXT = re.compile(rf"(?<![^\W_]){_HALF}[\s\-\u2010-\u2015]?{_HALF}(?![^\W_])")
_LINK = re.compile(r"/T/([^/?#\s]+)")


def make_code() -> str:
    """Return a random table code. It may be in use: the database has to check."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def build_code(digest: bytes) -> str:
    """Return the table code that these bytes stand for."""
    number, code = int.from_bytes(digest), ""
    for _place in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_ALPHABET))
        code += CODE_ALPHABET[letter]
    return code


def clean_code(typed: str) -> str:
    """Return a code in its stored form; empty if the text is no code.

    Spaces, dashes, signs around it and invisible characters do not count, nor do
    capitals, full-width letters and letters of other scripts that look the same.
    """
    if _CODE.fullmatch(typed):
        return typed
    code = "".join(filter(str.isalnum, _capitalise(typed)))
    return code if _CODE.fullmatch(code) else ""


def find_code(text: str) -> str:
    """Return the one code in a text, such as a link or a message; empty without one.

    If several words could be codes, the one with a digit counts.
    """
    if code := clean_code(text):
        return code
    capitals = _capitalise(text)
    in_links = {clean_code(part) for part in _LINK.findall(capitals)} - {""}
    words = {clean_code(found) for found in _IN_TEXT.findall(capitals)}
    with_digits = {word for word in words if any(map(str.isdigit, word))}
    for found in (in_links, words, with_digits):
        if len(found) == 1:
            return found.pop()
    return ""


def _capitalise(text: str) -> str:
    visible = (each for each in text if unicodedata.category(each) != "Cf")
    capitals = unicodedata.normalize("NFKC", "".join(visible)).upper()
    return capitals.translate(_LOOK_ALIKES)
