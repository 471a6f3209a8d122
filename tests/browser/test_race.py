"""Races are fair: buttons stay under the thumb, and refusals are visible."""

import re
from uuid import uuid4

from django.db.models import F
from playwright.sync_api import expect

from games.models import EnteredAccusation, Game
from tests.browser.rounds import (
    IS_ON_TOP,
    accuse,
    accuse_button,
    expect_all_at,
    sit_at_two_suspects,
)
from tests.browser.visits import (
    begin,
    call_script,
    draw,
    send_by_post,
    visit,
    wait_for_players,
)
from tests.support.cast import change_row


def test_accuse_button_stays_under_the_thumb_while_others_move(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone)
    alice.page.locator("[data-suspect='11111']").tap()
    button = accuse_button(alice, "11111")
    # A rising sheet has not reached its final position.
    button.evaluate(
        "button => Promise.all(button.closest('[popover]').getAnimations()"
        ".map(({ finished }) => finished)).then(() => true)"
    )
    button.focus()
    before = button.bounding_box()
    draw(carol)
    expect_all_at([alice, bob], 6)
    assert button.bounding_box() == before
    accuse(bob, "11110")
    expect_all_at([alice, carol], 7)
    alert = alice.page.locator("#alert .alert")
    expect(alert).to_have_text(re.compile(r"^bob accuses \w+\.$"))
    assert button.bounding_box() == before
    expect(button).to_be_focused()
    button.tap()
    expect_all_at([alice, bob, carol], 8)
    expect(alice.page.locator("#suspect-sheet")).to_be_hidden()


def test_refusal_is_shown_above_an_open_sheet_and_allows_another_move(new_phone):
    alice, bob, _ = phones = sit_at_two_suspects(new_phone)
    held = []
    send_by_post(alice)

    def hold(route):
        held.append(route)

    alice.page.route(re.compile("/moves/$"), hold, times=1)
    accuse(alice, "11111")
    expect(alice.offers("accuse")).to_have_class("htmx-request")
    accuse(bob, "11111")
    expect_all_at(phones, 6)
    alice.page.keyboard.press("Escape")
    alice.page.locator("[data-suspect='11110']").tap()
    other = accuse_button(alice, "11110")
    expect(other).to_be_visible()
    held[0].continue_()
    # Until then bob's accusation stands there.
    alert = alice.page.locator("#alert .alert", has_text="Someone was faster")
    expect(alert).to_be_visible()
    assert alert.evaluate(IS_ON_TOP)
    other.tap()
    expect_all_at(phones, 7)
    expect(alert).to_have_count(0)


def test_tap_removes_the_alert(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    phone.page.evaluate(call_script("alerts", "say('That did not work.')"))
    phone.page.locator("#alert .alert").tap(position={"x": 20, "y": 10})
    expect(phone.page.locator("#alert")).to_be_empty()


def test_alert_covers_no_button_of_the_lobby(new_phone):
    game, (_, bob, _) = wait_for_players(3)
    phone = visit(new_phone, game, bob, size=(320, 568))
    words = "say('Someone was faster. '.repeat(8))"
    phone.page.evaluate(call_script("alerts", words))
    expect(phone.page.locator("#alert .alert")).to_be_visible()
    ready = phone.page.get_by_role("button", name="I’m ready")
    phone.page.wait_for_function(IS_ON_TOP, arg=ready.element_handle())


def test_entered_accusation_is_told_until_it_counts_or_comes_too_late(new_phone):
    alice, bob, carol = sit_at_two_suspects(new_phone)
    game = Game.objects.get()
    alice.page.evaluate(
        "document.getElementById('alert').innerHTML = '<p class=alert data-passing>In'"
    )
    entered = EnteredAccusation(game=game, round=game.rounds.get(), key=uuid4(), seat=0)
    entered.player = game.seats.get(index=0).player
    entered.suspect, entered.sent, entered.latency, entered.until = "11111", 1, 1, 1
    entered.outcome = "ALREADY_ACCUSED"
    entered.save()
    change_row(game, number=F("number") + 1)
    accuse(bob, "11111")
    expect_all_at([alice, bob, carol], 6)
    expect(alice.page.locator("#alert [data-passing]")).to_have_count(0)
    # A page that is loaded later says it, too.
    alice.page.reload()
    late = alice.page.locator("#late")
    expect(late).to_be_visible()
    expect(late).to_contain_text("Your accusation came too late. Someone was faster")
    expect(bob.page.locator("#late")).to_be_hidden()
    accuse(alice, "11110")
    expect_all_at([alice, bob, carol], 7)
    expect(late).to_be_hidden()
