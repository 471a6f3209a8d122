"""The home page in a real browser, and one tap to a game with bots."""

import re

from playwright.sync_api import expect

from tests.browser.players import Phone
from tests.browser.rounds import choose


def test_tap_beside_the_open_menu_only_closes_it_and_the_next_begins(new_phone):
    page = new_phone()
    page.goto("/")
    page.locator(".menu-button").tap()
    menu = page.locator("#site-menu")
    expect(menu).to_be_visible()
    box = page.locator("form[action='/bots/'] button").bounding_box()
    page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] / 2)
    expect(menu).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/$"))
    page.locator("form[action='/bots/'] button").tap()
    phone = Phone(page)
    phone.expect_phase("sides")
    # Bots choose their sides within nine seconds.
    choose(phone)
    phone.expect_phase("suspects")
