"""The lobby, as several browsers see it at the same time."""

import pytest
from playwright.sync_api import expect

from games.table.people.kept_out import show_out
from games.table.people.seats import leave_table
from tests.browser.players import Phone, pick, submit
from tests.browser.rounds import PAUSE_MOTION
from tests.browser.visits import (
    COUNT_TONES,
    Cable,
    beside,
    note_requests,
    visit,
    wait_for_players,
)

# The sounds come with the first tap, and a moment later.
TAP_UNTIL_HEARD = """() => {
  document.querySelector(".roster .dog").dispatchEvent(
    new MouseEvent("click", { bubbles: true }));
  return window.tones > 0;
}"""


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


def test_dog_barks_when_it_is_tapped(new_phone):
    game, (alice,) = wait_for_players(1)
    page = visit(new_phone, game, alice, script=COUNT_TONES).page
    page.locator(".roster .dog").first.tap()
    page.wait_for_function(TAP_UNTIL_HEARD)


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


def test_picked_investigator_that_is_taken_is_replaced_by_a_free_one(new_phone):
    game, _players = wait_for_players(1)
    guest, other = visit(new_phone, game), visit(new_phone, game)
    guest.page.locator("[name=name]").fill("bo")
    pick(guest.form("join"), "meridian")
    other.name = "carol"
    other.sit_down("meridian")
    taken = guest.page.locator("form[action$='/join/'] [value=meridian]")
    expect(taken).to_have_count(0)
    expect(guest.page.locator("[name=investigator]:checked")).to_have_count(1)
    submit(guest.form("join"))
    expect_order(other, "alice", "carol", "bo")


def test_host_removes_a_player(new_phone):
    game, (alice, bob, _) = wait_for_players(3)
    host, guest = visit(new_phone, game, alice), visit(new_phone, game, bob)
    expect(host.page.get_by_role("button", name="Yes, remove")).to_be_hidden()
    ask_to_remove(host, "bob").click()
    for phone in (host, guest):
        expect_order(phone, "alice", "carol")
    expect(guest.table).to_have_attribute("data-viewer", "spectator")
    expect(guest.form("join")).to_have_count(0)
    guest.expect_alert("You no longer have a seat at this table.")


def ask_to_remove(phone: Phone, name: str):
    """Open the confirmation in a player's row and return its button."""
    row = seat_of(phone, name)
    row.locator(".place-more > summary").click()
    row.locator("[data-confirm] > summary").click()
    return row.get_by_role("button", name="Yes, remove")


@pytest.mark.parametrize(("name", "stays"), [("bob", False), ("carol", True)])
def test_open_confirmation_closes_with_its_player_alone(new_phone, name, stays):
    game, (alice, bob, *_) = wait_for_players(4)
    host = visit(new_phone, game, alice)
    button = ask_to_remove(host, name)
    beside(leave_table, game.code, bob)
    expect_order(host, "alice", "carol", "dave")
    expect(button).to_be_visible(visible=stays)
    expect(host.page.locator("[data-confirm][open]")).to_have_count(int(stays))


def tap_twice(phone: Phone, button, rows, count: int) -> None:
    """Tap a button, and its spot again once this many rows are left.

    However slow the machine, what has appeared there is new.
    """
    button.click(trial=True)
    phone.page.evaluate(PAUSE_MOTION)
    button.evaluate("button => button.scrollIntoView({ block: 'center' })")
    box = button.bounding_box()
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.click(*spot)
    expect(rows).to_have_count(count)
    phone.page.mouse.click(*spot)


def test_double_tap_removes_one_player(new_phone):
    game, (alice, *_) = wait_for_players(4)
    host = visit(new_phone, game, alice, before=Cable().lay)
    sent = note_requests(host, "/seat/")
    tap_twice(host, ask_to_remove(host, "bob"), host.page.locator("[data-seat]"), 3)
    expect_order(host, "alice", "carol", "dave")
    assert len(sent) == 1


def test_double_tap_lets_in_one_player(new_phone):
    game, (alice, *_) = wait_for_players(4)
    for _ in range(2):
        beside(show_out, game.code, alice, 1)
    host = visit(new_phone, game, alice, before=Cable().lay)
    sent = note_requests(host, "/seat/")
    buttons = host.page.get_by_role("button", name="Let in again")
    tap_twice(host, buttons.first, buttons, 1)
    expect(buttons).to_have_count(1)
    assert len(sent) == 1
    # A later tap counts.
    host.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    buttons.click()
    expect(buttons).to_have_count(0)
