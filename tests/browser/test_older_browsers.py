"""Browsers that lack something, or do it as they did a few years ago."""

import pytest
from playwright.sync_api import expect

from games.daily.views import FIRST_DAY
from tests.browser.test_case import solve
from tests.browser.visits import begin, beside, visit
from tests.support.cast import move

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
        phone.page.evaluate("words => charlie.say(words)", words)
        phone.expect_alert(words)


def test_page_recalls_what_a_full_storage_refused(new_phone):
    game, _players = begin()
    page = visit(new_phone, game).page
    told = page.evaluate("""() => {
      charlie.remember("name", "old");
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = () => { throw new DOMException("", "full"); };
      charlie.remember("name", "new");
      const whenFull = charlie.recall("name");
      Storage.prototype.setItem = setItem;
      charlie.remember("name", "newer");
      localStorage.setItem("charlie.name", "by another tab");
      return [whenFull, charlie.recall("name")];
    }""")
    assert told == ["new", "by another tab"]
