"""The log on a page: the last lines, and a button for the older ones."""

from playwright.sync_api import expect

from games.table.present.log import MOST_LINES
from tests.browser.visits import (
    begin,
    beside,
    expect_at,
    open_display,
    open_page,
    prepare_replay,
    visit,
)
from tests.support.cast import look_into, move
from tests.support.positions import FULL, late, play, state_of

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
    beside(move, game, players[beside(state_of, game).turn], "draw")


def begin_with_lines(count):
    """Return a game with this many lines in its log, and its players."""
    game, players = begin()
    while count_lines(game) < count:
        draw_beside(game, players)
    return game, players


def test_page_drops_the_oldest_line_and_a_button_brings_it_back(new_phone):
    game, players = begin_with_lines(MOST_LINES + 2)
    phone = visit(new_phone, game, players[0], size=(360, 640))
    older = phone.page.locator("#log-older")
    expect(older).to_be_visible()
    draw_beside(game, players)
    phone.expect_moves(count_moves(game))
    count = count_lines(game)
    assert names(phone) == [f"log-{at}" for at in range(count - MOST_LINES, count)]
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
