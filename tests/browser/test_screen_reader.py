"""The accessibility tree of a real Chromium, which screen readers use."""

import re

import pytest
from playwright.sync_api import expect

from games.labels import suspect_label
from tests.browser.rounds import accuse, expect_all_at, sit_at_two_suspects
from tests.browser.visits import begin, draw, visit

REGIONS = {
    "#log": {"role": "log", "live": "polite"},
    ".status-sentence": {"role": "status", "live": "polite"},
    "#alert": {"role": "alert", "live": "assertive"},
}


@pytest.mark.core
def test_suspect_is_a_button_named_with_all_five_traits(new_phone):
    alice, bob, _ = phones = sit_at_two_suspects(new_phone)
    for code in ("11111", "11110"):
        suspect = bob.page.get_by_role("button", name=suspect_label(code), exact=True)
        expect(suspect).to_have_attribute("data-suspect", code)
    accuse(alice, "11111")
    expect_all_at(phones, 6)
    told = f"{suspect_label('11111')}. Accused by alice"
    expect(bob.page.get_by_role("button", name=told, exact=True)).to_be_visible()


def test_sheet_is_a_dialog_named_after_its_suspect(new_phone):
    alice, *_ = sit_at_two_suspects(new_phone)
    alice.page.get_by_role("button", name=suspect_label("11111")).press("Enter")
    sheet = alice.page.get_by_role("dialog", name="Leopold")
    expect(sheet).to_be_focused()
    traits = ["hat", "glasses", "coat", "grey fur", "newspaper"]
    expect(sheet.get_by_role("listitem")).to_have_text(traits)
    expect(sheet.get_by_role("button", name="Accuse Leopold")).to_be_visible()
    alice.page.keyboard.press("Escape")
    expect(alice.page.locator("[data-suspect='11111']")).to_be_focused()


def test_log_turn_and_refusals_are_regions_that_stay(new_phone):
    game, (alice, bob, _) = begin()
    drawer, listener = visit(new_phone, game, alice), visit(new_phone, game, bob)
    page = listener.page
    for selector, region in REGIONS.items():
        assert accessibility_of(page, selector).items() >= region.items()
    lines = page.get_by_role("log").locator("p")
    status, count = page.locator(".status-sentence"), lines.count()
    # A screen reader loses a region that is replaced.
    watched = [status.element_handle(), lines.first.element_handle()]
    expect(status).to_have_text("alice’s turn to draw")
    draw(drawer)
    expect(status).to_have_text("Your turn: draw a card.")
    # An unused investigator in the deck adds a line of its own.
    drawn = lines.filter(has_text=re.compile("alice (keeps|discards)"))
    expect(drawn).not_to_have_count(0)
    assert lines.count() > count
    assert [node.evaluate("node => node.isConnected") for node in watched] == [True] * 2


def accessibility_of(page, selector):
    """Return the role and properties of an element in the accessibility tree."""
    devtools = page.context.new_cdp_session(page)
    document = devtools.send("DOM.getDocument")["root"]["nodeId"]
    asked = {"nodeId": document, "selector": selector}
    node = devtools.send("DOM.querySelector", asked)["nodeId"]
    asked = {"nodeId": node, "fetchRelatives": False}
    (found,) = devtools.send("Accessibility.getPartialAXTree", asked)["nodes"]
    properties = {one["name"]: one["value"]["value"] for one in found["properties"]}
    return {"role": found["role"]["value"], **properties}


def test_focus_stays_at_the_table_when_its_button_disappears(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    phone.offers("draw").get_by_role("button").press("Enter")
    phone.expect_moves(4)
    expect(phone.offers("draw")).to_have_count(0)
    assert phone.page.evaluate("document.activeElement.closest('#table') !== null")
