"""The extras of a phone: reactions, notebook, sounds, vibration, title, countdown."""

import re

from playwright.sync_api import expect

from games.models import Seat
from tests.browser.rounds import (
    accuse,
    expect_all_at,
    set_visibility,
    sit_at_two_suspects,
)
from tests.browser.visits import (
    COUNT_TONES,
    NOTE_AUDIO,
    STOP_AUDIO,
    begin,
    beside,
    call_script,
    draw,
    expect_live,
    look_at_tv,
    visit,
)
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, choose_all, move

# The browser's own count, this many seconds after the page was made.
COUNTED = """seconds => {
  for (const each of document.getAnimations())
    if (each.animationName === "count-down") each.currentTime = seconds * 1000;
  const digits = document.querySelector("#status .countdown b");
  return Number(getComputedStyle(digits, "::after").getPropertyValue("--left"));
}"""
# What the page counts if it hears that a limit ends in this many seconds.
HEAR_CLOCK = f"""async seconds => {{
  const timer = document.querySelector("#status .countdown");
  await {call_script("socket", "setClock(timer.dataset.ends - seconds * 1000)")};
  const digits = getComputedStyle(timer.querySelector("b"), "::after");
  return Number(digits.getPropertyValue("--left"));
}}"""
NOTE_SHAKES = """
  window.shakes = [];
  navigator.vibrate = (pulses) => window.shakes.push(pulses);
"""

NOTE_LOCKS = """
  window.locks = [];
  window.isRefused = false;
  const request = async (kind) => {
    window.locks.push(kind);
    if (window.isRefused) throw new DOMException("low battery", "NotAllowedError");
    window.held = new EventTarget();
    return Object.assign(window.held, { release: () => window.locks.push("released") });
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
# A place without a control.
HEAD = {"x": 100, "y": 8}


def test_bark_appears_briefly_on_another_phone(new_phone):
    game, (alice, bob, _) = begin()
    alices, bobs = visit(new_phone, game, alice), visit(new_phone, game, bob)
    alices.page.locator("#open-reactions").tap()
    alices.page.locator("form[action$='/reactions/'] [value=woof]").tap()
    bubble = bobs.page.locator("[data-seat='0'] .bubble[role=status]")
    expect(bubble).to_have_text("Woof!")
    expect(bubble).to_be_in_viewport()
    expect(alices.page.locator("#reactions")).to_be_hidden()
    expect(alices.page.locator("[data-seat='0'] .bubble")).to_have_text("Woof!")
    expect(bubble).to_be_empty()


def test_first_game_has_a_hint_about_the_last_card(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone)
    hint = carol.page.locator(".hint")
    expect(hint).to_contain_text("bob")
    expect(bob.page.locator(".hint")).to_have_count(0)
    draw(carol)
    expect(alice.page.locator(".hint")).to_contain_text("carol")
    alice.page.locator(".hint").tap()
    expect(alice.page.locator(".hint")).to_have_count(0)
    draw(alice)
    expect(carol.page.locator(".hint")).to_contain_text("alice")
    carol.page.get_by_role("button", name="Menu").tap()
    carol.page.get_by_label("Hints in my first game").uncheck()
    expect(carol.page.locator(".hint")).to_be_hidden()


def test_bubble_survives_an_update_of_the_whole_table(new_phone):
    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice).page
    bubble = page.locator("[data-seat='1'] .bubble")
    name = page.locator("[data-seat='1'] .seat-name")
    for piece in (bubble, name):
        piece.evaluate("node => { node.textContent = 'Woof!'; }")
    # A page at another number asks for the whole table.
    page.evaluate(
        "document.getElementById('table').dataset.number = 0;"
        "document.dispatchEvent(new Event('visibilitychange'));"
    )
    expect(name).to_have_text("bob")
    expect(bubble).to_have_text("Woof!")


def test_notebook_marks_survive_a_reload_and_stay_private(new_phone):
    game, (alice, bob, _) = begin()
    alices, bobs = visit(new_phone, game, alice), visit(new_phone, game, bob)
    open_notebook(alices)
    note = "#note-2-hat"
    alices.page.locator(note).tap()
    expect(alices.page.locator(note)).to_have_attribute("data-mark", "no")
    alices.page.locator(note).tap()
    expect(alices.page.locator(note)).to_have_attribute("data-mark", "yes")
    alices.page.reload()
    open_notebook(alices)
    expect(alices.page.locator(note)).to_have_attribute("data-mark", "yes")
    open_notebook(bobs)
    expect(bobs.page.locator(note)).to_have_attribute("data-mark", "")


def test_open_notebook_is_updated_while_others_draw(new_phone):
    game, players = beside(begin_game, 3, notebook="auto")
    beside(choose_all, game, players)
    alices = visit(new_phone, game, players[0])
    open_notebook(alices)
    crossed = alices.page.locator("#notebook [data-impossible]")
    expect(crossed).to_have_count(4)
    for turn in range(9):
        beside(move, game, players[turn % 3], "draw")
    shown = beside(open_browser(players[0]).get, f"/t/{game.code}/notebook/").text
    # The server notices these moves with its heartbeat, every ten seconds.
    expect(alices.table).to_have_attribute("data-moves", "12", timeout=30_000)
    expect(crossed).to_have_count(shown.count("data-impossible"))
    expect(alices.page.locator("#notebook")).to_be_visible()


def open_notebook(phone):
    phone.page.locator("#open-notebook").tap()
    expect(phone.page.locator("#notebook")).to_be_visible()


def test_hidden_tab_shows_the_turn_by_title_and_icon(new_phone):
    game, (alice, bob, _) = begin()
    alices, bobs = visit(new_phone, game, alice), visit(new_phone, game, bob)
    page = bobs.page
    title = page.title()
    icon = page.locator("link[rel=icon]")
    set_visibility(page, "hidden")
    expect(page).to_have_title(title)
    draw(alices)
    expect(page).to_have_title("Your turn: draw a card.")
    expect(icon).to_have_attribute("href", re.compile("icon-turn"))
    set_visibility(page, "visible")
    expect(page).to_have_title(title)
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))


def test_phone_sounds_and_vibrates_until_switched_off(new_phone):
    script = COUNT_TONES + NOTE_AUDIO + NOTE_SHAKES
    alice, bob, carol = sit_at_two_suspects(new_phone, script=script)
    before = wake_audio(bob)
    accuse(alice, "11111")
    expect_all_at([bob], 6)
    bob.page.wait_for_function("before => window.tones === before + 2", arg=before)
    # No page may shake before its first touch, so bob's turn was not felt.
    assert bob.page.evaluate("window.shakes") == [[60]]
    bob.page.get_by_role("button", name="Menu").tap()
    for name in ("Sounds", "Vibration"):
        bob.page.get_by_role("checkbox", name=name).uncheck()
    bob.page.reload()
    expect_live(bob, "yes")
    bob.page.locator("body").tap(position=HEAD)
    draw(carol)
    expect_all_at([alice, bob], 7)
    assert bob.page.evaluate("[window.tones, window.shakes]") == [0, []]
    assert alice.page.evaluate("window.shakes.at(-1)") == [90]
    bob.page.get_by_role("button", name="Menu").tap()
    expect(bob.page.get_by_role("checkbox", name="Sounds")).not_to_be_checked()


def test_phone_sounds_again_after_a_call(new_phone):
    alice, bob, _ = sit_at_two_suspects(new_phone, script=COUNT_TONES + NOTE_AUDIO)
    before = wake_audio(bob)
    bob.page.evaluate(STOP_AUDIO)
    set_visibility(bob.page, "hidden")
    set_visibility(bob.page, "visible")
    bob.page.wait_for_function("() => window.audios[0].state === 'running'")
    accuse(alice, "11111")
    bob.page.wait_for_function("before => window.tones === before + 2", arg=before)


def wake_audio(phone):
    """Tap, wait until the page may sound, and return how many tones it has begun."""
    phone.page.locator("body").tap(position=HEAD)
    phone.page.wait_for_function("() => window.audios[0]?.state === 'running'")
    return phone.page.evaluate("window.tones")


def test_public_clue_is_heard_and_not_the_card_that_is_sorted_with_it(new_phone):
    phones = sit_at_two_suspects(new_phone, script=COUNT_TONES + NOTE_AUDIO)
    _alice, bob, carol = phones
    beside(draw_until_a_clue_comes, bob.code)
    expect_all_at(phones, 14)
    before = wake_audio(bob)
    draw(carol)
    expect(bob.page.locator("[data-public-clue]")).not_to_have_count(0)
    assert bob.page.evaluate("window.tones") == before + 3


def draw_until_a_clue_comes(code):
    seats = Seat.objects.filter(game__code=code).select_related("game", "player")
    for turn in range(2, 11):
        seat = seats.get(index=turn % 3)
        move(seat.game, seat.player, "draw")


def test_phone_beside_a_tv_leaves_all_sounds_but_its_turn_to_the_display(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone, script=COUNT_TONES + NOTE_AUDIO)
    for phone in (alice, bob):
        look_at_tv(phone)
    before = [wake_audio(phone) for phone in (alice, bob)]
    draw(carol)
    expect_all_at([bob, alice], 6)
    alice.page.wait_for_function("(heard) => window.tones > heard", arg=before[0])
    assert bob.page.evaluate("window.tones") == before[1]


def test_screen_stays_awake_while_the_game_runs(new_phone):
    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice, script=NOTE_LOCKS).page
    assert page.evaluate("window.locks") == ["screen"]
    set_visibility(page, "hidden")
    set_visibility(page, "visible")
    page.wait_for_function("window.locks.length === 3")
    assert page.evaluate("window.locks") == ["screen", "released", "screen"]


def test_wake_lock_is_asked_for_again_after_a_refusal_and_when_it_was_taken(new_phone):
    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice, script=NOTE_LOCKS + "isRefused = true;").page
    assert page.evaluate("window.locks") == ["screen"]
    page.evaluate("window.isRefused = false")
    page.locator("body").tap(position=HEAD)
    assert page.evaluate("window.locks") == ["screen"] * 2
    page.locator("body").tap(position=HEAD)
    assert page.evaluate("window.locks") == ["screen"] * 2
    page.evaluate("window.held.dispatchEvent(new Event('release'))")
    beside(move, game, alice, "draw")
    page.wait_for_function("() => window.locks.length === 3")


def test_browser_without_a_wake_lock_says_so_once(new_phone):
    game, (alice, *_) = begin()
    script = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
    phone = visit(new_phone, game, alice, script=script)
    phone.expect_alert("screen")
    phone.page.reload()
    expect_live(phone, "yes")
    expect(phone.page.locator("#alert")).to_be_empty()


def test_every_page_counts_down_by_itself(new_phone):
    game, players = beside(begin_game, 3, limits="relaxed")
    for player in (players[0], None):
        page = visit(new_phone, game, player).page
        left = int(page.locator("[data-left]").text_content())
        assert 60 < left <= 90
        counted = [page.evaluate(COUNTED, seconds) for seconds in (0, 30, 200)]
        assert counted == [left, left - 30, 0]


def test_countdown_follows_the_servers_clock(new_phone):
    game, players = beside(begin_game, 3, limits="relaxed")
    page = visit(new_phone, game, players[0]).page
    assert 28 <= page.evaluate(HEAR_CLOCK, 30) <= 30
    # A message that took longer is not believed.
    assert 28 <= page.evaluate(HEAR_CLOCK, 80) <= 30
    assert page.evaluate(HEAR_CLOCK, -5) == 0
