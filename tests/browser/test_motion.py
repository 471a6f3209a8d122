"""Motion shows events, is short, and can be switched off by the viewer."""

from playwright.sync_api import expect

from games.archive.access import replay_table_view
from games.rules.moves import Done
from games.rules.observe import REFEREE
from games.rules.state import Phase
from tests.browser.rounds import (
    PAUSE_MOTION,
    accuse,
    expect_all_at,
    sit_at_two_suspects,
)
from tests.browser.visits import beside, expect_at, open_page, prepare_replay, visit
from tests.support.cast import make
from tests.support.positions import FULL, in_phase, play

# Milliseconds from the event to the end of an animation: the longest of those in the
# middle of the screen, by class, and of the others.
STAGED = {"drawn-card": 1500, "stamped": 1100}
LONGEST = 400
NOTE_MOTION = """
  window.motions = [];
  document.addEventListener("transitionrun", ({ target, propertyName }) => {
    const isIt = ({ transitionProperty }) => transitionProperty === propertyName;
    const motion = target.getAnimations().find(isIt);
    // On a busy machine the event may come after the end of its motion.
    const { delay, duration } = motion?.effect.getTiming() ?? { delay: 0, duration: 0 };
    window.motions.push([target.className, delay + duration]);
  });
"""
HAS_MOVED = """names => names.every((name) =>
  window.motions.some(([moved]) => moved === name))"""
STAGED_NOW = """document.getAnimations()
  .some(({ effect }) => effect.target.closest("#reveal"))"""
RESULT_HEIGHT = "document.getElementById('result').getBoundingClientRect().height"
TWO_FRAMES = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""


def list_long(page):
    return [motion for motion in page.evaluate("window.motions") if motion[1]]


def see_accusation(new_phone, motion):
    """Return a page after two draws and an accusation."""
    alice, bob, _carol = sit_at_two_suspects(
        new_phone,
        reduced_motion=motion,
        script=NOTE_MOTION,
    )
    accuse(alice, "11111")
    expect_all_at([bob], 6)
    return bob.page


def test_card_and_counter_move_quickly(new_phone):
    page = see_accusation(new_phone, "no-preference")
    page.wait_for_function(
        HAS_MOVED, arg=["drawn-card", "card-place", "counter", "stamped"]
    )
    for name, length in page.evaluate("window.motions"):
        assert length <= STAGED.get(name, LONGEST), name


def test_with_reduced_motion_nothing_moves_and_words_stand_for_a_moment(new_phone):
    page = see_accusation(new_phone, "reduce")
    page.evaluate(TWO_FRAMES)
    assert list_long(page) == [["stamped", 1500]]


def test_tap_ends_the_staging_of_the_reveal(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone, reduced_motion="no-preference")
    accuse(alice, "11111")
    expect_all_at([bob, carol], 6)
    carol.page.evaluate(PAUSE_MOTION)
    accuse(bob, "11110")
    expect_all_at([carol], 7)
    assert carol.page.evaluate(STAGED_NOW)
    # The tokens that are left would tell the verdicts.
    pool = carol.page.locator(".pool")
    expect(pool).to_have_css("visibility", "hidden")
    carol.page.locator("#reveal").tap()
    assert not carol.page.evaluate(STAGED_NOW)
    expect(pool).to_have_css("visibility", "visible")


def find_reveal(game):
    """Return the number of the move that ends the first round."""
    for number in range(game.move_count):
        table_view = replay_table_view(game, number, REFEREE)
        if table_view.observation.phase in {Phase.CAFE, Phase.REVIEW}:
            return number
    raise AssertionError("no round came to its end")


def test_replay_animates_a_step_but_no_leap(new_phone):
    game, cookie = prepare_replay()
    reveal = beside(find_reveal, game)
    path = f"/t/{game.code}/replay/?at={reveal - 1}"
    page = open_page(new_phone, cookie, path, reduced_motion="no-preference")
    page.evaluate(f"() => {{ {NOTE_MOTION} }}")
    page.locator("[data-go=next]").click()
    expect_at(page, reveal)
    page.wait_for_function(HAS_MOVED, arg=["clue", "token"])
    assert all(length < LONGEST for _, length in page.evaluate("window.motions"))
    page.evaluate(f"{TWO_FRAMES}.then(() => {{ window.motions = []; }})")
    page.locator("[data-go=last]").click()
    expect_at(page, game.move_count)
    page.evaluate(TWO_FRAMES)
    assert list_long(page) == []


def test_result_after_the_last_review_is_there_at_once(new_phone):
    game, players = beside(play, FULL, in_phase(Phase.REVIEW, 3))
    for seat in range(1, len(players)):
        beside(make, game, players, Done(seat))
    phone = visit(new_phone, game, players[0], reduced_motion="no-preference")
    done = phone.offers("done").get_by_role("button")
    done.tap(trial=True)
    phone.page.evaluate(PAUSE_MOTION)
    done.tap()
    phone.expect_phase("over")
    assert phone.page.evaluate(RESULT_HEIGHT) > 300
    expect(phone.page.locator(".status-sentence")).to_have_css("opacity", "1")
