"""A table whose players have two languages."""

import re

from playwright.sync_api import expect

from tests.browser.rounds import expect_all_at
from tests.browser.visits import begin, draw, visit


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
