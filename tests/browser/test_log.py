"""The log on a page: the last lines, and a button for the older ones."""

import re

import pytest
from playwright.sync_api import expect

from games.table.page.log_lines import MOST_LINES
from tests.browser.visits import (
    Cable,
    begin,
    beside,
    call_script,
    draw,
    expect_at,
    open_display,
    open_page,
    prepare_replay,
    visit,
)
from tests.support.cast import look_into, move
from tests.support.positions import FULL, late, play, read_state

# The newest line is on top, and the button and the oldest line can be scrolled to.
CAN_SCROLL_TO_BUTTON = """log => {
  const [lines, button] = [log.querySelectorAll("p"), log.querySelector("#log-older")];
  const top = (element) => element.getBoundingClientRect().top;
  log.scrollTop = 1e6;
  const isOrdered = top(lines[lines.length - 1]) < top(lines[0]);
  return isOrdered && top(lines[0]) < top(button)
    && top(button) < log.getBoundingClientRect().bottom;
}"""


def count_lines(game):
    return len(beside(look_into, game).table.log)


def count_moves(game):
    return beside(look_into, game).table.move_count


def names(phone):
    return phone.page.locator("#log p").evaluate_all("all => all.map(({ id }) => id)")


def draw_beside(game, players):
    """Have the next player draw, on another page."""
    beside(move, game, players[beside(read_state, game).turn], "draw")


def begin_with_lines(count):
    """Return a game with this many lines in its log, and its players."""
    game, players = begin()
    while count_lines(game) < count:
        draw_beside(game, players)
    return game, players


def ask_for_all(phone):
    """Have a page take the whole table anew."""
    pool = phone.page.locator("#pool")
    pool.evaluate("element => element.textContent = ''")
    phone.page.evaluate(call_script("later", "keep()"))
    phone.page.evaluate(call_script("socket", "askForAll()"))
    expect(pool).not_to_be_empty()


def test_page_drops_the_oldest_line_and_a_button_brings_it_back(new_phone):
    game, players = begin_with_lines(MOST_LINES + 2)
    phone = visit(new_phone, game, players[0], size=(360, 640))
    older = phone.page.locator("#log-older")
    expect(older).to_be_visible()
    draw_beside(game, players)
    phone.expect_moves(count_moves(game))
    count = count_lines(game)
    assert names(phone) == [f"log-{at}" for at in range(count - MOST_LINES, count)]
    expect(older).to_have_attribute("value", f"{count - MOST_LINES}")
    assert phone.page.locator("#log").evaluate(CAN_SCROLL_TO_BUTTON)
    older.press("Enter")
    expect(phone.page.locator("#log p")).to_have_count(count)
    assert names(phone) == [f"log-{at}" for at in range(count)]
    expect(older).to_be_hidden()
    # A keyboard stays where it was.
    expect(phone.page.locator("#log")).to_be_focused()
    draw_beside(game, players)
    phone.expect_moves(count_moves(game))
    assert names(phone) == [f"log-{at}" for at in range(count_lines(game))]


def test_button_is_shown_with_the_first_line_that_is_dropped(new_phone):
    game, players = begin_with_lines(MOST_LINES - 1)
    phone = visit(new_phone, game, players[0])
    older = phone.page.locator("#log-older")
    expect(older).to_be_hidden()
    while count_lines(game) <= MOST_LINES:
        draw_beside(game, players)
    phone.expect_moves(count_moves(game))
    expect(older).to_be_visible()
    expect(phone.page.locator("#log p")).to_have_count(MOST_LINES)


@pytest.mark.parametrize("is_whole", [False, True], ids=["line", "whole table"])
@pytest.mark.parametrize("answered", ["before the move", "after the move"])
def test_move_during_the_request_for_older_lines_leaves_no_gap(
    new_phone, answered, is_whole
):
    game, players = begin_with_lines(MOST_LINES + 2)
    phone = visit(new_phone, game, players[beside(read_state, game).turn])
    held = []
    # Playwright takes no built-in method.
    phone.page.route(re.compile("/log/"), lambda route: held.append(route))  # noqa: PLW0108
    phone.page.locator("#log-older").press("Enter")
    phone.page.wait_for_timeout(50)
    (request,) = held
    early = request.fetch() if answered == "before the move" else None
    count = count_moves(game) + 1
    draw(phone)
    phone.expect_moves(count)
    if is_whole:
        ask_for_all(phone)
    request.fulfill(response=early or request.fetch())
    expect(phone.page.locator("#log-0")).to_be_attached()
    assert names(phone) == [f"log-{at}" for at in range(count_lines(game))]


def test_page_that_is_behind_shows_no_line_twice(new_phone):
    game, players = begin_with_lines(MOST_LINES + 2)
    cable = Cable()
    phone = visit(new_phone, game, players[0], before=cable.lay)
    cable.is_silent, count = True, count_lines(game)
    draw_beside(game, players)
    phone.page.locator("#log-older").press("Enter")
    expect(phone.page.locator("#log-0")).to_be_attached()
    assert names(phone) == [f"log-{at}" for at in range(count)]


def test_whole_table_leaves_an_opened_log_open(new_phone):
    game, players = begin_with_lines(MOST_LINES + 2)
    phone = visit(new_phone, game, players[0])
    older = phone.page.locator("#log-older")
    older.press("Enter")
    expect(phone.page.locator("#log-0")).to_be_attached()
    ask_for_all(phone)
    assert names(phone) == [f"log-{at}" for at in range(count_lines(game))]
    expect(older).to_be_hidden()


def test_whole_table_leaves_no_gap_in_the_log_of_a_page_that_is_far_behind(new_phone):
    game, players = begin_with_lines(MOST_LINES + 4)
    phone = visit(new_phone, game, players[0])
    lines, count = phone.page.locator("#log p"), count_lines(game)
    older = phone.page.locator("#log-older")
    older.press("Enter")
    expect(lines).to_have_count(count)
    lines.evaluate_all("all => all.slice(2).forEach((line) => line.remove())")
    ask_for_all(phone)
    assert names(phone) == [f"log-{at}" for at in range(count - MOST_LINES, count)]
    older.press("Enter")
    expect(lines).to_have_count(count)


def test_older_lines_are_a_page_of_their_own_without_scripts(new_phone):
    game, players = begin_with_lines(MOST_LINES + 2)
    phone = visit(new_phone, game, players[0], live="no", java_script_enabled=False)
    phone.page.get_by_role("button", name="Earlier").click()
    older = count_lines(game) - MOST_LINES
    expect(phone.page.locator("main p[data-kind]")).to_have_count(older)
    phone.page.get_by_role("link", name="Back to the table").click()
    phone.expect_moves(count_moves(game))


def test_display_has_no_button_for_older_lines(new_phone):
    game, _players = beside(play, FULL, late(2))
    display = open_display(new_phone, game)
    expect(display.page.locator("#log-older")).to_be_attached()
    expect(display.page.locator("#log-older")).to_be_hidden()


def test_replay_shows_the_whole_log_up_to_its_position(new_phone):
    game, cookie = prepare_replay()
    page = open_page(new_phone, cookie, f"/t/{game.code}/replay/?at=40")
    expect_at(page, 40)
    expect(page.locator("#log-0")).to_be_attached()
    expect(page.locator("#log-older")).to_be_hidden()
