"""The lobby, as several browsers see it at the same time."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone, pick, submit
from tests.browser.visits import visit, wait_for_players


def seat_of(phone: Phone, name: str):
    return phone.page.locator("[data-seat]", has_text=name)


def expect_order(phone: Phone, *names: str) -> None:
    expect(phone.page.locator("[data-seat] b")).to_have_text(list(names))


@pytest.mark.core
def test_guest_joins_by_code_and_appears_on_all_phones(new_phone):
    game, (alice,) = wait_for_players(1)
    host = visit(new_phone, game, alice)
    guest = Phone(new_phone(size=(360, 640)), "bob")
    guest.page.goto("/")
    guest.page.locator("[name=code]").fill(f" {game.code[:3]} {game.code[3:].lower()}")
    guest.page.locator("[name=code]").press("Enter")
    guest.sit_down("britton")
    assert guest.page.evaluate("scrollY") == 0
    for phone in (host, guest):
        expect_order(phone, "alice", "bob")
        bob = seat_of(phone, "bob")
        expect(bob).to_have_attribute("data-investigator", "britton")


def test_investigator_taken_elsewhere_is_no_longer_offered(new_phone):
    game, _players = wait_for_players(1)
    guest, other = visit(new_phone, game), visit(new_phone, game)
    taken = guest.page.locator("form[action$='/join/'] [value=meridian]")
    expect(taken).to_have_count(1)
    guest.page.locator("[name=name]").fill("bo")
    pick(guest.form("join"), "britton")
    other.name = "carol"
    other.sit_down("meridian")
    expect(taken).to_have_count(0)
    # A half-filled form is kept.
    expect(guest.page.locator("[name=name]")).to_have_value("bo")
    submit(guest.form("join"))
    expect_order(other, "alice", "carol", "bo")
    expect(seat_of(other, "bo")).to_have_attribute("data-investigator", "britton")


def test_host_removes_a_player(new_phone):
    game, (alice, bob, _) = wait_for_players(3)
    host, guest = visit(new_phone, game, alice), visit(new_phone, game, bob)
    expect(host.page.get_by_role("button", name="Yes, remove")).to_be_hidden()
    host.page.locator("[data-confirm] > summary", has_text="Remove").first.click()
    host.page.get_by_role("button", name="Yes, remove", exact=True).click()
    for phone in (host, guest):
        expect_order(phone, "alice", "carol")
    expect(guest.table).to_have_attribute("data-viewer", "spectator")
    expect(guest.form("join")).to_be_visible()
    guest.expect_alert("You no longer have a seat at this table.")
