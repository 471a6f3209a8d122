"""Updates keep a player's focus, open sheet and typed text."""

from playwright.sync_api import expect

from games.play.setup import open_table
from tests.browser.players import pick, submit
from tests.browser.visits import begin, beside, draw, visit
from tests.races.arena import open_arena
from tests.support.cast import make_players, setup_of


def test_focus_stays_at_the_table_when_its_button_disappears(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    phone.offers("draw").get_by_role("button").press("Enter")
    phone.expect_moves(4)
    expect(phone.offers("draw")).to_have_count(0)
    assert phone.page.evaluate("document.activeElement.closest('#table') !== null")


def test_open_sheet_survives_a_push(new_phone):
    game, players = beside(open_arena)
    drawer, reader = (visit(new_phone, game, player) for player in players[2:4])
    reader.page.locator("[data-suspect='11111']").tap()
    accuse = reader.page.locator("[data-accuse='11111']")
    accuse.focus()
    draw(drawer)
    reader.expect_moves(8)
    expect(accuse).to_be_visible()
    expect(accuse).to_be_focused()


def test_sheet_closes_with_its_accusation(new_phone):
    game, players = beside(open_arena)
    drawer, accuser = (visit(new_phone, game, player) for player in players[2:4])
    accuser.accuse("11111")
    accused = "[data-suspect='11111'][data-accused-by='3']"
    for phone in (accuser, drawer):
        expect(phone.page.locator(accused)).to_be_visible()
    expect(accuser.page.locator("#sheet-11111")).to_be_hidden()


def test_half_filled_form_keeps_its_values(new_phone):
    (host,) = make_players(1)
    game = beside(open_table, host, setup_of())
    alice, bob = visit(new_phone, game), visit(new_phone, game)
    form = bob.form("join")
    form.locator("[name=name]").fill("bob")
    pick(form, "britton")
    alice.ask_for_seat("alice", "laces")
    expect(bob.page.locator("#roster")).to_contain_text("alice")
    expect(form.locator("[name=name]")).to_have_value("bob")
    submit(form)
    seat = bob.page.locator("[data-seat='1'][data-investigator=britton]")
    expect(seat).to_be_visible()
