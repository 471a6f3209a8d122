"""A shared link shows a title, a sentence and a picture."""

import re

import pytest
from django.contrib.staticfiles import finders

from tests.support.browsers import open_browser
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db
TAG = '<meta [^>]*="{}"[^>]* content="([^"]*)">'
PICTURE = r"http://testserver/static/(icons/share-(\w+)\.jpg)"


def tag_of(page: str, name: str) -> str:
    """Return the content of the page's only tag of this name."""
    (content,) = re.findall(TAG.format(name), page)
    return content


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/", "game"),
        ("/rules/", "game"),
        ("/privacy/", "game"),
        ("/t/new/", "game"),
        ("/case/2026-11-22/", "case"),
    ],
)
def test_public_page_has_a_picture_and_a_description(address, shown):
    page = open_browser(None).get(address).text
    path, kind = re.fullmatch(PICTURE, tag_of(page, "og:image")).groups()
    assert kind == shown
    assert finders.find(path)
    assert tag_of(page, "og:title")
    assert tag_of(page, "description") == tag_of(page, "og:description") != ""


def test_link_to_a_running_table_names_no_player():
    game, players = begin_game()
    page = open_browser(None).get(f"/t/{game.code}/").text
    told = [tag_of(page, name) for name in ("og:title", "og:description")]
    assert not [one for one in told for player in players if player.name in one]
