"""Moves that are repeated, outdated, from two tabs or without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone
from tests.browser.visits import begin, beside, draw, note_requests, send_by_post, visit
from tests.support.cast import begin_game, choose_all, look_into, move

# Whether a tap reaches my clue: before a sheet opens, as it closes, and a moment later.
REACHES_CLUE = """() => {
  const [sheet, clue] = [".suspect-sheet", ".my-clue"]
    .map((each) => document.querySelector(each));
  const { x, y } = clue.getBoundingClientRect();
  const isReached = () => clue.contains(document.elementFromPoint(x + 9, y + 9));
  const before = isReached();
  sheet.showPopover();
  isReached();
  sheet.hidePopover();
  const soon = isReached();
  document.getAnimations().forEach((one) => one.finish());
  return [before, soon, isReached()];
}"""


def draw_until(game, players, count):
    """Draw in turn until this many suspects lie in the lines, and return them."""
    while len(suspects := sum(look_into(game).state.lines, ())) < count:
        beside(move, game, players[look_into(game).state.turn], "draw")
    return suspects


def test_double_taps_on_a_suspect_and_its_button_accuse_once(new_phone):
    game, players = begin()
    suspect = draw_until(game, players, 1)[0]
    phone = visit(new_phone, game, players[0])
    send_by_post(phone)
    sent = note_requests(phone, "/moves/")
    card = phone.page.locator(f'[data-line] [data-suspect="{suspect}"]')
    # It takes no tap while it is new.
    phone.page.locator(".my-clue").click(trial=True)
    assert phone.page.evaluate(REACHES_CLUE) == [True, False, True]
    card.dblclick()
    expect(phone.page.locator("[data-accused-by]")).to_have_count(0)
    assert sent == []
    # The second tap closes the sheet, unless the sheet lies over the card by then.
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#suspect-sheet")).to_be_hidden()
    card.click()
    phone.page.locator(f'[data-accuse="{suspect}"]').dblclick()
    expect(phone.page.locator("[data-accused-by]")).to_have_count(1)
    assert len(sent) == 1
    expect(phone.page.locator("#alert")).to_be_empty()


@pytest.mark.core
def test_round_is_played_without_scripts(new_phone):
    game, (alice, bob, carol) = beside(begin_game)
    beside(choose_all, game, [bob, carol])
    phone = visit(new_phone, game, alice, live="no", java_script_enabled=False)
    phone.offers("choose").locator("button[name=side]").first.click()
    draw(phone)
    phone.expect_moves(4)
    accused = draw_until(game, [alice, bob, carol], 3)
    phone.visit(game.code)
    accuse = phone.offers("accuse")
    accuse.locator("select[name=suspect]").select_option(accused[0])
    accuse.get_by_role("button", name="Accuse").click()
    expect(phone.page.locator("[data-accused-by='0']")).to_have_count(1)
    beside(move, game, bob, "accuse", suspect=accused[1])
    phone.visit(game.code)
    phone.offers("done").get_by_role("button").click()
    expect(phone.page.locator("[data-seat='0'][data-done]")).to_have_count(1)
    # The reload sends the last form again, with the same key.
    count = look_into(game).table.move_count
    phone.page.reload()
    phone.expect_moves(count)


@pytest.mark.core
def test_table_is_opened_and_joined_without_scripts(new_phone):
    phone = Phone(new_phone(java_script_enabled=False), "alice")
    phone.open_table(edition="gaga", stasi=True)
    phone.sit_down("lansbury", "06:45")
    seat = phone.page.locator("[data-seat='0'][data-investigator=lansbury][data-host]")
    expect(seat).to_contain_text("alice")
    expect(seat).to_contain_text("06:45")
