"""A notice above the moves: in view on every size, and without scripts."""

import pytest
from playwright.sync_api import expect

from games.table.people.seats import leave_table
from games.table.people.votes import pause
from tests.browser.test_feedback import COUNT_TONES, NOTE_SHAKES
from tests.browser.visits import begin, beside, build_cookie, call_script, visit
from tests.support.cast import begin_game
from tests.support.samples import few

COUNT = (
    """getComputedStyle(document.querySelector(".menu-button"), "::after").content"""
)
SIZES = ((320, 568), (640, 360), (1280, 720), (360, 640))


def ask_for_seat(new_phone, game, name="dora"):
    page = visit(new_phone, game, size=(360, 640)).page
    offer = page.get_by_text("Want to play?")
    expect(offer).to_be_in_viewport(ratio=1)
    offer.tap()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Ask for a seat").tap()


def test_notice_is_in_view_and_moves_no_button(new_phone):
    game, (alice, *others) = begin()
    for player in others:
        visit(new_phone, game, player)
    phone = visit(new_phone, game, alice, script=COUNT_TONES + NOTE_SHAKES)
    page, notice = phone.page, phone.page.locator("[data-notice]")
    page.locator("body").tap(position={"x": 100, "y": 8})
    draw = phone.offers("draw").get_by_role("button")
    before = draw.bounding_box()
    ask_for_seat(new_phone, game)
    expect(notice).to_contain_text("dora would like to play")
    page.wait_for_function("window.tones === 2")
    assert page.evaluate("window.shakes") == [[90]]
    assert draw.bounding_box() == before
    assert page.evaluate(COUNT) == '"1"'
    ok = notice.locator("summary", has_text="OK")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for end in ("0", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {end})")
            expect(notice).to_be_in_viewport(ratio=1)
            expect(ok).to_be_in_viewport(ratio=1)
    # An alert, however long, does not cover the button.
    page.evaluate(call_script("alerts", "say('Someone was faster. '.repeat(5))"))
    ok.tap()
    expect(notice).to_be_hidden()
    assert page.evaluate(COUNT) == "none"
    beside(leave_table, game.code, others[0])
    answer = notice.locator("summary")
    answer.tap()
    expect(answer).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")
    notice.get_by_role("button", name="No", exact=True).tap()
    expect(notice).to_have_count(0)
    assert page.evaluate(COUNT) == "none"


@pytest.mark.parametrize("size", few(SIZES, 2))
def test_menu_leads_to_all_that_waits_and_each_is_answered_alone(new_phone, size):
    game, (alice, *others) = begin()
    for player in others:
        visit(new_phone, game, player)
    page = visit(new_phone, game, alice, size=size).page
    entry = page.get_by_role("button", name="Questions for you")
    menu = page.get_by_role("button", name="Menu")
    for name in ("dora", "emil", "fred"):
        menu.tap()
        expect(entry).to_be_visible(visible=name != "dora")
        page.locator(".menu-close").tap()
        ask_for_seat(new_phone, game, name)
    notices = page.locator("[data-notice]")
    expect(notices).to_have_count(3)
    assert page.evaluate(COUNT) == '"3"'
    menu.tap()
    entry.tap()
    expect(page.locator("#site-menu")).to_be_hidden()
    # One at a time, the oldest.
    for count in ("2", "1"):
        shown = notices.filter(visible=True)
        expect(shown).to_have_count(1)
        name = shown.locator("p").inner_text()
        shown.locator("summary", has_text="OK").tap()
        expect(shown.locator("p")).not_to_have_text(name)
        assert page.evaluate(COUNT) == f'"{count}"'


@pytest.mark.parametrize("size", [(390, 664), (1280, 720)])
def test_question_stays_where_it_is_when_others_come_and_go(new_phone, size):
    game, (alice, *others) = begin()
    for player in others:
        visit(new_phone, game, player)
    page = visit(new_phone, game, alice, size=size).page
    ask_for_seat(new_phone, game)
    shown = page.locator("[data-notice]").filter(visible=True)
    no = shown.get_by_role("button", name="No", exact=True)
    before = no.bounding_box()
    # The question about a pause comes first in the page, that of emil last.
    beside(pause, game.code, others[0], pauses=True)
    ask_for_seat(new_phone, game, "emil")
    expect(page.locator("[data-notice]")).to_have_count(3)
    expect(shown.get_by_role("button", name="Decline all")).to_be_visible()
    assert no.bounding_box() == before
    expect(shown).to_have_count(1)
    no.tap()
    expect(shown).to_have_attribute("data-notice", "pause")


@pytest.mark.core
def test_notice_is_answered_without_scripts(new_phone):
    game, (alice, bob, _carol) = beside(begin_game, 3, limits="quick")
    beside(pause, game.code, bob, pauses=True)
    page = new_phone(java_script_enabled=False)
    page.context.add_cookies([build_cookie(alice)])
    page.goto(f"/t/{game.code}/")
    notice = page.locator("[data-notice]")
    expect(notice).to_be_in_viewport(ratio=1)
    notice.get_by_role("button", name="Pause").click()
    expect(notice).to_contain_text("Paused")
    notice.get_by_role("button", name="Resume").click()
    expect(notice).to_have_count(0)
