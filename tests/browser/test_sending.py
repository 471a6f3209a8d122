"""A move is made exactly once: on a bad network, by double taps, without scripts."""

import re

import pytest
from playwright.sync_api import expect

from games.rules.editions import Placement
from tests.browser.visits import (
    AWAY,
    Cable,
    begin,
    beside,
    draw,
    expect_live,
    killed,
    note_requests,
    send_by_post,
    visit,
    wait_for_players,
)
from tests.support.cast import begin_game, choose_all


@pytest.mark.core
def test_move_waits_for_the_server_to_come_back(new_phone, site_server):
    game, (alice, _, _) = begin()
    phone = visit(
        new_phone, game, alice, expected=AWAY, before=lambda page: page.clock.install()
    )
    clock = phone.page.clock
    sent = note_requests(phone, "/moves/")
    with killed(site_server):
        draw(phone)
        expect_live(phone, "no")
        # The page gives up after half a minute: too soon for a slow machine.
        clock.pause_at(phone.page.evaluate("Date.now() + 1000"))
    clock.resume()
    phone.expect_moves(4)
    assert len(sent) > 1


def test_move_goes_by_the_next_socket_if_every_connection_is_dead(new_phone):
    game, (alice, _, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, alice, before=cable.lay)
    # Neither a socket nor a request from before the change is ever answered.
    phone.page.route(re.compile("/moves/$"), lambda route: None)
    cable.unsent = "move="
    with phone.page.expect_request(re.compile("/moves/$")):
        draw(phone)
    cable.unsent = None
    phone.page.clock.fast_forward(15_000)
    phone.expect_moves(4)
    expect_live(phone, "yes")


def test_move_that_never_gets_through_is_reported(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(
        new_phone, game, alice, expected=AWAY, before=lambda page: page.clock.install()
    )
    send_by_post(phone)
    phone.page.route(re.compile("/moves/$"), lambda route: route.abort())
    sent = note_requests(phone, "/moves/")
    draw(phone)
    for _half_second in range(120):
        phone.page.clock.run_for(500)
        if len(sent) == 8:
            break
    assert len(sent) == 8
    phone.expect_alert("Try again")
    assert len({request.post_data for request in sent}) == 1
    expect(phone.page.locator("form.htmx-request")).to_have_count(0)


def test_double_tap_makes_one_move(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    send_by_post(phone)
    sent = note_requests(phone, "/moves/")
    phone.offers("draw").get_by_role("button").dblclick()
    phone.expect_moves(4)
    assert len(sent) == 1


def test_quick_tap_on_the_next_button_counts(new_phone):
    game, players = beside(begin_game, 3, placement=Placement.PLAYERS.value)
    beside(choose_all, game, players)
    phone = visit(new_phone, game, players[0])
    draw(phone)
    line = phone.offers("place").get_by_role("button", name="Keep it")
    expect(line).to_be_visible()
    click_again(line)
    phone.expect_moves(5)


def test_quick_tap_counts_when_it_is_the_players_turn_again(new_phone):
    game, players = begin()
    phones = [visit(new_phone, game, player) for player in players]
    for phone in phones:
        draw(phone)
        phones[0].expect_moves(4 + phones.index(phone))
    click_again(phones[0].offers("draw").get_by_role("button"))
    phones[0].expect_moves(7)


def click_again(button):
    """Click as a browser reports the second of two taps in the same place."""
    mouse, box = button.page.mouse, button.bounding_box()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down(click_count=2)
    mouse.up(click_count=2)


def test_outdated_page_reloads_with_a_message(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    send_by_post(phone)
    # As after signing in on another page.
    phone.page.context.clear_cookies(name="charlie_csrf")
    with phone.page.expect_event("load"):
        draw(phone)
    phone.expect_alert("out of date")
    draw(phone)
    phone.expect_moves(4)


def test_link_is_copied_without_a_clipboard(new_phone):
    game, _host = wait_for_players(0)
    phone = visit(new_phone, game)
    # As over plain http from another machine.
    phone.page.evaluate(
        "for (const name of ['clipboard', 'share'])"
        " Object.defineProperty(navigator, name, { value: undefined })"
    )
    phone.page.locator("[data-share]").tap()
    expect(phone.page.locator("#share-says")).to_have_text("Link copied.")
    selected = phone.page.evaluate("getSelection().toString()")
    assert selected.endswith(f"/t/{game.code}/")
    assert selected.startswith("http://")
