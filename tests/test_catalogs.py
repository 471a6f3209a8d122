"""Catalogues are compiled without gettext, and faults in translations are found."""

import gettext
import os

import polib
import pytest
from django.conf import settings

from charlie_site.catalogs import compile_catalog, is_stale
from tools.catalogs import ROOT, find_entry_faults, list_gaps, write_header

POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);"


@pytest.fixture
def source(tmp_path):
    """Return the path of a Polish catalogue with a translated and a fuzzy text."""
    catalog = polib.POFile()
    catalog.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Language": "pl",
        "Plural-Forms": POLISH,
    }
    forms = {0: "o %d punkt", 1: "o %d punkty", 2: "o %d punktów"}
    catalog.append(polib.POEntry(msgid="one", msgid_plural="by", msgstr_plural=forms))
    catalog.append(polib.POEntry(msgid="In a row", msgstr="W rzędzie"))
    catalog.append(polib.POEntry(msgid="Draw", msgstr="Ciągnij?", flags=["fuzzy"]))
    path = tmp_path / "django.po"
    catalog.save(str(path))
    return path


def test_compiled_catalogue_is_typeset_and_has_all_plural_forms(source):
    compile_catalog(source, source.with_suffix(".mo"))
    with source.with_suffix(".mo").open("rb") as file:
        translations = gettext.GNUTranslations(file)
    found = [translations.ngettext("one", "by", n) for n in (1, 3, 5)]
    assert found == ["o\u00a0%d punkt", "o\u00a0%d punkty", "o\u00a0%d punktów"]
    assert translations.gettext("In a row") == "W\u00a0rzędzie"
    assert translations.gettext("Draw") == "Draw"


def test_catalogue_is_compiled_anew_only_after_a_change(source):
    assert is_stale(source)
    compile_catalog(source, source.with_suffix(".mo"))
    assert not is_stale(source)
    later = source.stat().st_mtime + 1
    os.utime(source, (later, later))
    assert is_stale(source)


@pytest.mark.parametrize(
    ("fault", "entry"),
    [
        ("placeholder", polib.POEntry(msgid="Hi %(name)s", msgstr="Cześć %(nama)s")),
        (
            "2 plural forms instead of 3",
            polib.POEntry(msgid="a", msgid_plural="b", msgstr_plural={0: "x", 1: "y"}),
        ),
    ],
)
def test_fault_in_a_translation_is_found(fault, entry):
    assert fault in "".join(find_entry_faults(entry, 3))


def test_text_that_waits_for_a_translation_is_found():
    catalog = polib.POFile()
    catalog.append(polib.POEntry(msgid="Draw"))
    catalog.append(polib.POEntry(msgid="Keep", msgstr="Bierz", flags=["fuzzy"]))
    catalog.append(polib.POEntry(msgid="Row", msgstr="Rząd"))
    assert list_gaps(catalog) == ["Draw", "Keep"]


def test_good_translation_has_no_fault():
    entry = polib.POEntry(msgid="Hi %(name)s", msgstr="Cześć, %(name)s")
    assert list(find_entry_faults(entry, 3)) == []


def test_header_names_the_language_of_a_new_catalogue(source):
    catalog = polib.pofile(str(source))
    catalog.metadata |= {"Language": "", "Last-Translator": "FULL NAME"}
    catalog.metadata |= dict.fromkeys(("MIME-Version", "Content-Transfer-Encoding"), "")
    write_header(catalog, "pl")
    assert catalog.header.startswith("Checkpoint Charlie in Polish.")
    assert catalog.metadata["Language"] == "pl"
    assert catalog.metadata["Plural-Forms"] == POLISH
    assert "Last-Translator" not in catalog.metadata


@pytest.mark.parametrize("language", dict(settings.LANGUAGES).values())
def test_readme_names_every_language(language):
    assert language in (ROOT / "README.md").read_text()
