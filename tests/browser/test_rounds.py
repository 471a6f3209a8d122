"""Rounds in two languages, by keyboard alone, and with reduced motion."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.rounds import (
    accuse,
    choose,
    expect_all_at,
    finish,
    gather_known,
)
from tests.browser.visits import (
    begin,
    draw,
    visit,
)

# Names of animations that took time.
NOTE_MOTION = """
  window.motion = [];
  const note = ({ target, animationName }) => {
    const isLong = ({ effect }) => effect.getComputedTiming().activeDuration > 0;
    if (target.getAnimations().some(isLong)) window.motion.push(animationName ?? "-");
  };
  for (const name of ["animationstart", "transitionrun"])
    document.addEventListener(name, note, true);
"""
# Neither moves anything: one lets a button wait, the other a sentence.
STILL = {"arm", "appear"}


def test_two_languages_play_at_one_table(new_phone):
    game, (alice, bob, _) = begin()
    alices = visit(new_phone, game, alice)
    bobs = visit(new_phone, game, bob, language="ru")
    draw(alices)
    expect_all_at([alices, bobs], 4)
    draw(bobs)
    expect_all_at([alices, bobs], 5)
    cyrillic = re.compile("[А-Яа-я]{3}")
    for place in ("#status", "#log p:last-child", "#hand"):
        expect(bobs.page.locator(place)).to_have_text(cyrillic)
        expect(alices.page.locator(place)).not_to_have_text(cyrillic)
    lines = "nodes => nodes.map((node) => node.dataset.suspect).join()"
    seen = {
        phone.page.locator("[data-suspect]").evaluate_all(lines)
        for phone in (alices, bobs)
    }
    assert len(seen) == 1


def test_round_can_be_played_by_keyboard_alone(new_phone):
    alice, bob, carol = phones = gather_known(new_phone)
    press_at(alice, "form[data-move=choose] button")
    for phone in (bob, carol):
        choose(phone)
    expect_all_at(phones, 3)
    press_at(alice, ".my-clue > summary")
    expect(alice.page.locator(".my-clue-face")).to_be_visible()
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator(".my-clue-face")).to_be_hidden()
    press_at(alice, "form[data-move=draw] button")
    expect_all_at(phones, 4)
    draw(bob)
    expect_all_at(phones, 5)
    press_at(alice, "[data-line] [data-suspect='11111']")
    press_at(alice, "[data-accuse='11111']")
    expect_all_at(phones, 6)
    accuse(bob, "11110")
    expect_all_at(phones, 7)
    while alice.table.get_attribute("data-phase") in ("cafe", "review"):
        count = int(alice.table.get_attribute("data-moves"))
        press_at(alice, "form[data-move=done] button")
        for number, phone in enumerate((bob, carol), start=1):
            expect_all_at(phones, count + number)
            phone.offers("done").get_by_role("button").tap()
        expect_all_at(phones, count + 3)
    alice.expect_phase("sides")


def press_at(phone, selector):
    """Go on with the tabulator until that has the focus, and press Enter."""
    for _ in range(60):
        if phone.page.evaluate("one => document.activeElement.matches(one)", selector):
            return phone.page.keyboard.press("Enter")
        phone.page.keyboard.press("Tab")
    return pytest.fail(f"no way to {selector} by keyboard")


def test_round_with_reduced_motion_moves_nothing(new_phone):
    def prepare(page):
        page.add_init_script(NOTE_MOTION)

    phones = gather_known(new_phone, before=prepare, reduced_motion="reduce")
    play_round(phones)
    for phone in phones:
        assert set(phone.page.evaluate("window.motion")) <= STILL


def play_round(phones):
    """Play a known round of three to the beginning of the next."""
    for phone in phones:
        choose(phone)
    expect_all_at(phones, 3)
    draw(phones[0])
    expect_all_at(phones, 4)
    draw(phones[1])
    expect_all_at(phones, 5)
    accuse(phones[0], "11111")
    expect_all_at(phones, 6)
    accuse(phones[1], "11110")
    expect_all_at(phones, 7)
    finish(phones, 7)
    for phone in phones:
        phone.expect_phase("sides")
