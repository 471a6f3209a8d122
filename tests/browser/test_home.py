"""The home page in a real browser."""

import re

from playwright.sync_api import expect


def test_tap_beside_the_open_menu_only_closes_it(new_phone):
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
    expect(page.locator("#table")).to_have_attribute("data-phase", "sides")
