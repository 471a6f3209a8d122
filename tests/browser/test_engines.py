"""Games and pages in WebKit, the engine of Safari, in Firefox and in Chromium."""

import pytest

from games.rules.moves import Accuse, Choose, Draw
from games.rules.suspects import sides_of
from tests.browser.engines import Other
from tests.browser.rounds import FIRST, begin_known
from tests.browser.visits import begin, beside, call_script, wait_for_players
from tests.support.cast import choose_all, look_into
from tests.support.positions import FULL, late, play

SHEET = "#suspect-sheet"
CUT_NAMES = """[...document.querySelectorAll(".seat-name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.innerText)"""


@pytest.fixture
def known(server):
    """Return a game whose first cards are known, its players and their browsers."""
    game, players = beside(begin_known)
    return game, players, [beside(Other, server, player, game) for player in players]


def test_round_is_played_by_taps(new_phone_of, known):
    game, players, others = known
    phone = new_phone_of()
    phone.come_as(players[0], game)
    phone.tap(".menu-button")
    phone.see(".menu-close")
    phone.tap(".menu-close")
    phone.see_no(".menu-close")
    phone.tap("form[data-move=choose] .button-side")
    phone.see_moves(1)
    clues = beside(look_into, game).state.clue_tokens
    for seat in (1, 2):
        others[seat].make(Choose(seat, sides_of(clues[seat])[0]))
    phone.see_moves(3)
    phone.draw()
    phone.see_moves(4)
    others[1].make(Draw(1))
    phone.see_moves(5)
    phone.tap(f"[data-line] [data-suspect='{FIRST[0]}']")
    phone.see(SHEET)
    assert phone.share_of(SHEET) < 0.5
    phone.tap(f"{SHEET} .sheet-close")
    phone.see_no(SHEET)
    phone.value(call_script("alerts", "say('Hear, hear!')"))
    phone.see_words("#alert .alert", "Hear, hear!")
    phone.accuse(FIRST[0])
    phone.see_moves(6)
    others[1].make(Accuse(1, FIRST[1]))
    phone.see_phase("review")
    phone.see("#reveal .award")
    assert not phone.is_wider_than_its_screen()


def test_back_and_forward_keep_what_is_typed(new_phone_of):
    game, _players = wait_for_players(1)
    phone = new_phone_of()
    phone.open(f"/t/{game.code}/")
    phone.wait_until_live()
    phone.write("[name=name]", "Zoe")
    phone.tap("form[action$='/join/'] label:has([value=meridian])")
    phone.wait("document.querySelector('[value=meridian]').checked")
    phone.open("/rules/")
    phone.value("history.back()")
    phone.wait_until_live()
    phone.wait("document.querySelector('[name=name]').value === 'Zoe'")
    phone.wait("document.querySelector('[value=meridian]').checked")
    phone.value("history.forward()")
    phone.wait("location.pathname === '/rules/' && document.readyState === 'complete'")


def test_move_of_another_arrives_after_a_cut(new_phone_of, known):
    game, players, others = known
    phone = new_phone_of()
    phone.come_as(players[0], game)
    phone.cut_the_socket()
    clues = beside(look_into, game).state.clue_tokens
    others[1].make(Choose(1, sides_of(clues[1])[0]))
    phone.see_moves(1)
    phone.wait_until_live()


def test_suspect_is_drawn_and_accused_by_keyboard_alone(new_phone_of, known):
    game, players, _others = known
    beside(choose_all, game, players)
    phone = new_phone_of()
    phone.come_as(players[0], game)
    phone.walk_to("form[data-move=draw] button")
    phone.key("Enter")
    phone.see_moves(4)
    card = f"[data-line] [data-suspect='{FIRST[0]}']"
    phone.walk_to(card)
    phone.key("Enter")
    phone.see(SHEET)
    phone.key("Escape")
    phone.see_no(SHEET)
    phone.walk_to(card)
    phone.key("Enter")
    phone.walk_to(f"[data-accuse='{FIRST[0]}']")
    phone.key("Enter")
    phone.see_moves(5)


def test_notebook_and_reactions_open_and_answer(new_phone_of):
    game, players = begin()
    phone = new_phone_of()
    phone.come_as(players[0], game)
    phone.tap("#open-notebook")
    phone.tap("#note-1-hat")
    phone.see("#note-1-hat[data-mark=no]")
    phone.tap("#notebook-sheet .sheet-close")
    phone.tap("#open-reactions")
    phone.tap("#reactions [name=reaction]")
    phone.wait(
        "[...document.querySelectorAll('[data-bubble]')].some((b) => b.innerText)"
    )


def test_large_text_keeps_the_move_in_reach(new_phone_of):
    game, players = begin()
    phone = new_phone_of()
    phone.come_as(players[0], game)
    phone.enlarge_text(200)
    phone.draw()
    phone.see_moves(4)


@pytest.mark.parametrize("width", [320, 390])
def test_names_on_the_display_are_whole_in_a_small_window(new_phone_of, width):
    game, _players = beside(play, FULL, late(2))
    phone = new_phone_of(size=(width, 844))
    phone.open(f"/t/{game.code}/display/")
    phone.wait_until_live()
    assert phone.value(CUT_NAMES) == []
