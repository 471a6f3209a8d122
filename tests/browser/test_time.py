"""The countdown on a page, and a seat's transfer to another phone."""

from playwright.sync_api import expect

from tests.browser.visits import beside, visit
from tests.support.cast import begin_game

# The browser's own count, this many seconds after the page was made.
COUNTED = """seconds => {
  for (const each of document.getAnimations())
    if (each.animationName === "count-down") each.currentTime = seconds * 1000;
  const digits = document.querySelector("#status .countdown b");
  return Number(getComputedStyle(digits, "::after").getPropertyValue("--left"));
}"""


def test_every_page_counts_down_by_itself(new_phone):
    game, players = beside(begin_game, 3, limits="relaxed")
    for player in (players[0], None):
        phone = visit(new_phone, game, player)
        left = int(
            phone.page.locator("[data-countdown]").get_attribute("data-countdown")
        )
        assert 60 < left <= 90
        assert phone.page.evaluate(COUNTED, 0) == left
        assert phone.page.evaluate(COUNTED, 30) == left - 30
        assert phone.page.evaluate(COUNTED, 200) == 0


def test_pause_stops_the_countdown_on_all_pages(new_phone):
    game, players = beside(begin_game, 3, limits="relaxed")
    host, bob = (visit(new_phone, game, player) for player in players[:2])
    host.page.locator("#seat-tools summary").click()
    host.page.locator("#seat-tools button[name=pause]").click()
    for phone in (host, bob):
        expect(phone.page.locator("[data-paused]")).to_be_visible()
        expect(phone.page.locator(".countdown.is-paused")).to_be_visible()


def test_seat_is_transferred_to_another_phone(new_phone):
    game, players = beside(begin_game, 3)
    old = visit(new_phone, game, players[0])
    old.page.locator("#seat-tools summary").click()
    offer = old.page.context.new_page()
    offer.goto(f"/t/{game.code}/phone/")
    link = offer.get_by_role("link", name="The link").get_attribute("href")
    new = visit(new_phone, game)
    new.page.goto(link)
    new.page.get_by_role("button", name="Play on this phone").click()
    expect(new.table).to_have_attribute("data-viewer", "0")
    old.expect_alert("another page")
    new.offers("choose").get_by_role("button").first.tap()
    for phone in (new, old):
        phone.expect_moves(1)
        expect(phone.page.locator("[data-my-clue]")).to_have_count(1)
