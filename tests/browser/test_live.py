"""A page reaches its table's newest number, even if its socket fails."""

import pytest
from playwright.sync_api import expect

from games.models import Game, Seat
from games.table.people.seats import leave_table
from tests.browser.visits import (
    AWAY,
    Cable,
    as_cookie,
    begin,
    beside,
    build_cookie,
    call_script,
    draw,
    expect_live,
    killed,
    note_requests,
    visit,
    wait_for_players,
)
from tests.support.cast import move
from tests.support.plain_browser import PlainBrowser

NOTE_ALERTS = """new MutationObserver(() => {
  const words = document.getElementById("alert")?.textContent.trim();
  if (words) sessionStorage.setItem("said", words);
}).observe(document, { childList: true, subtree: true });"""


@pytest.mark.core
def test_move_reaches_every_page_by_push(new_phone):
    game, (alice, bob, _) = begin()
    phones = [visit(new_phone, game, player) for player in (alice, bob, None)]
    asked = [note_requests(phone, "/update/") for phone in phones]
    draw(phones[0])
    for phone in phones:
        phone.expect_moves(4)
    assert asked == [[], [], []]
    draw(phones[1])
    phones[0].expect_moves(5)


@pytest.mark.fault("black hole without a reset", "noticed by the page within 15 s")
def test_silent_socket_is_noticed_and_replaced(new_phone):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay)
    cable.is_silent = True
    phone.page.clock.fast_forward(15_000)
    expect_live(phone, "no")
    beside(move, game, alice, "draw")
    phone.page.clock.fast_forward(6_000)
    phone.expect_moves(4)
    cable.is_silent = False
    phone.page.clock.fast_forward(15_000)
    expect_live(phone, "yes")


@pytest.mark.parametrize("hours", [-1, 1])
@pytest.mark.fault("a phone's clock is set", "noticed by the page within 15 s")
def test_silent_socket_is_noticed_though_the_clock_is_set(new_phone, hours):
    game, (_alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay)
    cable.is_silent = True
    clock = phone.page.clock
    clock.set_system_time(phone.page.evaluate("Date.now() / 1000") + hours * 3600)
    clock.run_for(15_000)
    expect_live(phone, "no")


def test_page_shows_the_older_state_of_a_backup_that_was_brought_back(
    new_phone, site_server
):
    game, players = wait_for_players(3)
    phone = visit(new_phone, game, players[0], expected=AWAY)
    beside(leave_table, game.code, players[2])
    seats = phone.page.locator(".roster .place[data-seat]")
    expect(seats).to_have_count(2)
    with killed(site_server):
        Game.objects.update(number=1)
        Seat.objects.filter(player=players[1]).delete()
        expect_live(phone, "no")
    expect(seats).to_have_count(1)
    expect_live(phone, "yes")


def test_page_whose_session_ended_without_a_socket_is_loaded_again(new_phone):
    game, (alice, _, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, alice, before=cable.lay)
    expect(phone.page.locator("#table")).to_have_attribute("data-viewer", "0")
    phone.page.context.clear_cookies()
    with phone.page.expect_navigation():
        cable.sockets[-1].close(code=1001)
    expect(phone.page.locator("#table")).to_have_attribute("data-viewer", "spectator")
    expect(phone.page.locator("#alert")).to_contain_text("no longer have a seat")


def test_page_with_two_reasons_to_load_itself_again_does_so_once(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    requests = note_requests(phone, f"/t/{game.code}/")
    reason = call_script("later", "reload()")
    with phone.page.expect_event("load"):
        phone.page.evaluate(f"() => {{ {reason}; {reason} }}")
    assert [request.is_navigation_request() for request in requests].count(True) == 1


def test_sign_up_in_another_tab_never_says_that_the_seat_is_gone(new_phone, server):
    game, (alice, _, _) = begin()
    cookie = build_cookie(alice)
    page = new_phone()
    page.add_init_script(NOTE_ALERTS)
    page.context.add_cookies([cookie])
    page.goto(f"/t/{game.code}/")
    expect(page.locator("#wire")).to_have_attribute("data-live", "yes")
    other = PlainBrowser(server)
    other.take_cookie(cookie["name"], cookie["value"], cookie["domain"])
    # The session ends before its browser has the next one, from an answer on its way.
    with page.expect_request(f"**/t/{game.code}/?again") as asked:
        form = other.read("/accounts/signup/")
        passwords = dict.fromkeys(("password1", "password2"), "a-quiet-crossing")
        other.send(form, "/accounts/signup/", username="alice", **passwords)
    asked.value.response().finished()
    (key,) = (one.value for one in other.jar if one.name == cookie["name"])
    page.context.add_cookies([as_cookie(key)])
    expect(page.locator("#wire")).to_have_attribute("data-live", "yes")
    expect(page.locator("#table")).to_have_attribute("data-viewer", "0")
    assert page.evaluate("sessionStorage.getItem('said')") is None
