"""A drawn card is shown to all, and a silent player is asked for a sign."""

from playwright.sync_api import expect

from games.labels import suspect_name
from games.rules.state import Phase
from tests.browser.test_feedback import NOTE_SHAKES
from tests.browser.visits import COUNT_TONES, begin, beside, draw, visit
from tests.support.positions import play, read_state

# A player is absent after a second, and asked for a sign after six.
CLOCK_SPEED = "15"
# Since when each drawn card has been in sight with its caption, without a break.
NOTE_SIGHTS = """
  window.sights = {};
  const look = () => {
    const drawn = document.querySelector("[data-drawn]");
    const caption = drawn?.querySelector("figcaption");
    const { top, bottom, left, right } = caption?.getBoundingClientRect() ?? {};
    const isInSight = caption?.checkVisibility({ opacityProperty: true })
      && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    const { suspect, since } = window.sights.now ?? {};
    window.sights.now = !isInSight ? null : {
      suspect: drawn.dataset.drawn,
      caption: caption.textContent,
      since: suspect === drawn.dataset.drawn ? since : performance.now(),
    };
    requestAnimationFrame(look);
  };
  document.addEventListener("DOMContentLoaded", look);
"""
HAS_STAYED = """(suspect) => {
  const { now } = window.sights;
  return now?.suspect === suspect && performance.now() - now.since >= 1000;
}"""


def test_drawn_card_stays_in_sight_and_then_nowhere(new_phone):
    game, players = beside(play, "game-3p-piatnik", lambda state: len(state.deck) == 4)
    frames = []

    def note(frame):
        frames.append(frame)

    def listen(page):
        page.on("websocket", lambda socket: socket.on("framereceived", note))

    phones = [visit(new_phone, game, player) for player in players]
    watching = visit(new_phone, game, before=listen, script=NOTE_SIGHTS)
    gone = set()
    while (state := beside(read_state, game)).phase is Phase.SUSPECTS:
        frames.clear()
        draw(phones[state.turn])
        left = str(len(state.deck) - 1)
        expect(watching.page.locator("[data-deck]")).to_have_text(left)
        after = beside(read_state, game)
        watching.page.wait_for_function(HAS_STAYED, arg=after.drawn)
        shown = [*map(str, frames), watching.page.content()]
        for suspect in gone:
            assert not [one for one in shown if suspect_name(suspect) in one]
        if not any(after.drawn in line for line in after.lines):
            gone.add(after.drawn)
    assert gone


def test_silent_player_is_asked_and_played_for_until_a_sign(new_phone):
    game, (alice, bob, carol) = begin()
    other, _another = [visit(new_phone, game, player) for player in (bob, carol)]
    silent = visit(new_phone, game, alice, script=COUNT_TONES + NOTE_SHAKES)
    silent.page.locator("body").tap(position={"x": 100, "y": 8})
    question = silent.page.get_by_role("alert").filter(has_text="Still there?")
    votes = other.page.locator("#votes")
    expect(question).to_be_in_viewport(ratio=1)
    expect(question).to_contain_text("Still there?")
    silent.page.wait_for_function("() => window.tones === 2")
    assert silent.page.evaluate("window.shakes") == [[90]]
    # A screen reader moves the focus without a key.
    silent.page.locator(".menu-button").evaluate("button => button.focus()")
    expect(question).to_be_hidden()
    expect(question).to_be_visible()
    other.page.keyboard.press("Shift")
    expect(votes).to_contain_text("alice has not moved for two minutes.")
    other.page.get_by_role("button", name="Play on without alice").tap()
    expect(votes).to_contain_text("A stand-in plays for alice until alice is back.")
    # The update brings no sign of its own.
    expect(silent.table).to_have_attribute("data-moves", "4")
    expect(question).to_be_visible()
    question.get_by_role("button", name="I’m here").tap()
    expect(question).to_be_hidden()
    expect(votes).to_be_hidden()
    expect(other.offers("draw")).to_have_count(1)
