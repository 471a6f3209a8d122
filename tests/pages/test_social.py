"""A shared link shows a title, a sentence and a picture."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.archive.links import share_replay
from games.rules.observe import REFEREE
from games.table.lobby.club import make_club
from games.table.lobby.ending import end_game
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


@pytest.mark.parametrize("accepts", ["", "en-US,en;q=0.9"])
def test_preview_of_a_table_is_in_the_language_of_the_table(accepts):
    game, players = begin_game(language="ru")
    fetcher = Client(headers={"accept-language": accepts} if accepts else None)
    club = make_club(players[0])
    addresses = [f"/t/{game.code}/", f"/t/{game.code}/display/"]
    for is_over in (False, True):
        if is_over:
            end_game(game.code, players[0])
            game.refresh_from_db()
            link = share_replay(game, players[0], REFEREE).token
            addresses += [
                f"/t/{game.code}/replay/?link={link}",
                f"/t/{game.code}/evening/",
                f"/club/{club.code}/",
            ]
        for address in addresses:
            page = fetcher.get(address).text
            assert re.search("[а-я]", tag_of(page, "og:description")), address
            assert '<html lang="en"' in page
            sizes = [tag_of(page, f"og:image:{side}") for side in ("width", "height")]
            assert sizes == ["1200", "630"]
