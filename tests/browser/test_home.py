"""The home page in a real browser, and one tap to a game with bots."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.engines import ChromiumPhone
from tests.browser.players import Phone
from tests.browser.rounds import IS_ON_TOP, choose
from tests.browser.visits import (
    begin,
    build_cookie,
    open_page,
    visit,
    wait_for_players,
)
from tools.gallery.inspector import find_overlaps


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


@pytest.mark.parametrize("address", ["/", "/t/{code}/"])
def test_menu_has_a_button_that_closes_it(new_phone, address):
    game, players = wait_for_players(1)
    page = open_page(
        new_phone,
        build_cookie(players[0]),
        address.format(code=game.code),
        size=(320, 568),
    )
    page.locator(".menu-button").tap()
    menu = page.locator("#site-menu")
    close = menu.get_by_role("button", name="Close")
    box = close.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    assert find_overlaps(ChromiumPhone(page)) == []
    close.tap()
    expect(menu).to_be_hidden()


@pytest.mark.parametrize("size", [(360, 640), (640, 320)])
def test_menu_can_be_closed_from_its_end(new_phone, size):
    game, players = wait_for_players(1)
    cookie = build_cookie(players[0])
    page = open_page(new_phone, cookie, f"/t/{game.code}/", size=size)
    page.locator(".menu-button").tap()
    menu = page.locator("#site-menu")
    menu.evaluate("menu => menu.scrollTo(0, menu.scrollHeight)")
    assert menu.evaluate("menu => menu.scrollTop") > 0
    close = menu.get_by_role("button", name="Close")
    close.tap(trial=True)
    assert close.evaluate(IS_ON_TOP)
    expect(close).to_be_in_viewport(ratio=1)
    close.tap()
    expect(menu).to_be_hidden()


def test_sheet_takes_the_place_of_the_menu_that_opened_it(new_phone):
    game, players = begin()
    page = visit(new_phone, game, players[0], size=(390, 664)).page
    menu = page.locator("#site-menu")
    items = menu.locator(":is(a, button:not(.menu-close)):visible")
    page.locator(".menu-button").tap()
    expect(items.first).to_have_text("Pause or leave")
    for name, sheet in (
        ("Players and invitation", "#people-sheet"),
        ("Pause or leave", "#game-sheet"),
    ):
        menu.get_by_role("button", name=name).tap()
        expect(page.locator(sheet)).to_be_visible()
        expect(menu).to_be_hidden()
        page.locator(sheet).get_by_role("button", name="Close").tap()
        expect(page.locator(sheet)).to_be_hidden()
        page.locator(".menu-button").tap()
