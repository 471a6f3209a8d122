"""Collects texts into the catalogues in locale/, and checks their translations.

    python -m tools.catalogs (`make messages`)
    python -m tools.catalogs --check (in `make check`) | --release (in `make release`)

All need gettext. A check without it leaves out the texts that are new in the code. A
text without a translation is shown in English: a check notes it, a release refuses it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils.translation import to_locale

from charlie_site.settings import LANGUAGES

ROOT = Path(__file__).parent.parent
NAMES = {to_locale(code): name for code, name in LANGUAGES}
LOCALES = list(NAMES)
# Files with texts, and those that Django needs to collect them.
SOURCES = ("manage.py", "charlie_site", "games", "runtime", "templates", "locale")
IGNORED = (".venv", "var", "tests", "tools", "bench", "node_modules", "deploy")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
SHOWN = 20
# The kept lines of a header: a date in every run would cause merge conflicts.
HEADERS = ("MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")


def main() -> None:
    has_gettext = all(map(shutil.which, ("xgettext", "msgmerge", "msgattrib")))
    is_release = "--release" in sys.argv
    is_check = is_release or "--check" in sys.argv
    if not has_gettext and (not is_check or os.environ.get("CI")):
        sys.exit(
            "gettext is missing. Install it (Debian, Ubuntu: apt install gettext;"
            " macOS: brew install gettext) and try again."
        )
    if not is_check:
        collect()
    elif has_gettext:
        check_collected(is_release=is_release)
    else:
        print("NOT CHECKED: texts new in the code; gettext is missing.")
        check(ROOT, is_release=is_release)


def collect() -> None:
    """Bring the catalogues up to date; English translates itself."""
    make_messages(ROOT)
    for locale in LOCALES:
        catalog = read_catalog(locale, ROOT)
        write_header(catalog, locale)
        if locale == "en":
            for entry in catalog:
                translate_to_itself(entry)
        catalog.save()
        done, total = len(catalog.translated_entries()), len(catalog)
        print(f"{locale}: {done} of {total} translated")


def write_header(catalog: polib.POFile, locale: str) -> None:
    """Name the language, which gettext leaves open in a new catalogue."""
    catalog.header = (
        f"Checkpoint Charlie in {NAMES[locale]}.\n"
        "This file is distributed under the same license as Checkpoint Charlie."
    )
    kept = {name: catalog.metadata[name] for name in HEADERS}
    catalog.metadata = {"Project-Id-Version": "Checkpoint Charlie", "Language": locale}
    catalog.metadata |= kept
    catalog.metadata_is_fuzzy = False


def translate_to_itself(entry: polib.POEntry) -> None:
    if entry.msgid_plural:
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
    else:
        entry.msgstr = entry.msgid
    if entry.fuzzy:
        entry.flags.remove("fuzzy")


def check_collected(*, is_release: bool) -> None:
    """Check a copy of the catalogues that has every text of code and templates."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in SOURCES:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
        make_messages(copy)
        check(copy, is_release=is_release)


def check(base: Path, *, is_release: bool) -> None:
    catalogs = {locale: read_catalog(locale, base) for locale in LOCALES}
    for locale, catalog in catalogs.items():
        if gaps := list_gaps(catalog):
            print(f"{locale}: {len(gaps)} texts wait for a translation: {gaps[0]!r} …")
    faults = [
        f"{locale}: {fault}"
        for locale, catalog in catalogs.items()
        for fault in [
            *find_faults(catalog),
            *(list_gaps(catalog) if is_release else []),
        ]
    ]
    if faults:
        shown = "\n".join(faults[:SHOWN])
        sys.exit(f"{shown}\n{len(faults)} faults in translations.")


def list_gaps(catalog: polib.POFile) -> list[str]:
    """Return the texts without a translation, and those that have changed since."""
    entries = [*catalog.untranslated_entries(), *catalog.fuzzy_entries()]
    return [entry.msgid for entry in entries if not entry.obsolete]


def make_messages(base: Path) -> None:
    """Merge every text of code and templates into the catalogues under a folder.

    Django reads the current folder and writes to that of its settings.
    """
    command = [sys.executable, "manage.py", "makemessages", "--verbosity", "0"]
    command += ["--no-obsolete", "--add-location", "file"]
    command += [f"--ignore={pattern}" for pattern in IGNORED]
    for locale in LOCALES:
        (base / "locale" / locale / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
        command += ["--locale", locale]
    subprocess.run(command, check=True, cwd=base)


def read_catalog(locale: str, base: Path, folder: str = "locale") -> polib.POFile:
    return polib.pofile(str(base / folder / locale / "LC_MESSAGES" / "django.po"))


def find_faults(catalog: polib.POFile) -> Iterator[str]:
    forms = int(re.findall(r"nplurals=(\d)", catalog.metadata["Plural-Forms"])[0])
    for entry in catalog.translated_entries():
        yield from find_entry_faults(entry, forms)


def find_entry_faults(entry: polib.POEntry, forms: int) -> Iterator[str]:
    texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
    if entry.msgid_plural and len(texts) != forms:
        yield f"{len(texts)} plural forms instead of {forms}: {entry.msgid!r}"
    elif not placeholders(*texts) <= placeholders(entry.msgid, entry.msgid_plural):
        yield f"a placeholder that is not in the text: {entry.msgid!r}"


def placeholders(*texts: str) -> set[str]:
    return {found for text in texts for found in PLACEHOLDER.findall(text)}


if __name__ == "__main__":
    main()
