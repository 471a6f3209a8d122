"""Finds the catalogues of translations and their gaps."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation import to_locale

type Key = tuple[str | None, str, str]

LOCALES = tuple(to_locale(code) for code, _ in settings.LANGUAGES)
# Files with texts, and those that Django needs to collect them.
SOURCES = ("manage.py", "charlie_site", "games", "runtime", "templates", "locale")
IGNORED = (".venv", "var", "tests", "tools", "bench", "node_modules", "deploy")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


def path_of(locale: str, base: Path = settings.BASE_DIR) -> Path:
    """Return the path of a locale's catalogue, which may be missing."""
    return base / "locale" / locale / "LC_MESSAGES" / "django.po"


def key_of(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def collect_from(base: Path, locales: tuple[str, ...]) -> None:
    """Update the catalogues under a folder from its code and templates.

    Needs gettext's tools. Runs in a process of its own, because Django reads the
    current folder and writes to that of its settings.
    """
    command = [sys.executable, "manage.py", "makemessages", "--verbosity", "0"]
    command += ["--no-obsolete", "--add-location", "file"]
    for locale in locales:
        command += ["--locale", locale]
        path_of(locale, base).parent.mkdir(parents=True, exist_ok=True)
    for pattern in IGNORED:
        command += ["--ignore", pattern]
    subprocess.run(command, check=True, cwd=base)  # noqa: S603


def has_gettext() -> bool:
    return all(map(shutil.which, ("xgettext", "msgmerge", "msguniq", "msgattrib")))


def keys_in_code() -> set[Key]:
    """Return every translatable text in code and templates. Needs gettext's tools."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in SOURCES:
            source = settings.BASE_DIR / name
            if source.is_dir():
                shutil.copytree(source, copy / name)
            elif source.exists():
                shutil.copy(source, copy)
        collect_from(copy, ("en",))
        return {key_of(entry) for entry in polib.pofile(str(path_of("en", copy)))}


def find_faults(locale: str, wanted: set[Key]) -> Iterator[str]:
    """Yield the faults of a locale's catalogue, given the texts it should have."""
    path = path_of(locale)
    if not path.exists():
        yield f"{locale}: no catalogue"
        return
    catalog = polib.pofile(str(path))
    entries = {key_of(entry): entry for entry in catalog if not entry.obsolete}
    for key in sorted(wanted - entries.keys(), key=str):
        yield f"{locale}: not in the catalogue: {key[1]!r}"
    forms = int(re.findall(r"nplurals=(\d)", catalog.metadata["Plural-Forms"])[0])
    for key in wanted & entries.keys():
        yield from (f"{locale}: {fault}" for fault in faults_of(entries[key], forms))


def faults_of(entry: polib.POEntry, forms: int) -> Iterator[str]:
    texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
    if entry.fuzzy:
        yield f"fuzzy: {entry.msgid!r}"
    elif not all(texts):
        yield f"not translated: {entry.msgid!r}"
    elif entry.msgid_plural and len(texts) != forms:
        yield f"{len(texts)} plural forms instead of {forms}: {entry.msgid!r}"
    elif any(placeholders(text) - placeholders(*source_of(entry)) for text in texts):
        yield f"a placeholder that is not in the text: {entry.msgid!r}"


def source_of(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgid, entry.msgid_plural


def placeholders(*texts: str) -> set[str]:
    return {found for text in texts for found in PLACEHOLDER.findall(text)}
