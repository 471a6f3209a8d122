"""Compiles the catalogues of translations, set in the typography of their languages.

Needs neither Django nor gettext's tools: a wheel is built with it, too.
"""

import os
import re
from pathlib import Path

import polib

_GAP = "\u00a0"
# Tags with their attributes, and addresses, stay as they are.
_UNTRANSLATED = r"<[^<>]*>|https?://\S+"
_PLACEHOLDER = r"%\(\w+\)s"
# Patterns and their replacements, in every language.
_RULES = [
    (r"(?<=\w)'", "’"),
    # No line begins with a dash or an ellipsis.
    (r"(?<=\S) (?=[–—] |…)", _GAP),
    # A number and its unit or sign. After a placeholder, "s" may be a word.
    (r"(?<=\d) (?=(?:s|с)\b)", _GAP),
    (rf"(\d|{_PLACEHOLDER}) (?=(?:ms|мс|min|мин|kB|кБ)\b|%%)", rf"\1{_GAP}"),
    (rf"(№|\b[Nn]r\.?) (?=\d|{_PLACEHOLDER})", rf"\1{_GAP}"),
]
# The words of one letter that end no line: they belong to the next word.
_SHORT_WORDS = {"pl": "aiouwzAIOUWZ", "ru": "авикосуяАВИКОСУЯ"}


def compile_catalog(source: Path, target: Path) -> None:
    """Write the compiled catalogue of a .po file, whose header names its language."""
    catalog = polib.pofile(str(source))
    language = catalog.metadata.get("Language", "")
    for entry in catalog:
        entry.msgstr = typeset(entry.msgstr, language)
        for form, text in entry.msgstr_plural.items():
            entry.msgstr_plural[form] = typeset(text, language)
    # Renamed when complete, because a server may start meanwhile.
    draft = target.with_suffix(f".mo.{os.getpid()}")
    catalog.save_as_mofile(str(draft))
    draft.replace(target)


def typeset(text: str, language: str) -> str:
    """Return a text with the apostrophes and no-break spaces of its language."""
    rules = list(_RULES)
    if letters := _SHORT_WORDS.get(language):
        # A unit such as the "s" of seconds is no such word.
        rules.append((rf"(?<!\w)(?<!\d{_GAP})([{letters}]) (?=\S)", rf"\1{_GAP}"))
    for pattern, new in rules:
        text = _replace(pattern, new, text)
    return text


def _replace(pattern: str, new: str, text: str) -> str:
    either = rf"{pattern}|(?P<kept>{_UNTRANSLATED})"
    return re.sub(either, lambda found: found["kept"] or found.expand(new), text)


def is_stale(source: Path) -> bool:
    """Return whether a .po file or the typography is newer than the compiled file."""
    target = source.with_suffix(".mo")
    changed = max(path.stat().st_mtime_ns for path in (source, Path(__file__)))
    return not target.exists() or target.stat().st_mtime_ns < changed
