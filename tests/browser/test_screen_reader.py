"""The accessibility tree of a real Chromium, which screen readers use."""

import re

import pytest
from playwright.sync_api import expect

from games.labels import suspect_label
from tests.browser.rounds import accuse, expect_all_at, sit_at_two_suspects
from tests.browser.visits import begin, draw, visit

# Detects the replacement of a region that a screen reader is watching.
WATCH = "region => { window.watched = region; }"
IS_WATCHED = "region => window.watched === region"


def accessibility_of(phone, selector):
    """Return the role and properties of an element in the accessibility tree."""
    devtools = phone.page.context.new_cdp_session(phone.page)
    document = devtools.send("DOM.getDocument")["root"]["nodeId"]
    asked = {"nodeId": document, "selector": selector}
    node = devtools.send("DOM.querySelector", asked)["nodeId"]
    asked = {"nodeId": node, "fetchRelatives": False}
    (found,) = devtools.send("Accessibility.getPartialAXTree", asked)["nodes"]
    properties = {one["name"]: one["value"]["value"] for one in found["properties"]}
    return {"role": found["role"]["value"], **properties}


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


def test_log_is_a_polite_region_and_only_grows(new_phone):
    game, (alice, bob, _) = begin()
    drawer, listener = visit(new_phone, game, alice), visit(new_phone, game, bob)
    told = accessibility_of(listener, "#log")
    assert (told["role"], told["live"]) == ("log", "polite")
    lines = listener.page.get_by_role("log").locator("p")
    first, count = lines.first, lines.count()
    first.evaluate(WATCH)
    draw(drawer)
    listener.expect_moves(4)
    # An unused investigator in the deck adds a line of its own.
    drawn = lines.filter(has_text=re.compile("alice (keeps|discards)"))
    expect(drawn).not_to_have_count(0)
    assert lines.count() > count
    assert first.evaluate(IS_WATCHED)


def test_turn_is_announced_in_an_existing_region(new_phone):
    game, (alice, bob, _) = begin()
    drawer, listener = visit(new_phone, game, alice), visit(new_phone, game, bob)
    status = listener.page.locator(".status-sentence")
    told = accessibility_of(listener, ".status-sentence")
    assert (told["role"], told["live"]) == ("status", "polite")
    status.evaluate(WATCH)
    expect(status).to_have_text("alice's turn to draw")
    draw(drawer)
    expect(status).to_have_text("Your turn: draw a card.")
    assert status.evaluate(IS_WATCHED)


def test_refusal_is_an_assertive_alert(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    told = accessibility_of(phone, "#alert")
    assert (told["role"], told["live"]) == ("alert", "assertive")
