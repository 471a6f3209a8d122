"""The accessibility tree of a real Chromium, which screen readers use."""

import json
import re

from playwright.sync_api import expect

from games.labels import suspect_label, suspect_name
from games.rules.moves import Draw
from games.rules.state import Phase
from tests.browser.rounds import accuse, begin_known, expect_all_at, sit_at_two_suspects
from tests.browser.test_great_moments import MOVING, before_last_call, end_round
from tests.browser.visits import begin, beside, draw, visit
from tests.support.cast import choose_all, make
from tests.support.positions import play, read_state

REGIONS = {
    "#log": {"role": "log", "live": "polite"},
    ".status-sentence": {"role": "status", "live": "polite"},
    "#alert": {"role": "alert", "live": "assertive"},
}
# Notes what the live regions say, as soon as it is in the accessibility tree.
LISTEN = """
  window.spoken = [];
  const REGIONS = "[role=status], [role=alert], [role=log] p";
  const said = new WeakMap();
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) &&
    !one.closest("[aria-live=off], [aria-hidden=true]");
  function listen() {
    for (const part of document.querySelectorAll(REGIONS)) {
      const text = isSeen(part) ? part.innerText.trim() : "";
      if (text && said.get(part) !== text)
        window.spoken.push([text, document.body.matches(".is-telling")]);
      said.set(part, text);
    }
    requestAnimationFrame(listen);
  }
  document.addEventListener("DOMContentLoaded", listen);
"""


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


def listen_to(phone):
    """Return what a page has spoken since the last call, and if during a reveal."""
    phone.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => go()))")
    return [tuple(one) for one in phone.page.evaluate("spoken.splice(0)")]


def test_drawn_card_is_spoken_once_with_its_traits(new_phone):
    game, players = beside(begin_known)
    beside(choose_all, game, players)
    alice, bob, _ = phones = [
        visit(new_phone, game, player, script=LISTEN) for player in players
    ]
    for phone in phones:
        expect(phone.page.locator(".status-sentence")).to_be_visible()
        listen_to(phone)
    draw(alice)
    expect_all_at(phones, 4)
    traits = suspect_label("11111").removeprefix(f"{suspect_name('11111')}: ")
    for phone, words in (
        (alice, ["You keep Leopold", "bob’s turn to draw"]),
        (bob, ["alice keeps Leopold", "Your turn: draw a card."]),
    ):
        turn = phone.page.locator(".status-sentence")
        expect(turn).to_have_text(words[1])
        told = [text for text, _is_telling in listen_to(phone)]
        assert [text for text in told if "Leopold" in text] == [f"{words[0]}: {traits}"]
        assert told.count(words[1]) == 1
        expect(phone.page.locator("[data-drawn] [role=status]")).to_have_count(1)


def test_reveal_is_spoken_when_its_pictures_are_shown(new_phone):
    game, players = beside(play, "game-3p-piatnik", before_last_call)
    phones = [
        visit(new_phone, game, player, script=LISTEN, **MOVING)
        for player in players[:2]
    ]
    beside(make, game, players, Draw(beside(read_state, game).turn))
    end_round(game, players)
    for phone in phones:
        phone.expect_phase("review")
        expect(phone.page.locator(".status-words")).to_be_visible(timeout=30_000)
        spoken = listen_to(phone)
        about = [
            one for one in spoken if re.search("chief|clues:|Token|Round over", one[0])
        ]
        assert len(about) > 2
        assert [text for text, is_telling in about if is_telling] == []
        assert len(set(spoken)) == len(spoken)


def play_to_a_discard(game, players):
    """Draw cards until one is discarded; return it."""
    while True:
        state = read_state(game)
        assert state.phase is Phase.SUSPECTS
        make(game, players, Draw(state.turn))
        drawn = read_state(game).drawn
        if not any(drawn in line for line in read_state(game).lines):
            return drawn


def test_closed_discard_is_named_nowhere_after_the_next_draw(new_phone):
    game, players = beside(begin_known)
    beside(choose_all, game, players)
    frames = []

    def note_frames(socket):
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    phone = visit(
        new_phone,
        game,
        players[0],
        before=lambda page: page.on("websocket", note_frames),
    )
    name = suspect_name(beside(play_to_a_discard, game, players))
    caption = phone.page.locator("[data-drawn] [role=status]")
    expect(caption).to_contain_text(f"{name}: ")
    frames.clear()
    beside(make, game, players, Draw(beside(read_state, game).turn))
    beside(game.refresh_from_db)
    expect_all_at([phone], game.move_count)
    for _ in range(2):
        devtools = phone.page.context.new_cdp_session(phone.page)
        tree = json.dumps(devtools.send("Accessibility.getFullAXTree"))
        assert name not in tree + phone.page.content() + "".join(frames)
        phone.page.reload()
        expect_all_at([phone], game.move_count)
    expect(phone.page.locator("[role=log] p[aria-live=off]")).not_to_have_count(0)
