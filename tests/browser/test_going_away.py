"""A player goes away for good, and the others finish the game."""

import pytest
from playwright.sync_api import expect

from games.models.game import Game
from games.models.move import MoveRow
from tests.browser.visits import beside, visit
from tests.support.cast import begin_game

CAROL = 2
# A limit of 15 s takes one second, and so does becoming absent.
CLOCK_SPEED = "15"
MOST_ACTS = 3000
# Makes a move that a page offers, if any; accuses the first free suspect.
ACT = """() => {
  const suspect = document.querySelector(
    "[data-line] .card[data-suspect]:not([data-accused-by])")?.dataset.suspect;
  if (suspect && document.querySelector("form[data-move=accuse]"))
    document.querySelector(`[data-accuse='${suspect}']`)?.click();
  document.querySelector(
    "form:is([data-move=choose], [data-move=draw], [data-move=done])"
    + ":not(.htmx-request) button")?.click();
}"""


def play_until(phones, name, value):
    """Make the moves that these pages offer until the first shows this value."""
    for _ in range(MOST_ACTS):
        for phone in phones:
            phone.page.evaluate(ACT)
        phones[0].page.wait_for_timeout(50)
        if phones[0].table.get_attribute(f"data-{name}") == value:
            return
    raise AssertionError(f"No page shows {name} {value}.")


@pytest.mark.long
def test_game_with_an_absent_player_comes_to_its_end(new_phone):
    game, players = beside(begin_game, 3, limits="quick")
    *phones, leaving = [visit(new_phone, game, player) for player in players]
    leaving.page.context.close()
    seats = [phone.page.locator(f"#table [data-seat='{CAROL}']") for phone in phones]
    for seat in seats:
        expect(seat).to_have_attribute("data-away", "")
    # The first round with the limits alone, the others with a stand-in.
    play_until(phones, "round", "2")
    # An alert, however long, does not cover the button of a notice.
    phones[0].page.evaluate("charlie.say('Someone was faster. '.repeat(5))")
    phones[0].form("stand-in").get_by_role("button").click()
    expect(seats[1]).to_contain_text("stand-in")
    play_until(phones, "phase", "over")
    phones[1].expect_phase("over")
    closed = Game.objects.get(pk=game.pk)
    assert closed.reason != "abandoned"
    by = MoveRow.objects.filter(game=game, seat=CAROL).values_list("by", flat=True)
    assert set(by) == {"clock"}
