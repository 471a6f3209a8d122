"""A phone in somebody's hand: it turns, sleeps, loses the network, sounds and barks."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.rounds import (
    accuse,
    accuse_button,
    choose,
    expect_all_at,
    expect_soon,
    finish,
    gather_known,
    set_visibility,
    sit_at_two_suspects,
)
from tests.browser.visits import (
    AWAY,
    Cable,
    begin,
    beside,
    draw,
    expect_live,
    killed,
    visit,
)
from tests.cast import move

COUNT_TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...times) {
    window.tones += 1;
    return start.apply(this, times);
  };
"""
NOTE_SHAKES = """
  window.shakes = [];
  navigator.vibrate = (pulses) => window.shakes.push(pulses);
"""
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
IS_ON_TOP = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


# What happens to a phone.


def test_phone_that_turns_keeps_its_move_in_reach(new_phone):
    game, (alice, bob, _) = begin()
    phone, other = visit(new_phone, game, alice), visit(new_phone, game, bob)
    for width, height in ((844, 390), (320, 568)):
        phone.page.set_viewport_size({"width": width, "height": height})
        button = phone.offers("draw").get_by_role("button")
        expect(button).to_be_in_viewport(ratio=1)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
    draw(phone)
    expect_soon(phone, 4)
    expect_soon(other, 4)


def test_phone_that_slept_for_a_minute_is_right_at_once(new_phone):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay, expected=AWAY)
    set_visibility(phone.page, "hidden")
    cable.is_silent = True
    phone.page.route(re.compile("/update/"), lambda route: route.abort())
    beside(move, game, alice, "draw")
    phone.page.clock.fast_forward(60_000)
    phone.page.unroute_all()
    cable.is_silent = False
    phone.expect_moves(3)
    set_visibility(phone.page, "visible")
    expect_soon(phone, 4)
    draw(phone)
    expect_soon(phone, 5)


def test_phone_that_was_offline_for_half_a_minute_is_right_at_once(new_phone):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay, expected=AWAY)
    phone.page.context.set_offline(True)
    cable.is_silent = True
    beside(move, game, alice, "draw")
    phone.page.clock.fast_forward(30_000)
    expect_live(phone, "no")
    phone.expect_moves(3)
    cable.is_silent = False
    phone.page.context.set_offline(False)
    expect_soon(phone, 4)
    expect_live(phone, "yes", seconds=3)


def test_phone_that_comes_back_by_the_back_button_is_right_at_once(new_phone):
    game, (alice, bob, _) = begin()
    phone = visit(new_phone, game, bob)
    phone.page.goto("/rules/")
    beside(move, game, alice, "draw")
    phone.page.go_back()
    expect_soon(phone, 4)


def test_page_without_a_network_says_so_and_holds_no_game(new_phone, site_server):
    game, (alice, *_) = begin()
    options = {"service_workers": "allow", "expected": AWAY}
    phone = visit(new_phone, game, alice, **options)
    page = phone.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect_live(phone, "yes")
    with killed(site_server):
        page.goto("/rules/")
        expect(page.get_by_role("heading", name="No network")).to_be_visible()
        kept = page.evaluate(
            "caches.keys().then((names) => Promise.all(names.map(async (name) =>"
            " (await (await caches.open(name)).keys()).map(({ url }) =>"
            " new URL(url).pathname)))).then((lists) => lists.flat())"
        )
        assert "/offline/" in kept
        assert all(path.startswith("/static/") for path in kept if path != "/offline/")
    page.get_by_role("link", name="Try again").tap()
    expect(page).to_have_url(re.compile("/rules/$"))
    expect(page.get_by_role("heading", name="No network")).to_have_count(0)


# The race.


def test_accuse_button_stays_under_the_thumb_while_others_move(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone)
    alice.page.locator("[data-suspect='11111']").tap()
    button = accuse_button(alice, "11111")
    # A sheet that rises is not yet where it will be.
    button.evaluate(
        "button => Promise.all(button.closest('[popover]').getAnimations()"
        ".map(({ finished }) => finished)).then(() => true)"
    )
    before = button.bounding_box()
    draw(carol)
    expect_all_at([alice, bob], 6)
    assert button.bounding_box() == before
    accuse(bob, "11110")
    expect_all_at([alice, carol], 7)
    assert button.bounding_box() == before
    button.tap()
    expect_all_at([alice, bob, carol], 8)


def test_refused_accusation_is_told_above_an_open_sheet_and_lets_go_on(new_phone):
    alice, bob, _ = phones = sit_at_two_suspects(new_phone)
    held = []

    def hold(route):
        held.append(route)

    alice.page.route(re.compile("/moves/$"), hold, times=1)
    accuse(alice, "11111")
    expect(accuse_button(alice, "11111")).to_have_attribute("aria-busy", "true")
    accuse(bob, "11111")
    expect_all_at(phones, 6)
    alice.page.keyboard.press("Escape")
    alice.page.locator("[data-suspect='11110']").tap()
    other = accuse_button(alice, "11110")
    expect(other).to_be_visible()
    held[0].continue_()
    alert = alice.page.locator("#alert .alert")
    expect(alert).to_be_visible()
    assert alert.evaluate(IS_ON_TOP)
    other.tap()
    expect_all_at(phones, 7)
    expect(alert).to_have_count(0)


def test_alert_goes_when_it_is_tapped(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    phone.page.evaluate("charlie.say('That did not work.')")
    phone.page.locator("#alert .alert").tap(position={"x": 20, "y": 10})
    expect(phone.page.locator("#alert")).to_be_empty()


# The clue.


def test_clue_shows_while_it_is_held_by_a_finger(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    box = phone.page.locator(".my-clue > summary").bounding_box()
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools = phone.page.context.new_cdp_session(phone.page)
    face = phone.page.locator(".my-clue-face")
    touch = {"type": "touchStart", "touchPoints": [finger]}
    devtools.send("Input.dispatchTouchEvent", touch)
    expect(face).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(face).to_be_hidden()


def test_clue_shows_while_it_is_held_by_a_mouse(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    face = phone.page.locator(".my-clue-face")
    phone.page.locator(".my-clue > summary").hover()
    phone.page.mouse.down()
    expect(face).to_be_visible()
    phone.page.mouse.up()
    expect(face).to_be_hidden()


# Reactions, notebook.


def test_bark_is_seen_on_another_phone_for_a_moment(new_phone):
    game, (alice, bob, _) = begin()
    alices, bobs = visit(new_phone, game, alice), visit(new_phone, game, bob)
    alices.page.locator("#open-reactions").tap()
    alices.page.locator("form[data-react] [value=woof]").tap()
    bubble = bobs.page.locator("[data-seat='0'] .bubble[role=status]")
    expect(bubble).to_have_text("Woof!")
    expect(bubble).to_be_in_viewport()
    expect(alices.page.locator("#reactions")).to_be_hidden()
    expect(alices.page.locator("[data-seat='0'] .bubble")).to_have_text("Woof!")
    expect(bubble).to_have_count(0, timeout=4000)


def test_marks_in_the_notebook_survive_a_reload_and_are_seen_by_nobody_else(new_phone):
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


def open_notebook(phone):
    phone.page.locator("#open-notebook").tap()
    expect(phone.page.locator("#notebook")).to_be_visible()


# What it does beside showing.


def test_hidden_tab_says_by_title_and_icon_that_it_is_my_turn(new_phone):
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


def test_phone_sounds_and_shakes_until_that_is_switched_off(new_phone):
    def prepare(page):
        page.add_init_script(COUNT_TONES + NOTE_SHAKES)

    alice, bob, carol = sit_at_two_suspects(new_phone, before=prepare)
    bob.page.locator("body").tap(position={"x": 100, "y": 8})
    bob.page.wait_for_function("window.tones === 2")
    accuse(alice, "11111")
    expect_all_at([bob], 6)
    bob.page.wait_for_function("window.tones === 4")
    assert bob.page.evaluate("window.shakes") == [[90], [60]]
    bob.page.get_by_role("button", name="Menu").tap()
    for name in ("Sounds", "Vibration"):
        bob.page.get_by_role("checkbox", name=name).uncheck()
    bob.page.reload()
    expect_live(bob, "yes")
    bob.page.locator("body").tap(position={"x": 100, "y": 8})
    draw(carol)
    expect_all_at([bob], 7)
    assert bob.page.evaluate("[window.tones, window.shakes]") == [0, []]
    bob.page.get_by_role("button", name="Menu").tap()
    expect(bob.page.get_by_role("checkbox", name="Sounds")).not_to_be_checked()


def test_screen_stays_awake_while_the_game_runs(new_phone):
    def prepare(page):
        page.add_init_script(
            "window.locks = []; navigator.wakeLock.request = async (kind) => {"
            " window.locks.push(kind);"
            " return { release: () => window.locks.push('released') }; };"
        )

    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice, before=prepare).page
    assert page.evaluate("window.locks") == ["screen"]
    set_visibility(page, "hidden")
    set_visibility(page, "visible")
    page.wait_for_function("window.locks.length === 3")
    assert page.evaluate("window.locks") == ["screen", "released", "screen"]


def test_browser_that_lets_the_screen_go_dark_says_so_once(new_phone):
    def prepare(page):
        page.add_init_script(
            "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
        )

    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice, before=prepare)
    phone.expect_alert("screen")
    phone.page.reload()
    expect_live(phone, "yes")
    expect(phone.page.locator("#alert")).to_be_empty()


# Rounds for everybody.


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
