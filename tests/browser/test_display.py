"""The display in the middle of the table, through a round."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone, submit
from tests.browser.rounds import accuse, choose, expect_all_at, finish
from tests.browser.visits import (
    draw,
    expect_live,
    open_display,
    visit,
    wait_for_players,
)

SECRETS = "[data-my-clue], form[data-move], #open-notebook"


@pytest.mark.core
def test_display_shows_a_round_and_no_secret(new_phone):
    game, players = wait_for_players(3)
    phones = [visit(new_phone, game, player) for player in players]
    display = open_display(new_phone, game)
    everybody = [*phones, display]
    expect(display.page.locator(".join-qr")).to_be_in_viewport(ratio=1)
    submit(phones[0].form("start"))
    for one in everybody:
        one.expect_phase("sides")
    for phone in phones:
        choose(phone)
    count = 3
    expect_all_at(everybody, count)
    suspects = display.page.locator("[data-line] [data-suspect]")
    while suspects.count() < 2:
        draw(phones[(count - 3) % 3])
        count += 1
        expect_all_at(everybody, count)
    for phone, suspect in zip(phones, codes_of(suspects), strict=False):
        accuse(phone, suspect)
        count += 1
        expect_all_at(everybody, count)
    expect(display.page.locator(".accusers [data-investigator]")).to_have_count(2)
    expect(display.page.locator("#reveal")).to_be_visible()
    finish(phones, count)
    display.expect_phase("sides")
    expect(display.page.locator(SECRETS)).to_have_count(0)


def test_stream_shows_no_way_in_and_no_background(new_phone):
    game, _players = wait_for_players(3)
    page = new_phone(size=(1920, 1080))
    page.goto(f"/t/{game.code}/display/?stream=1")
    expect_live(Phone(page), "yes")
    expect(page.locator(".roster")).to_be_visible()
    for way_in in (".join-code", ".join-qr", ".way-in"):
        expect(page.locator(way_in)).not_to_be_visible()
    for part in ("html", "body", "#table"):
        expect(page.locator(part)).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def codes_of(suspects):
    return suspects.evaluate_all("nodes => nodes.map((node) => node.dataset.suspect)")
