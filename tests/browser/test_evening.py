"""An evening in several browsers: the pages move on to the next game by themselves."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.lobby.starting import start_game
from tests.browser.engines import Phone
from tests.browser.players import submit
from tests.browser.test_accessibility import chosen_of
from tests.browser.visits import (
    beside,
    expect_live,
    open_display,
    visit,
    wait_for_players,
)
from tests.support.positions import in_phase, play
from tools.gallery.pages import ends_of_rounds, evenings
from tools.gallery.tour import open_page

# Notes the kind and the size of a picture that the page shares.
SHARE = """
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files: [file] }) => {
      const { width, height } = await createImageBitmap(file);
      document.documentElement.dataset.shared = `${file.type} ${width} × ${height}`;
    },
  });
"""


# Which of these do not lie between the strip and the dock of a phone.
OUT_OF_REACH = """(all) => {
  const boxOf = (css) => document.querySelector(css).getBoundingClientRect();
  return all.filter((css) => {
    const { top, bottom, height } = boxOf(css);
    return !height || top < boxOf("#status").bottom || bottom > boxOf(".dock").top;
  });
}"""
WAYS_ON = [".onward .button-main", ".onward summary", ".onward [data-share]"]
NO_SHARE = """
  Object.assign(navigator, {
    canShare: () => true,
    share: async () => {
      window.shares = (window.shares ?? 0) + 1;
      throw new DOMException("", window.reason);
    },
  });
"""


def test_evening_goes_on_without_a_page_opened_by_hand(new_phone):
    game, players = wait_for_players(4)
    start_game(game.code, players[0], first_seat=0)
    phones = [visit(new_phone, game, player) for player in players]
    watcher, display = visit(new_phone, game), open_display(new_phone, game)
    for _game in range(2):
        newest = Game.objects.last()
        for page in (*phones, watcher, display):
            expect_live(page, "yes")
        end_game(newest.code, newest.host)
        for phone in phones:
            submit(phone.form("again"))
        for page in (*phones, watcher, display):
            expect(page.table).not_to_have_attribute("data-code", newest.code)
            page.expect_phase("sides")
        following = Game.objects.get(previous=newest)
        for page in (*phones, watcher, display):
            expect(page.table).to_have_attribute("data-code", following.code)
        expect(display.page.locator(".way-in b")).to_have_text(game.code)
        assert all(phone.table.get_attribute("data-viewer") for phone in phones)
    assert watcher.table.get_attribute("data-viewer") == "spectator"


@pytest.mark.parametrize(
    ("group", "name", "size", "more"),
    [
        (ends_of_rounds, "table-over", (360, 600), []),
        (evenings, "table-evening", (390, 664), [".standings .grow"]),
    ],
)
def test_phone_has_the_ways_on_and_the_standings_in_view(
    new_phone, server, group, name, size, more
):
    (shown,) = beside(list, chosen_of(group, {name}))
    # Without the steps that the gallery takes.
    shown = replace(shown, act=Phone.settle)
    page = open_page(new_phone(size=size).context, shown, server)
    assert page.evaluate(OUT_OF_REACH, WAYS_ON + more) == []


def test_result_is_shared_with_a_picture_of_the_game(new_phone):
    game, players = beside(play, "game-3p-devir", in_phase(Phase.OVER, 3))
    phone = visit(new_phone, game, players[0], script=SHARE)
    phone.page.locator("#result [data-share]").first.tap()
    page = phone.page.locator("html")
    expect(page).to_have_attribute("data-shared", "image/png 1200 × 630")


def test_result_is_copied_if_the_browser_refuses_to_share_it(new_phone):
    game, players = beside(play, "game-3p-devir", in_phase(Phase.OVER, 3))
    page = visit(new_phone, game, players[0], script=NO_SHARE).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator("#result [data-share]").first
    says = page.locator(button.get_attribute("data-says"))
    page.evaluate("window.reason = 'AbortError'")
    button.tap()
    page.wait_for_function("() => window.shares === 1")
    expect(says).to_be_empty()
    page.evaluate("window.reason = 'NotAllowedError'")
    button.tap()
    expect(says).to_have_text(button.get_attribute("data-copied"))
    assert "http://" in page.evaluate("navigator.clipboard.readText()")
