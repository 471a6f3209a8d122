"""The last call, the reveal and the first accusation are staged, with own sounds."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Done, Draw
from games.rules.state import Phase
from tests.browser.engines import ChromiumPhone
from tests.browser.rounds import (
    PAUSE_MOTION,
    accuse,
    expect_all_at,
    set_visibility,
    sit_at_two_suspects,
)
from tests.browser.test_questions import ask_for_seat
from tests.browser.visits import (
    COUNT_TONES,
    NOTE_AUDIO,
    STOP_AUDIO,
    begin,
    beside,
    draw,
    expect_live,
    look_at_tv,
    note_requests,
    open_display,
    visit,
)
from tests.support.cast import make
from tests.support.positions import FULL, in_phase, late, play, read_state
from tools.gallery.inspector import find_overlaps
from tools.gallery.pages import with_clues

NOTE_LOCK = """document.addEventListener("charlie:updated", () => {
  const button = document.querySelector("[data-move=done] button");
  window.wasLocked = button && getComputedStyle(button).pointerEvents === "none";
})"""
VOICE = "voice"
# At its centre, though taps go through it.
IS_ON_TOP = """() => {
  const card = document.querySelector(".drawn-card");
  card.style.pointerEvents = "auto";
  const { left, top, width, height } = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
COUNT_REVEALING = """document.getAnimations().filter((one) =>
  one instanceof CSSTransition && one.effect.target.closest("#reveal")).length"""
MOVING = {"reduced_motion": "no-preference"}
SIZES = ((360, 640), (390, 844), (600, 900), (640, 360), (768, 1024), (1280, 800))
# However slow the machine, the reactions to an accusation stay.
KEEP_REACTIONS = """const later = setTimeout;
window.setTimeout = (call, wait, ...rest) =>
  wait === 3000 || later(call, wait, ...rest);
"""
CARDS_UNDER_REACTIONS = """() => {
  const row = document.getElementById("cheers").getBoundingClientRect();
  const cards = document.querySelectorAll(".deck, .drawn, .card, .clue");
  return [...cards].filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return card.checkVisibility() && left < row.right && right > row.left &&
      top < row.bottom && bottom > row.top;
  }).map(({ outerHTML }) => outerHTML);
}"""


def before_last_call(state):
    return state.phase is Phase.SUSPECTS and len(state.deck) == 1


@pytest.fixture
def last_card(new_phone):
    """Return a game with one card left, and a phone for each player."""
    game, players = beside(play, "game-3p-piatnik", before_last_call)
    return (
        game,
        players,
        [visit(new_phone, game, player, **MOVING) for player in players],
    )


def test_last_call_is_stamped_on_phones_and_the_screen(new_phone, last_card):
    game, players, phones = last_card
    display = open_display(new_phone, game, **MOVING)
    for each in (*phones, display):
        each.page.evaluate(PAUSE_MOTION)
    beside(make, game, players, Draw(beside(read_state, game).turn))
    for each in (*phones, display):
        stamp = each.page.locator("#call")
        expect(stamp).to_have_text("Last call!")
        expect(stamp).to_be_visible()
        running = "stamp => stamp.getAnimations().map((one) => one.transitionProperty)"
        assert sorted(stamp.evaluate(running)) == ["opacity", "scale"]


def test_drawn_card_passes_over_the_seats(new_phone):
    game, players = beside(play, FULL, late(2))
    phone = visit(new_phone, game, players[0], **MOVING)
    phone.page.evaluate(PAUSE_MOTION)
    turn = beside(read_state, game).turn
    beside(make, game, players, Draw(turn))
    beside(game.refresh_from_db)
    expect_all_at([phone], game.move_count)
    assert phone.page.evaluate(IS_ON_TOP) is True


def end_round(game, players):
    state = beside(read_state, game)
    cards = [card for line in state.lines for card in line]
    accused = {made.suspect for made in state.accusations}
    free = iter([card for card in cards if card not in accused])
    done = {made.seat for made in state.accusations}
    for seat in range(len(players)):
        if seat not in done and beside(read_state, game).phase is not Phase.REVIEW:
            beside(make, game, players, Accuse(seat, next(free)))


def test_next_round_is_locked_at_first_and_the_main_button_when_all_is_told(last_card):
    game, players, phones = last_card
    phone = phones[0]
    phone.page.evaluate(f"{PAUSE_MOTION}; {NOTE_LOCK}")
    end_round(game, players)
    phone.expect_phase("review")
    button = phone.page.get_by_role("button", name=re.compile("Next round|Continue"))
    expect(button).to_be_enabled()
    assert phone.page.evaluate("window.wasLocked") is True
    expect(phone.page.locator("#cheers")).to_be_visible()
    status = phone.page.locator(".status-sentence")
    telling = "status => getComputedStyle(status, '::before').content"
    colour = "button => getComputedStyle(button).backgroundColor"
    calm = button.evaluate(colour)
    assert status.evaluate(telling) != "none"
    phone.page.locator("#reveal").tap()
    expect(phone.page.locator("body.is-telling")).to_have_count(0)
    assert status.evaluate(telling) == "none"
    assert button.evaluate(colour) != calm
    assert find_overlaps(ChromiumPhone(phone.page)) == []


def test_points_and_the_words_of_bots_wait_until_all_is_told(last_card):
    game, players, phones = last_card
    watching, barking, other = phones
    end_round(game, players)
    for phone in phones:
        phone.expect_phase("review")
    expect(watching.page.locator("body.is-telling")).to_have_count(1)
    points = watching.page.locator(".status-round")
    expect(points).to_have_css("visibility", "hidden")
    watching.page.evaluate("document.querySelector('#seat-1').dataset.bot = ''")
    barking.page.locator("#cheers").get_by_role("button", name="Woof!").tap()
    bubble = "[data-bubble='1']"
    expect(other.page.locator(bubble)).to_have_text("Woof!")
    expect(watching.page.locator(bubble)).to_be_empty()
    watching.page.locator("#reveal").tap()
    expect(watching.page.locator(bubble)).to_have_text("Woof!")
    expect(points).to_have_css("visibility", "visible")


def test_button_of_the_review_is_locked_after_that_of_the_cafe(new_phone):
    game, players = beside(play, FULL, in_phase(Phase.CAFE, 1))
    for seat in range(1, len(players)):
        beside(make, game, players, Done(seat))
    phone = visit(new_phone, game, players[0])
    phone.page.evaluate(NOTE_LOCK)
    phone.offers("done").get_by_role("button").tap()
    phone.expect_phase("review")
    assert phone.page.evaluate("window.wasLocked") is True


def test_one_tap_reacts_to_an_accusation(new_phone):
    alice, bob, _carol = sit_at_two_suspects(new_phone)
    watching = visit(new_phone, beside_game(alice))
    accuse(alice, "11111")
    expect_all_at([bob, watching], 6)
    expect(watching.page.locator("#cheers")).to_be_hidden()
    row = bob.page.locator("#cheers")
    expect(row).to_be_visible()
    assert find_overlaps(ChromiumPhone(bob.page)) == []
    row.get_by_role("button", name="Woof!").tap()
    expect(alice.page.locator("[data-bubble='1']")).to_have_text("Woof!")
    expect(row).to_be_hidden()


def test_phone_becomes_a_hand_by_its_players_choice_alone(new_phone):
    alice, bob, _carol = sit_at_two_suspects(new_phone)
    open_display(new_phone, beside_game(alice))
    decks = [phone.page.locator("[data-deck]") for phone in (alice, bob)]
    look_at_tv(alice)
    expect(decks[0]).to_be_hidden()
    expect(decks[1]).to_be_visible()
    for kept in (".seat-name", "[data-line] .card-name", "#moves", ".menu-button"):
        expect(alice.page.locator(kept).first).to_be_visible()
    assert find_overlaps(ChromiumPhone(alice.page)) == []
    alice.page.reload()
    expect(decks[0]).to_be_hidden()


def test_phones_are_asked_once_a_game_whether_they_see_the_tv(new_phone):
    alice, bob, _carol = sit_at_two_suspects(new_phone)
    game = beside_game(alice)
    for phone in (alice, bob):
        expect(phone.page.locator("#tv-question")).to_be_hidden()
    display = open_display(new_phone, game)
    expect(display.page.locator("#tv-question")).to_have_count(0)
    for phone in (alice, bob):
        expect(phone.page.locator("#tv-question")).to_be_visible()
        # A page that is loaded anew asks again until somebody has answered.
        phone.page.reload()
        expect(phone.page.locator("#tv-question")).to_be_visible()
    alice.page.get_by_role("button", name="Yes").tap()
    bob.page.get_by_role("button", name="No", exact=True).tap()
    expect(alice.page.locator("[data-deck]")).to_be_hidden()
    expect(bob.page.locator("[data-deck]")).to_be_visible()
    for phone in (alice, bob):
        phone.page.reload()
        expect_live(phone, "yes")
        expect(phone.page.locator("#tv-question")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_question_about_the_tv_covers_no_cat(new_phone, language):
    game, players = beside(play, FULL, late(2))
    phone = visit(new_phone, game, players[0], size=(360, 600), language=language)
    open_display(new_phone, game)
    question = phone.page.locator("#tv-question")
    expect(question).to_be_visible()
    box, line = question.bounding_box(), phone.page.locator(".line").first
    assert box["y"] + box["height"] <= line.bounding_box()["y"]


def test_switch_answers_the_question_about_the_tv(new_phone):
    game, (alice, *_others) = begin()
    phone = visit(new_phone, game, alice)
    open_display(new_phone, game)
    expect(phone.page.locator("#tv-question")).to_be_visible()
    look_at_tv(phone)
    expect(phone.page.locator("[data-deck]")).to_be_hidden()
    expect(phone.page.locator("#tv-question")).to_be_hidden()


def test_question_about_the_tv_waits_for_the_end_of_a_reveal(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone)
    open_display(new_phone, beside_game(alice))
    carol.page.reload()
    question = carol.page.locator("#tv-question")
    expect(question).to_be_visible()
    accuse(alice, "11111")
    expect(question).to_be_visible()
    accuse(bob, "11110")
    expect(carol.page.locator("#reveal")).to_be_visible()
    expect(question).to_be_hidden()
    for phone in (alice, bob, carol):
        phone.page.locator("[data-move=done] button").tap()
    expect(question).to_be_visible()


def test_question_about_the_tv_waits_until_other_questions_are_answered(new_phone):
    game, (alice, *_others) = begin()
    phone = visit(new_phone, game, alice)
    open_display(new_phone, game)
    question = phone.page.locator("#tv-question")
    expect(question).to_be_visible()
    ask_for_seat(new_phone, game)
    expect(question).to_be_hidden()
    phone.page.locator("#questions summary", has_text="OK").tap()
    expect(question).to_be_visible()


CROWDED = pytest.mark.parametrize(
    ("record", "until"), [(FULL, late(2)), ("game-3p-piatnik", with_clues(2))]
)


def see_an_accusation(new_phone, record, until, *before):
    """Return the phone of a player who sees another one accuse; `before` prepare it."""
    game, players = beside(play, record, until)
    state = beside(read_state, game)
    moves = [move for seat in range(3) for move in legal_moves(state, seat)]
    move = next(move for move in moves if isinstance(move, Accuse))
    phone = visit(new_phone, game, players[move.seat - 1], script=KEEP_REACTIONS)
    for prepare in before:
        prepare(phone)
    beside(make, game, players, move)
    return phone


def expect_free_cards(phone):
    expect(phone.page.locator("#cheers")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(CARDS_UNDER_REACTIONS) == []
    assert find_overlaps(ChromiumPhone(phone.page)) == []


@CROWDED
def test_reactions_cover_no_card_on_any_screen(new_phone, record, until):
    phone = see_an_accusation(new_phone, record, until)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        expect_free_cards(phone)


@CROWDED
def test_reactions_cover_no_card_beside_a_tv(new_phone, record, until):
    phone = see_an_accusation(new_phone, record, until, look_at_tv)
    expect_free_cards(phone)


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_headline_for_me_stays_beside_the_reactions(new_phone, size):
    phones = sit_at_two_suspects(new_phone, size=size, script=KEEP_REACTIONS)
    accuse(phones[0], "11111")
    expect_all_at(phones, 6)
    waiting, mine = phones[1:]
    expect(waiting.page.locator("#cheers")).to_be_visible()
    expect(mine.page.locator("#cheers")).to_be_hidden()
    headline = mine.page.locator(".status-sentence")
    expect(headline).to_have_text("Your turn: draw a card.")
    expect(headline).to_have_css("opacity", "1")


def beside_game(phone):
    return beside(Game.objects.get, code=phone.code)


def test_screen_alone_loads_the_voice_and_with_sound_on_only(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone)
    display = open_display(new_phone, beside_game(alice), **MOVING)
    fetched = [note_requests(each, VOICE) for each in (bob, display)]
    errors = []

    def note(error):
        errors.append(error)

    display.page.on("pageerror", note)
    mute = display.page.get_by_role("button", name="Sounds")
    assert fetched == [[], []]
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "true")
    bob.page.locator("body").tap(position={"x": 100, "y": 8})
    draw(carol)
    accuse(alice, "11111")
    expect_all_at([bob, display], 7)
    assert [len(each) for each in fetched] == [0, 1]
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "false")
    assert errors == []


def test_switch_of_the_screen_tells_when_the_system_stops_its_sounds(new_phone):
    alice, _bob, _carol = sit_at_two_suspects(new_phone)
    display = open_display(new_phone, beside_game(alice), **MOVING)
    display.page.evaluate(f"() => {{ {NOTE_AUDIO} }}")
    mute = display.page.get_by_role("button", name="Sounds")
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "true")
    display.page.evaluate(STOP_AUDIO)
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "true")
    display.page.evaluate(STOP_AUDIO)
    for state in ("hidden", "visible"):
        set_visibility(display.page, state)
    expect(mute).to_have_attribute("aria-pressed", "true")


def test_screen_speaks_with_its_voice_alone(new_phone):
    alice, _bob, _carol = sit_at_two_suspects(new_phone)
    display = open_display(new_phone, beside_game(alice), **MOVING)
    display.page.evaluate(f"() => {{ {COUNT_TONES} }}")
    mute = display.page.get_by_role("button", name="Sounds")
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "true")
    accuse(alice, "11111")
    expect_all_at([display], 6)
    # Its paw has three tones.
    display.page.wait_for_function("() => window.tones >= 3")
    assert display.page.evaluate("window.tones") == 3


def test_screen_stays_silent_where_the_system_asks_for_calm(new_phone):
    alice, _bob, carol = sit_at_two_suspects(new_phone)
    game = beside_game(alice)
    display = open_display(new_phone, game, reduced_motion="reduce")
    fetched = note_requests(display, VOICE)
    display.page.get_by_role("button", name="Sounds").tap()
    draw(carol)
    expect_all_at([display], 6)
    assert fetched == []


def test_end_of_the_game_waits_for_the_reveal_on_every_page(new_phone):
    game, players = beside(
        play,
        "game-3p-piatnik",
        lambda state: state.number == 5 and sum(map(len, state.lines)) > 3,
    )
    phones = [visit(new_phone, game, player, **MOVING) for player in players]
    display = open_display(new_phone, game, **MOVING)
    display.page.evaluate(f"() => {{ {COUNT_TONES} }}")
    display.page.get_by_role("button", name="Sounds").tap()
    expect(display.page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    for each in (*phones, display):
        each.page.evaluate(PAUSE_MOTION)
    end_round(game, players)
    for seat in range(len(players)):
        beside(make, game, players, Done(seat))
    for each in (*phones, display):
        each.expect_phase("over")
        expect(each.page.locator(".seats [data-points]")).to_have_count(3)
        expect(each.page.locator("#reveal")).to_be_visible()
        expect(each.page.locator(".seats .card").first).to_be_visible()
        expect(each.page.locator("#result")).to_be_hidden()
        expect(each.page.locator("#evening")).to_be_hidden()
        tones = each.page.evaluate("window.tones")
        each.page.locator("#reveal").click()
        expect(each.page.locator("#result .score").first).to_be_visible()
        if each is display:
            # A fanfare of six chords of two tones, after the chief's chord of four.
            assert each.page.evaluate("window.tones") == tones + 16
        assert find_overlaps(ChromiumPhone(each.page)) == []
    phones[0].page.reload()
    expect(phones[0].page.locator("#result .score").first).to_be_visible()
    expect(phones[0].page.locator("#reveal")).to_be_hidden()
    phones[0].page.get_by_text("What happened").click()
    expect(phones[0].page.locator("#reveal")).to_be_visible()
    # It has been told already.
    assert phones[0].page.evaluate(COUNT_REVEALING) == 0
