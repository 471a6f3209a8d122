"""What WebKit lays out in another way than Chromium."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.visits import begin, beside, build_cookie
from tests.support.cast import look_into, move
from tests.support.programs import find_webkit
from tests.support.webkit import webkit_browser

pytestmark = pytest.mark.skipif(not find_webkit(), reason="no WebKit on this machine")
PATIENCE = 30
CARD = "[data-line] .card"
# The part of the window's height that the open sheet takes.
SHARE = "return document.querySelector(':popover-open').offsetHeight / innerHeight"


@pytest.fixture
def webkit(server, tmp_path):
    with webkit_browser(tmp_path) as browser:
        yield browser


def test_suspect_sheet_leaves_most_of_the_table_in_sight(webkit, server):
    game, players = begin()
    while not any(look_into(game).state.lines):
        beside(move, game, players[look_into(game).state.turn], "draw")
    visit(webkit, server, game, players[0])
    webkit.find_element(By.CSS_SELECTOR, CARD).click()
    assert webkit.execute_script(SHARE) < 0.5


def visit(webkit, server, game, player):
    """Open a player's table."""
    webkit.get(f"{server}/healthz")
    cookie = build_cookie(player)
    webkit.add_cookie({"name": cookie["name"], "value": cookie["value"]})
    webkit.get(f"{server}/t/{game.code}/")
    live = (By.CSS_SELECTOR, "[data-live=yes]")
    WebDriverWait(webkit, PATIENCE).until(lambda page: page.find_elements(*live))


def test_menu_is_closed_by_its_button(webkit, server):
    webkit.get(f"{server}/")
    for button in (".menu-button", ".menu-close"):
        webkit.find_element(By.CSS_SELECTOR, button).click()
    assert not webkit.find_elements(By.CSS_SELECTOR, ":popover-open")
