"""Rounds in two languages, and with reduced motion."""

import re

from playwright.sync_api import expect

from tests.browser.motion import NOTE_MOTION, motion_of
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


def test_round_with_reduced_motion_has_no_animation(new_phone):
    def prepare(page):
        page.add_init_script(NOTE_MOTION)

    phones = gather_known(new_phone, before=prepare, reduced_motion="reduce")
    play_round(phones)
    for phone in phones:
        assert motion_of(phone.page) == set()


def play_round(phones):
    """Play a known round of three up to the next round."""
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
