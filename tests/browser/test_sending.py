"""A move is made exactly once: on a bad network, by double taps, without scripts."""

import json
import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from games.rules.editions import Placement
from tests.browser.rounds import FIRST, accuse, begin_known
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
from tests.support.cast import begin_game, choose_all, move


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


class BusySite(Cable):
    """A site that refuses moves for now, at both of its doors."""

    def __init__(self) -> None:
        super().__init__()
        self.refusals, self.keys = 1, []

    def lay(self, page):
        super().lay(page)
        page.route(re.compile("/moves/$"), self.answer)

    def forward(self, far, text):
        move = parse_qs(json.loads(text).get("move", ""))
        if move and self.is_refused(move):
            answer = {"key": move["key"][0], "again": 3}
            self.sockets[-1].send(json.dumps(answer))
        else:
            super().forward(far, text)

    def answer(self, route):
        if self.is_refused(parse_qs(route.request.post_data)):
            route.fulfill(status=503, headers={"Retry-After": "3"}, body="Busy.")
        else:
            route.continue_()

    def is_refused(self, move) -> bool:
        self.keys += move["key"]
        self.refusals -= 1
        return self.refusals >= 0


@pytest.fixture(params=["socket", "post"])
def visit_busy_site(request, new_phone):
    """Return a function that opens the page of a player at a busy site.

    Its clock stands still: however slow the machine, no wait ends by itself.
    """

    def open_page(game, player):
        site = BusySite()
        expected = [r"status of 503", r"htmx"]
        phone = visit(new_phone, game, player, before=site.lay, expected=expected)
        if request.param == "post":
            send_by_post(phone)
        now = phone.page.evaluate("Date.now()")
        phone.page.clock.pause_at(now / 1000 + 5)
        return site, phone

    return open_page


AGAIN = "Sending again in 3 s"


def test_move_is_sent_again_once_with_its_key(visit_busy_site):
    game, (alice, _, _) = begin()
    site, phone = visit_busy_site(game, alice)
    draw(phone)
    phone.expect_alert(AGAIN)
    # A second tap changes nothing while the first is on its way.
    box = phone.offers("draw").get_by_role("button").bounding_box()
    phone.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    phone.page.clock.fast_forward(2_500)
    phone.expect_alert(AGAIN)
    assert len(site.keys) == 1
    phone.page.clock.fast_forward(500)
    phone.expect_moves(4)
    expect(phone.page.locator("#alert")).to_be_empty()
    assert site.keys == site.keys[:1] * 2


def test_move_that_is_refused_again_is_reported(visit_busy_site):
    game, (alice, _, _) = begin()
    site, phone = visit_busy_site(game, alice)
    site.refusals = 2
    draw(phone)
    phone.expect_alert(AGAIN)
    phone.page.clock.fast_forward(3_000)
    phone.expect_alert("Try again")
    expect(phone.page.locator("form.htmx-request")).to_have_count(0)
    assert len(site.keys) == 2


def test_player_cancels_a_move_before_it_is_sent_again(visit_busy_site):
    game, (alice, _, _) = begin()
    site, phone = visit_busy_site(game, alice)
    draw(phone)
    phone.page.get_by_role("button", name="Cancel").tap()
    expect(phone.page.locator("#alert")).to_be_empty()
    expect(phone.page.locator("form.htmx-request")).to_have_count(0)
    phone.page.clock.fast_forward(5_000)
    assert len(site.keys) == 1
    draw(phone)
    phone.expect_moves(4)


def test_move_is_not_sent_again_once_the_table_has_changed(new_phone, visit_busy_site):
    game, (alice, bob, carol) = beside(begin_known)
    beside(choose_all, game, [alice, bob, carol])
    for player in (alice, bob):
        beside(move, game, player, "draw")
    other, (site, phone) = visit(new_phone, game, bob), visit_busy_site(game, carol)
    draw(phone)
    phone.expect_alert(AGAIN)
    accuse(other, FIRST[0])
    phone.expect_moves(6)
    phone.expect_alert("Try again")
    phone.page.clock.fast_forward(5_000)
    draw(phone)
    phone.expect_moves(7)
    assert len(site.keys) == 2


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
    """Click as a browser reports the second of two taps in the same place.

    The button has stood there for a moment.
    """
    button.click(trial=True)
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
