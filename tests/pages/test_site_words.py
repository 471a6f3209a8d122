"""The operator's own words: the name of the site, a greeting, an imprint."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from tests.support.browsers import open_browser

pytestmark = pytest.mark.django_db
NAME = "Game night <Kreuzberg>"
SHOWN = "Game night &lt;Kreuzberg&gt;"


@pytest.fixture(autouse=True)
def words(settings):
    settings.SITE_NAME = NAME
    settings.GREETING = "Tuesdays & Thursdays"
    settings.IMPRINT_URL = "https://example.org/imprint?a=1&b=2"


def title_of(page):
    """Return the title as browsers show it."""
    return " ".join(re.search("<title>(.*?)</title>", page, re.DOTALL)[1].split())


def test_home_page_has_name_and_greeting():
    page = open_browser(None).get("/").text
    assert title_of(page) == SHOWN
    assert f"<h1>{SHOWN}</h1>" in page
    assert "Tuesdays &amp; Thursdays" in page


def test_every_page_has_the_name_and_the_imprint():
    page = open_browser(None).get("/rules/").text
    assert title_of(page) == f"Rules · {SHOWN}"
    assert f'<span class="brand-name">{SHOWN}</span>' in page
    assert 'href="https://example.org/imprint?a=1&amp;b=2"' in page
    assert "Tuesdays" not in page


def test_no_page_writes_the_name_into_its_own_part_of_the_title():
    titles = {
        path.name: re.findall(
            r"{% block title %}(.*?){% endblock", path.read_text(), re.DOTALL
        )
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
    }
    assert len(titles) > 50
    assert [name for name, found in titles.items() if "Charlie" in "".join(found)] == []


def test_manifest_has_the_name():
    assert open_browser(None).get("/manifest.webmanifest").json()["name"] == NAME


@pytest.mark.parametrize("name", ["500.html", "503.html", "games/pages/offline.html"])
def test_page_without_a_request_has_the_name(name):
    page = render_to_string(name, {"sentence": ""})
    assert title_of(page).endswith(f" · {SHOWN}")


def test_site_without_own_words_shows_neither_greeting_nor_imprint(settings, client):
    settings.GREETING = settings.IMPRINT_URL = ""
    page = client.get("/").text
    assert "<strong></strong>" not in page
    assert "Imprint" not in page
