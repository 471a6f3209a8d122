"""Motion shows events, is short, and can be switched off by the viewer."""

from games.archive.replay import replay_table_view
from games.rules.observe import REFEREE
from games.rules.state import Phase
from tests.browser.replays import expect_at, open_as_staff, prepare
from tests.browser.rounds import accuse, expect_all_at, sit_at_two_suspects
from tests.browser.visits import beside

# Milliseconds from the event to the end of the animation.
LONGEST = 400
NOTE_MOTION = """
  window.motions = [];
  document.addEventListener("transitionrun", ({ target, propertyName }) => {
    const isIt = ({ transitionProperty }) => transitionProperty === propertyName;
    const motion = target.getAnimations().find(isIt);
    // On a busy machine the event may come after the end of its motion.
    if (!motion) return;
    const { delay, duration } = motion.effect.getTiming();
    window.motions.push([target.className, delay + duration]);
  });
"""
HAS_MOVED = """names => names.every((name) =>
  window.motions.some(([moved]) => moved === name))"""
TWO_FRAMES = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""


def see_accusation(new_phone, motion):
    """Return a page after two draws and an accusation."""
    alice, bob, _carol = sit_at_two_suspects(
        new_phone,
        reduced_motion=motion,
        before=lambda page: page.add_init_script(NOTE_MOTION),
    )
    accuse(alice, "11111")
    expect_all_at([bob], 6)
    return bob.page


def test_card_and_counter_move_quickly(new_phone):
    page = see_accusation(new_phone, "no-preference")
    page.wait_for_function(HAS_MOVED, arg=["drawn-card", "card-place", "counter"])
    assert all(length < LONGEST for _, length in page.evaluate("window.motions"))


def test_reduced_motion_prevents_animation(new_phone):
    page = see_accusation(new_phone, "reduce")
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.motions") == []


def find_reveal(game):
    """Return the number of the move that ends the first round."""
    for number in range(game.move_count):
        table_view = replay_table_view(game, number, REFEREE)
        if table_view.observation.phase in {Phase.CAFE, Phase.REVIEW}:
            return number
    raise AssertionError("no round came to its end")


def test_replay_animates_a_step_but_no_leap(new_phone, server):
    game, session = prepare()
    reveal = beside(find_reveal, game)
    path = f"/t/{game.code}/replay/?at={reveal - 1}"
    page = open_as_staff(
        new_phone, server, session, path, reduced_motion="no-preference"
    )
    page.evaluate(f"() => {{ {NOTE_MOTION} }}")
    page.locator("[data-go=next]").click()
    expect_at(page, reveal)
    page.wait_for_function(HAS_MOVED, arg=["clue", "token"])
    assert all(length < LONGEST for _, length in page.evaluate("window.motions"))
    page.evaluate(f"{TWO_FRAMES}.then(() => {{ window.motions = []; }})")
    page.locator("[data-go=last]").click()
    expect_at(page, game.move_count)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.motions") == []
