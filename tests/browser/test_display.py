"""The display in the middle of the table, through a round."""

import pytest
from playwright.sync_api import expect

from tests.browser.engines import ChromiumPhone
from tests.browser.players import Phone, submit
from tests.browser.rounds import accuse, choose, expect_all_at, finish
from tests.browser.visits import (
    beside,
    draw,
    expect_live,
    open_display,
    visit,
    wait_for_players,
)
from tests.support.cast import begin_game
from tests.support.positions import LONG_NAMES, crowd, gather
from tools.gallery.inspector import find_overlaps

SIZES = ((1280, 720), (1920, 1080))
# The least room below a player's row in the panel, in pixels.
ROOM_BELOW = """() => {
  const end = document.getElementById("roster").getBoundingClientRect().bottom;
  return Math.min(...[...document.querySelectorAll(".place")]
    .map((place) => end - place.getBoundingClientRect().bottom));
}"""
WIDTHS = "cards => cards.map((card) => Math.round(card.getBoundingClientRect().width))"
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


def test_lobby_has_room_for_each_number_of_players(new_phone):
    page = new_phone()
    for count in range(1, 6):
        game, _players = beside(gather, count, names=LONG_NAMES)
        page.goto(f"/t/{game.code}/display/")
        expect(page.locator(".place[data-seat]")).to_have_count(count)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(ROOM_BELOW) > 0
            assert find_overlaps(ChromiumPhone(page)) == []


def test_screen_shows_all_cats_and_who_is_choosing_a_clue(new_phone):
    game, players = beside(begin_game, 4)
    display = open_display(new_phone, game)
    words = display.page.get_by_role("heading", name="One of these 32 is the chief")
    expect(words).to_be_visible()
    names = display.page.locator(".lineup-name")
    expect(names).to_have_count(32)
    for name in names.all():
        expect(name).to_be_in_viewport(ratio=1)
    choose(visit(new_phone, game, players[1]))
    display.expect_moves(1)
    waiting = "seat => getComputedStyle(seat, '::after').content"
    shown = display.page.locator("[data-seat]")
    told = [seat.evaluate(waiting) for seat in shown.all()]
    assert [each != "none" for each in told] == [True, False, True, True]
    for width, height in SIZES:
        display.page.set_viewport_size({"width": width, "height": height})
        assert find_overlaps(ChromiumPhone(display.page)) == []


def test_line_of_seven_keeps_its_names_and_its_size(new_phone):
    game, _players = beside(crowd, 5)
    display = open_display(new_phone, game)
    cards = display.page.locator("[data-line] .card")
    assert {6, 7} <= {
        line.locator(".card").count()
        for line in display.page.locator("[data-line]").all()
    }
    assert len(set(cards.evaluate_all(WIDTHS))) == 1
    for name in display.page.locator("[data-line] .card-name").all():
        expect(name).to_be_in_viewport(ratio=1)


def codes_of(suspects):
    return suspects.evaluate_all("nodes => nodes.map((node) => node.dataset.suspect)")
