"""The lobby, as several browsers see it at the same time."""

import pytest
from playwright.sync_api import expect

from games.models.game import Game
from games.models.player import Player
from games.play.setup import open_table
from tests.browser.players import NewPhone, Phone, submit
from tests.browser.visits import beside, visit
from tests.support.cast import make_players, seat_all, setup_of

FREE = "form[action$='/join/'] [name=investigator][value={}]"


def wait_for_players(count: int, **setup: object) -> tuple[Game, list[Player]]:
    """Return a lobby with this many players; the first is the host."""
    players = make_players(max(count, 1))
    game = beside(open_table, players[0], setup_of(**setup))
    beside(seat_all, game, players[:count])
    return game, players


def two_phones(new_phone: NewPhone, **setup: object) -> tuple[Phone, Phone]:
    """Return the phones of the host and of a guest, in a lobby of three."""
    game, (alice, bob, _) = wait_for_players(3, **setup)
    return visit(new_phone, game, alice), visit(new_phone, game, bob)


def seat_of(phone: Phone, name: str):
    return phone.page.locator("[data-seat]", has_text=name)


def expect_order(phone: Phone, *names: str) -> None:
    expect(phone.page.locator("[data-seat] b")).to_have_text(list(names))


def tap(phone: Phone, name: str) -> None:
    phone.page.get_by_role("button", name=name, exact=True).click()


def confirm(phone: Phone, act: str, answer: str) -> None:
    """Make an act that asks first."""
    expect(phone.page.get_by_role("button", name=answer)).to_be_hidden()
    phone.page.locator("[data-confirm] > summary", has_text=act).first.click()
    tap(phone, answer)


@pytest.mark.core
def test_guest_joins_by_code_and_appears_on_all_phones(new_phone):
    game, (alice,) = wait_for_players(1)
    host, guest = visit(new_phone, game, alice), Phone(new_phone(), "bob")
    guest.page.goto("/")
    guest.page.locator("[name=code]").fill(f" {game.code[:3]} {game.code[3:].lower()}")
    guest.page.locator("[name=code]").press("Enter")
    guest.sit_down("britton")
    for phone in (host, guest):
        expect_order(phone, "alice", "bob")
        bob = seat_of(phone, "bob")
        expect(bob).to_have_attribute("data-investigator", "britton")


def test_investigator_taken_elsewhere_is_no_longer_offered(new_phone):
    game, (alice,) = wait_for_players(1)
    host, guest = visit(new_phone, game, alice), visit(new_phone, game)
    expect(guest.page.locator(FREE.format("meridian"))).to_have_count(1)
    guest.page.locator("[name=name]").fill("bo")
    change_investigator(host, "meridian")
    expect(guest.page.locator(FREE.format("meridian"))).to_have_count(0)
    expect(guest.page.locator(FREE.format("laces"))).to_have_count(1)
    # Text typed meanwhile is kept.
    expect(guest.page.locator("[name=name]")).to_have_value("bo")


def change_investigator(phone: Phone, investigator: str) -> None:
    form = phone.form("seat").filter(has=phone.page.locator("[name=investigator]"))
    form.locator("xpath=ancestor::details").locator("summary").click()
    form.locator(f"[name=investigator][value={investigator}]").click()


def test_just_taken_investigator_is_refused(new_phone):
    game, (alice,) = wait_for_players(1)
    host = visit(new_phone, game, alice)
    # A page without scripts stays outdated until it is loaded again.
    guest = visit(new_phone, game, live="no", java_script_enabled=False)
    change_investigator(host, "meridian")
    expect(host.page.locator("[data-seat][data-investigator=meridian]")).to_be_visible()
    guest.ask_for_seat("bob", "meridian")
    guest.expect_alert("Someone just took this investigator.")
    expect(guest.page.locator(FREE.format("meridian"))).to_have_count(0)
    guest.ask_for_seat("bob", "laces")
    expect_order(host, "alice", "bob")


def test_host_removes_a_player(new_phone):
    host, guest = two_phones(new_phone)
    confirm(host, "Remove", "Yes, remove")
    for phone in (host, guest):
        expect_order(phone, "alice", "carol")
    expect(guest.table).to_have_attribute("data-viewer", "spectator")
    expect(guest.form("join")).to_be_visible()
    guest.expect_alert("You no longer have a seat at this table.")


def test_sixth_person_can_watch(new_phone):
    game, (alice, *_) = wait_for_players(4)
    first, second = visit(new_phone, game), visit(new_phone, game)
    outdated = visit(new_phone, game, live="no", java_script_enabled=False)
    first.ask_for_seat("faye", "meridian")
    expect(second.form("join")).to_have_count(0)
    expect(second.table).to_contain_text("All five seats are taken")
    outdated.ask_for_seat("eve", "meridian")
    outdated.expect_alert("This table is full")
    submit(visit(new_phone, game, alice).form("start"))
    second.expect_phase("sides")


def test_same_players_play_again(new_phone):
    host, guest = two_phones(new_phone)
    submit(host.form("start"))
    guest.expect_phase("sides")
    host.page.get_by_text("Host options").click()
    confirm(host, "End the game", "Yes, end it")
    submit(guest.form("again"))
    expect(guest.table).to_have_attribute("data-phase", "lobby")
    expect_order(guest, "alice", "bob", "carol")
    host.page.get_by_role("link", name="Go to the new table").click()
    expect(host.table).to_have_attribute("data-code", guest.code)
    expect(host.table).to_have_attribute("data-viewer", "0")
