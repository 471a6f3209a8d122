"""The sheet of a suspect: one in the page, filled from the card that is tapped."""

import pytest
from playwright.sync_api import expect

from games.labels import suspect_name, suspect_traits
from tests.browser.rounds import (
    accuse,
    accuse_button,
    expect_all_at,
    sit_at_two_suspects,
)
from tests.browser.visits import expect_at, open_page, prepare_replay

LEOPOLD, OTHER = "11111", "11110"
ASK_FOR_THE_WHOLE_TABLE = """() => {
  document.getElementById("table").dataset.number = 0;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# From another page of the same player.
ACCUSE_ELSEWHERE = """suspect => fetch("moves/", {
  method: "POST",
  headers: JSON.parse(document.body.getAttribute("hx-headers:inherited")),
  body: new URLSearchParams({ move: "accuse", suspect, key: crypto.randomUUID() }),
})"""


def sheet_of(page):
    return page.locator("#suspect-sheet")


def card(page, suspect):
    return page.locator(f"[data-line] [data-suspect='{suspect}']")


def expect_shown(page, suspect):
    """Expect an open sheet with the name, portrait and traits of this suspect."""
    sheet = sheet_of(page)
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("heading")).to_have_text(suspect_name(suspect))
    portrait = sheet.locator(".portrait use").get_attribute("href")
    assert portrait.endswith(f"#s-{suspect}")
    traits = ", ".join(sheet.get_by_role("listitem").all_text_contents())
    assert traits == suspect_traits(suspect)


@pytest.mark.core
def test_sheet_shows_the_suspect_whose_card_was_tapped_last(new_phone):
    alice, *_ = sit_at_two_suspects(new_phone)
    page = alice.page
    for suspect in (LEOPOLD, OTHER):
        # The sheet of the first stays open.
        card(page, suspect).click()
        expect_shown(page, suspect)
        expect(accuse_button(alice, suspect)).to_have_text(
            f"Accuse {suspect_name(suspect)}"
        )
    expect(page.locator("[data-accuse]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card(page, OTHER)).to_be_focused()
    card(page, LEOPOLD).click()
    expect_shown(page, LEOPOLD)
    sheet_of(page).get_by_role("button", name="Close").click()
    expect(card(page, LEOPOLD)).to_be_focused()
    expect(page.locator("[data-accuse='']")).to_have_count(1)


def test_second_tap_on_a_card_closes_its_sheet(new_phone):
    alice, *_ = sit_at_two_suspects(new_phone)
    card(alice.page, LEOPOLD).press("Enter")
    expect_shown(alice.page, LEOPOLD)
    card(alice.page, LEOPOLD).press("Enter")
    expect(sheet_of(alice.page)).to_be_hidden()
    card(alice.page, LEOPOLD).press("Enter")
    expect_shown(alice.page, LEOPOLD)


def test_open_sheet_says_at_once_that_another_player_was_faster(new_phone):
    alice, bob, _ = phones = sit_at_two_suspects(new_phone)
    card(alice.page, LEOPOLD).tap()
    accuse_button(alice, LEOPOLD).focus()
    accuse(bob, LEOPOLD)
    expect_all_at(phones, 6)
    expect_shown(alice.page, LEOPOLD)
    expect(alice.page.locator("#suspect-sheet .stamp")).to_have_text("Accused by bob")
    expect(accuse_button(alice, LEOPOLD)).to_have_count(0)
    expect(sheet_of(alice.page)).to_be_focused()
    expect(bob.page.locator("#suspect-sheet .stamp")).to_be_hidden()
    card(bob.page, LEOPOLD).tap()
    expect(bob.page.locator("#suspect-sheet .stamp")).to_have_text("Accused by you")
    card(alice.page, OTHER).click()
    expect(alice.page.locator("#suspect-sheet .stamp")).to_be_hidden()
    expect(accuse_button(alice, OTHER)).to_be_visible()


def test_open_sheet_loses_its_button_when_its_player_may_accuse_no_more(new_phone):
    alice, *_ = phones = sit_at_two_suspects(new_phone)
    card(alice.page, LEOPOLD).tap()
    expect(accuse_button(alice, LEOPOLD)).to_be_visible()
    alice.page.evaluate(ACCUSE_ELSEWHERE, OTHER)
    expect_all_at(phones, 6)
    expect_shown(alice.page, LEOPOLD)
    expect(alice.page.locator(".button-accuse")).to_have_count(0)


def test_open_sheet_survives_an_update_of_the_whole_table(new_phone):
    alice, *_ = phones = sit_at_two_suspects(new_phone)
    page = alice.page
    card(page, LEOPOLD).tap()
    name = page.locator("[data-seat='1'] .seat-name")
    name.evaluate("node => { node.textContent = 'Woof!'; }")
    page.evaluate(ASK_FOR_THE_WHOLE_TABLE)
    expect(name).to_have_text("bob")
    expect_shown(page, LEOPOLD)
    accuse_button(alice, LEOPOLD).tap()
    expect_all_at(phones, 6)
    expect(card(page, LEOPOLD)).to_have_attribute("data-accused-by", "0")
    expect(sheet_of(page)).to_be_hidden()


@pytest.mark.parametrize("page", ["", "display/"])
def test_spectators_sheet_names_the_accuser_and_has_no_button(new_phone, page):
    alice, *_ = phones = sit_at_two_suspects(new_phone)
    accuse(alice, LEOPOLD)
    expect_all_at(phones, 6)
    watcher = new_phone(size=(1920, 1080))
    watcher.goto(f"/t/{alice.code}/{page}")
    stamp = watcher.locator("#suspect-sheet .stamp")
    card(watcher, OTHER).click()
    expect_shown(watcher, OTHER)
    expect(stamp).to_be_hidden()
    card(watcher, LEOPOLD).click()
    expect_shown(watcher, LEOPOLD)
    expect(stamp).to_have_text("Accused by alice")
    expect(watcher.locator(".button-accuse")).to_have_count(0)


def test_sheet_of_a_replay_follows_its_position(new_phone):
    game, cookie = prepare_replay()
    page = open_page(new_phone, cookie, f"/t/{game.code}/replay/?at=20")
    expect_at(page, 20)
    suspect = page.locator("[data-line] [data-suspect]").last.get_attribute(
        "data-suspect"
    )
    card(page, suspect).click()
    expect_shown(page, suspect)
    page.evaluate("document.querySelector('[data-go=next]').click()")
    expect_at(page, 21)
    expect_shown(page, suspect)
    # Before the first move no line holds a card.
    page.evaluate("document.querySelector('[data-go=first]').click()")
    expect_at(page, 0)
    expect(sheet_of(page)).to_be_hidden()
    assert suspect not in sheet_of(page).inner_html()
