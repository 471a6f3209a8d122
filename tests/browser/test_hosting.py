"""Hosts at work, and people who come late, on real phones."""

from playwright.sync_api import expect

from games.play.seats import leave_table
from tests.browser.players import NewPhone, Phone, submit
from tests.browser.visits import begin, beside, visit


def open_people(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Menu").click()
    phone.page.get_by_role("button", name="Players and invitation").click()


def test_latecomer_takes_over_the_seat_of_a_stand_in(new_phone: NewPhone) -> None:
    game, (alice, bob, _carol) = begin()
    host, late = visit(new_phone, game, alice), visit(new_phone, game)
    expect(late.page.locator("[data-my-clue]")).to_have_count(0)
    late.page.get_by_text("Want to play?").click()
    late.form("ask").locator("[name=name]").fill("dana")
    submit(late.form("ask"))
    expect(late.page.get_by_text("You asked for a seat.")).to_be_visible()
    expect(host.page.get_by_text("dana would like to play.")).to_be_visible()
    beside(leave_table, game.code, bob)
    host.page.get_by_role("button", name="Give this seat").click()
    expect(late.table).to_have_attribute("data-viewer", "1")
    expect(late.page.locator("[data-my-clue]")).to_have_count(1)
    expect(host.page.locator("#name-1")).to_have_text("dana")


def test_removed_player_is_told_at_once_and_stays_out(new_phone: NewPhone) -> None:
    game, (alice, bob, _carol) = begin()
    host, removed = visit(new_phone, game, alice), visit(new_phone, game, bob)
    open_people(host)
    sheet = host.page.locator("#people-sheet")
    expect(sheet.locator(".join-qr")).to_be_visible()
    expect(sheet.get_by_role("button", name="Yes, remove").first).to_be_hidden()
    place = sheet.locator("li", has_text="bob")
    place.locator("summary", has_text="Remove").click()
    place.get_by_role("button", name="Yes, remove").click()
    expect(removed.table).to_have_attribute("data-viewer", "spectator")
    removed.expect_alert("You no longer have a seat at this table.")
    expect(removed.page.get_by_text("The host removed you")).to_be_visible()
    expect(removed.form("ask")).to_have_count(0)
    expect(host.page.locator("#seat-1")).to_have_attribute("data-away", "")
