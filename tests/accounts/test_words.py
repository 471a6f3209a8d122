"""The site's own words for the messages of Django and allauth to players."""

from datetime import date
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import override, to_locale

from games.table.lobby.forms import SetupForm
from tests.accounts.conftest import PASSWORD
from tools.catalogs import find_faults

CATALOGS = settings.BASE_DIR / "locale" / "frameworks"
LOCALES = [to_locale(code) for code, _name in settings.LANGUAGES]


def read_catalog(locale):
    return polib.pofile(str(CATALOGS / locale / "LC_MESSAGES" / "django.po"))


@pytest.fixture(scope="module")
def framework_texts():
    """Return the texts in the Russian catalogues of Django and allauth."""
    return {
        entry.msgid
        for package in (django, allauth)
        for path in Path(package.__file__).parent.rglob("locale/ru/LC_MESSAGES/*.po")
        for entry in polib.pofile(str(path))
    }


def test_unknown_account_is_refused_in_the_words_of_the_site(phone):
    page = phone.sign_in("eve", PASSWORD).content.decode()
    assert "The name and the password don’t match." in page


def test_polish_sign_in_has_no_gendered_word(phone):
    page = phone.get("/accounts/login/", headers={"Accept-Language": "pl"})
    assert "Nie pamiętasz hasła?" in page.content.decode()


def test_rules_of_a_password_are_said_in_the_words_of_the_site(phone):
    page = phone.get("/accounts/signup/").content.decode()
    assert "At least 8 characters, not only digits, nothing too common." in page
    assert "Your password can" not in page


@pytest.mark.parametrize("language", ["en", "ru", "pl", "pt-br", "de"])
@pytest.mark.parametrize("name", ["call_link", "webhook"])
def test_bad_link_is_refused_in_the_words_of_the_site(language, name):
    with override(language):
        form = SetupForm({"edition": "devir", name: "http://call.example"})
        assert form.errors[name][0].endswith("https://.")


def test_portuguese_writes_saturday_and_its_own_name_as_it_should(phone):
    with override("pt-br"):
        assert date_format(date(2026, 11, 28), "D") == "Sáb"
    page = phone.get("/").content.decode()
    assert "Português brasileiro" in page


@pytest.mark.parametrize("locale", LOCALES)
def test_every_replaced_text_is_one_that_a_framework_has(locale, framework_texts):
    texts = {entry.msgid for entry in read_catalog(locale)}
    assert texts
    assert texts <= framework_texts


@pytest.mark.parametrize("locale", LOCALES)
def test_replaced_texts_have_every_plural_form_and_no_other_placeholder(locale):
    assert list(find_faults(read_catalog(locale))) == []
