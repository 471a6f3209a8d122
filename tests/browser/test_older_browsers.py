"""Browsers that lack something, or do it as they did a few years ago."""

import pytest
from playwright.sync_api import expect

from games.daily.days import FIRST_DAY
from games.rules.moves import move_from_dict
from tests.browser.engines import Other, old_display
from tests.browser.test_case import solve
from tests.browser.visits import begin, beside, call_script, find_script, visit
from tests.support.cast import begin_game, move
from tests.support.positions import begin as begin_record
from tests.support.positions import list_moves, read_record
from tests.support.programs import find_old_chromium

THROWN = "get: () => { throw new DOMException('blocked', 'SecurityError'); }"
NULL = "value: null"
BLOCK_STORAGE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {{ {} }});"""
# Chrome 114 refuses to hide what is not shown.
STRICT_HIDING = """const { hidePopover } = HTMLElement.prototype;
HTMLElement.prototype.hidePopover = function () {
  if (!this.matches(":popover-open")) throw new DOMException("", "InvalidStateError");
  hidePopover.call(this);
};"""
# Nor does a tap open any by itself.
NO_POPOVERS = """
delete HTMLElement.prototype.showPopover;
delete HTMLElement.prototype.hidePopover;
addEventListener("click", (event) => {
  if (event.target.closest("[popovertarget]")) event.preventDefault();
}, true);
"""


@pytest.mark.parametrize("storage", [THROWN, NULL], ids=["throws", "is null"])
def test_table_without_storage_is_live_and_follows_a_move(new_phone, storage):
    game, (alice, bob, _carol) = begin()
    phone = visit(new_phone, game, bob, script=BLOCK_STORAGE.format(storage))
    beside(move, game, alice, "draw")
    phone.expect_moves(4)
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("checkbox", name="Sounds").uncheck()


def test_browser_without_storage_shows_a_hint_once(new_phone):
    game, (alice, bob, _carol) = begin()
    no_lock = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
    script = BLOCK_STORAGE.format(NULL) + no_lock
    phone = visit(new_phone, game, bob, script=script)
    phone.expect_alert("screen")
    phone.page.locator("#alert .alert").tap(position={"x": 20, "y": 10})
    beside(move, game, alice, "draw")
    phone.expect_moves(4)
    expect(phone.page.locator("#alert")).to_be_empty()


def test_solved_case_without_storage_has_no_script_error(new_phone):
    page = new_phone()
    page.add_init_script(BLOCK_STORAGE.format(THROWN))
    solve(page, FIRST_DAY)


def test_alert_is_shown_where_only_an_open_popover_may_be_hidden(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice, script=STRICT_HIDING)
    for words in ("Once.", "Twice."):
        phone.page.evaluate(f"words => {call_script('alerts', 'say(words)')}", words)
        phone.expect_alert(words)


def test_page_recalls_what_a_full_storage_refused(new_phone):
    game, _players = begin()
    page = visit(new_phone, game).page
    told = page.evaluate(f"""async () => {{
      const {{ recall, remember }} = await {find_script("page")};
      remember("name", "old");
      const {{ setItem }} = Storage.prototype;
      Storage.prototype.setItem = () => {{ throw new DOMException("", "full"); }};
      remember("name", "new");
      const whenFull = recall("name");
      Storage.prototype.setItem = setItem;
      remember("name", "newer");
      localStorage.setItem("charlie.name", "by another tab");
      return [whenFull, recall("name")];
    }}""")
    assert told == ["new", "by another tab"]


def test_menu_and_sheets_open_and_close_without_popovers(new_phone):
    game, players = begin()
    page = visit(new_phone, game, players[0], script=NO_POPOVERS).page
    menu, sheet = page.locator("#site-menu"), page.locator("#reactions")
    page.locator(".menu-button").click()
    expect(menu).to_have_attribute("open", "")
    page.mouse.click(20, 400)
    expect(menu).not_to_have_attribute("open", "")
    page.locator("#open-reactions").click()
    expect(sheet).to_have_attribute("open", "")
    page.keyboard.press("Shift+Escape")
    expect(sheet).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(sheet).not_to_have_attribute("open", "")


def test_countdown_counts_without_registered_properties(new_phone):
    game, players = beside(begin_game, 3, limits="relaxed")
    script = "CSS.registerProperty = undefined;"
    number = visit(new_phone, game, players[0], script=script).page.locator(
        ".countdown b"
    )
    first = int(number.inner_text())
    assert 60 < first <= 90
    expect(number).not_to_have_text(str(first))


def test_only_an_old_browser_is_told_what_the_game_needs(new_phone):
    page = new_phone()
    page.goto("/")
    expect(page.locator(".too-old")).to_be_hidden()
    expect(page.locator(".too-old")).to_contain_text("Firefox 121")


def test_display_shows_a_whole_game_in_the_oldest_chromium(server, tmp_path):
    if not find_old_chromium():
        pytest.skip("no Chromium 85 on this machine")
    record = read_record("game-3p-piatnik-adler")
    game, players = beside(begin_record, record)
    others = [beside(Other, server, player, game) for player in players]
    with old_display(tmp_path, server) as display:
        display.open(f"/t/{game.code}/display/")
        display.wait_until_live()
        display.tap("#mute")
        display.see("#mute[aria-pressed=true]")
        for count, entry in enumerate(list_moves(record), 1):
            others[entry["seat"]].make(move_from_dict(entry))
            display.see_moves(count)
            # Without a rule of the display's sheet, much would lie over the table.
            assert not display.sees(".way-in .steps")
            assert display.value("document.body.scrollHeight === innerHeight")
        display.see_phase("over")
        display.see("[data-reason]")
        assert display.faults() == ""
