"""Checks how the translations are worded, by the glossaries beside the catalogues.

    python -m tools.wording [--counts] [FOLDER] (in `make check`)

locale/glossary.toml is for every language, locale/<code>/glossary.toml for one.
"""

import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polib

from tools.catalogs import LOCALES, ROOT, read_catalog
from tools.template_roles import Key, find_roles

type Glossary = dict[str, Any]

# A phone of 320 pixels has room for as many characters; a name may take eight.
LONGEST_BUTTON = 24
PLACEHOLDER = re.compile(r"%\(\w+\)s|%[sd]|\{\w*\}")
NAME = "%(name)s"
TAG = re.compile(r"<[^<>]*>")


class Fault(NamedTuple):
    """A text that is worded wrong, in one catalogue."""

    locale: str
    kind: str
    words: str


def main() -> None:
    arguments = [each for each in sys.argv[1:] if each != "--counts"]
    faults = list(find_faults(Path(arguments[0]) if arguments else ROOT))
    if "--counts" in sys.argv:
        print(count(faults))
        return
    for fault in faults:
        print(f"{fault.locale}: {fault.kind}: {fault.words}")
    if faults:
        sys.exit(f"{len(faults)} faults in wordings.")


def count(faults: list[Fault]) -> str:
    """Return a table of the faults by kind and language."""
    counted = Counter((fault.kind, fault.locale) for fault in faults)
    lines = [f"| kind | {' | '.join(LOCALES)} |", "|---" * (len(LOCALES) + 1) + "|"]
    for kind in sorted({fault.kind for fault in faults}):
        cells = [str(counted[kind, locale]) for locale in LOCALES]
        lines.append(f"| {kind} | {' | '.join(cells)} |")
    return "\n".join(lines)


def find_faults(base: Path) -> Iterator[Fault]:
    """Yield the faults of all catalogues under a folder."""
    common = read_glossary(base / "locale")
    roles = find_roles(base / "templates")
    buttons = {key for key, found in roles.items() if "button" in found}
    for words in find_double_roles(roles, common):
        yield Fault("en", "a button that is a heading, too", words)
    for locale in LOCALES:
        own = read_glossary(base / "locale" / locale)
        catalog = read_catalog(locale, base)
        replaced = read_catalog(locale, base, "locale/frameworks")
        rules = common["forbidden"] + own["forbidden"]
        for kind, words in find_forbidden([*catalog, *replaced], rules):
            yield Fault(locale, kind, words)
        for words in find_equal_forms(catalog, own):
            yield Fault(locale, "equal plural forms", words)
        for words in find_same(catalog, own):
            yield Fault(locale, "one translation of two texts", words)
        for words in find_long_buttons(catalog, buttons, own):
            yield Fault(locale, "long button", words)


def read_glossary(folder: Path) -> Glossary:
    return tomllib.loads((folder / "glossary.toml").read_text("utf-8"))


def list_texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def find_forbidden(
    entries: list[polib.POEntry], rules: list[Glossary]
) -> Iterator[tuple[str, str]]:
    """Yield kind and words where a text breaks a rule.

    Exceptions are beginnings of English texts. A needless one is a fault.
    """
    for rule in rules:
        pattern, unused = re.compile(rule["words"]), set(rule.get("except", ()))
        for entry in entries:
            found = [pattern.search(TAG.sub("", text)) for text in list_texts(entry)]
            if not any(found):
                continue
            excuses = [each for each in rule.get("except", ()) if is_about(entry, each)]
            unused -= set(excuses)
            if not excuses:
                said = next(match[0] for match in found if match)
                words = f"{said!r}, better {rule['use']!r}: {entry.msgid!r}"
                yield rule.get("kind", "term"), words
        for each in unused:
            yield "needless exception", f"{rule['words']!r}: {each!r}"


def is_about(entry: polib.POEntry, beginning: str) -> bool:
    return entry.msgid.startswith(beginning) or entry.msgid_plural.startswith(beginning)


def find_equal_forms(catalog: polib.POFile, glossary: Glossary) -> Iterator[str]:
    """Yield texts whose forms of whole numbers are equal, in languages with many."""
    for entry in catalog:
        forms = [entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)][:3]
        allowed = entry.msgid in glossary.get("equal_forms", ())
        if len(forms) == 3 and len(set(forms)) == 1 and not allowed:
            yield repr(entry.msgid)


def find_same(catalog: polib.POFile, glossary: Glossary) -> Iterator[str]:
    """Yield translations that texts share which differ in more than capitals."""
    texts = defaultdict(set)
    for entry in catalog:
        texts[entry.msgstr].add(entry.msgid.casefold())
    for translation, originals in texts.items():
        allowed = translation in ["", *glossary.get("same", ())]
        if len(originals) > 1 and not allowed:
            yield f"{translation!r}: {sorted(originals)}"


def find_long_buttons(
    catalog: polib.POFile, buttons: set[Key], glossary: Glossary
) -> Iterator[str]:
    for entry in catalog:
        longest = max(map(measure, list_texts(entry)))
        is_button = (entry.msgctxt or "", entry.msgid) in buttons
        allowed = entry.msgid in glossary.get("long_buttons", ())
        if is_button and longest > LONGEST_BUTTON and not allowed:
            yield f"{longest} characters: {list_texts(entry)[0]!r}"


def measure(text: str) -> int:
    """Return the length with a name of eight letters, and numbers of two digits."""
    return len(PLACEHOLDER.sub("12", text.replace(NAME, "Mercedes")))


def find_double_roles(roles: dict[Key, set[str]], glossary: Glossary) -> Iterator[str]:
    """Yield texts on a button that are a heading or label elsewhere, too."""
    allowed = {text for texts in glossary["both_roles"].values() for text in texts}
    for (_context, text), found in sorted(roles.items()):
        if {"button", "heading"} <= found and text not in allowed:
            yield repr(text)


if __name__ == "__main__":
    main()
