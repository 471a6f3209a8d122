"""Motion shows what has happened, is soon over, and stays away where it is unwanted."""

import pytest

from tests.browser.rounds import accuse, expect_all_at, sit_at_two_suspects

pytestmark = pytest.mark.long

# Milliseconds from the event to the end of what moves.
LONGEST = 400
NOTE_MOTION = """
  window.motions = [];
  document.addEventListener("transitionrun", ({ target, propertyName }) => {
    const isIt = ({ transitionProperty }) => transitionProperty === propertyName;
    const { delay, duration } = target.getAnimations().find(isIt).effect.getTiming();
    window.motions.push([target.className, delay + duration]);
  });
"""
HAS_MOVED = """names => names.every((name) =>
  window.motions.some(([moved]) => moved === name))"""
TWO_FRAMES = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""


def see_accusation(new_phone, motion):
    """Return a page that has seen two draws and an accusation."""
    alice, bob, _carol = sit_at_two_suspects(
        new_phone,
        reduced_motion=motion,
        before=lambda page: page.add_init_script(NOTE_MOTION),
    )
    accuse(alice, "11111")
    expect_all_at([bob], 6)
    return bob.page


def test_card_flies_and_counter_lands_in_less_than_a_blink(new_phone):
    page = see_accusation(new_phone, "no-preference")
    page.wait_for_function(HAS_MOVED, arg=["drawn-card", "card-place", "counter"])
    assert all(length < LONGEST for _, length in page.evaluate("window.motions"))


def test_nothing_moves_where_motion_is_unwanted(new_phone):
    page = see_accusation(new_phone, "reduce")
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.motions") == []
