"""A page that is not what the server believes it is asks for the whole table."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.rules.editions import Placement
from tests.browser.players import fill_setup, submit
from tests.browser.visits import (
    AWAY,
    Cable,
    begin,
    beside,
    build_cookie,
    call_script,
    draw,
    expect_live,
    killed,
    note_requests,
    send_by_post,
    send_by_socket,
    visit,
    wait_for_players,
)
from tests.support.cast import begin_game, choose_all, move

# An older state that no update of the next draw makes right.
SHOW_OTHER_STATE = """() => {
  document.getElementById("table").dataset.number = 1;
  document.getElementById("pool").textContent = "";
}"""


def count_lost(page):
    """Return a list that will hold each message that says the page is lost."""
    said = []

    def note(socket):
        socket.on("framesent", lambda text: "lost" in text and said.append(text))

    page.on("websocket", note)
    return said


@pytest.mark.parametrize("region", ["deck", "drawn", "seat-0", "log"])
def test_page_without_a_place_for_a_part_gets_the_whole_table(new_phone, region):
    game, (alice, bob, _) = begin()
    said = []
    phone = visit(
        new_phone, game, bob, before=lambda page: said.append(count_lost(page))
    )
    place = phone.page.locator(f"#{region}")
    place.evaluate("element => element.remove()")
    beside(move, game, alice, "draw")
    expect(place).to_be_attached()
    phone.expect_moves(4)
    assert len(said[0]) == 1


def test_lost_page_asks_again_over_its_next_socket(new_phone):
    game, (alice, _, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, alice, before=cable.lay)
    pool = phone.page.locator("#pool")
    phone.page.evaluate(SHOW_OTHER_STATE)
    # The socket closes before the answer, and another one opens at once.
    cable.unsent = "lost"
    for _ in range(2):
        cable.sockets[-1].close(code=1001)
        expect_live(phone, "no")
        expect_live(phone, "yes")
        cable.unsent = None
    beside(move, game, alice, "draw")
    phone.expect_moves(4)
    expect(pool).not_to_be_empty()


def test_lost_page_keeps_its_number_until_the_whole_table_comes(new_phone):
    game, (alice, _, _) = begin()
    cable = Cable()
    cable.unsent = "lost"
    phone = visit(new_phone, game, alice, before=cable.lay)
    pool = phone.page.locator("#pool")
    pool.evaluate("element => element.textContent = ''")
    phone.page.locator("#deck").evaluate("element => element.remove()")
    number = phone.page.evaluate(call_script("socket", "ownNumber()"))
    beside(move, game, alice, "draw")
    phone.page.wait_for_timeout(0)
    expect(phone.table).to_have_attribute("data-number", str(number))
    cable.unsent = None
    expect(phone.page.locator("#deck")).to_be_attached()
    expect(pool).not_to_be_empty()
    expect(phone.table).not_to_have_attribute("data-number", str(number))


def test_page_of_a_restored_backup_asks_for_the_table_once(new_phone, site_server):
    game, (alice, _, _) = begin()
    said = []

    def prepare(page):
        page.clock.install()
        said.append(count_lost(page))

    phone = visit(new_phone, game, alice, before=prepare, expected=AWAY)
    draw(phone)
    phone.expect_moves(4)
    with killed(site_server):
        Game.objects.update(number=1)
        expect_live(phone, "no")
    expect_live(phone, "yes")
    expect(phone.table).to_have_attribute("data-number", "1")
    said[0].clear()
    phone.page.clock.run_for(6_000)
    assert said[0] == []


def test_move_is_shown_soon_though_the_socket_is_silent(new_phone):
    game, (alice, _, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, alice, before=cable.lay)
    clock = phone.page.clock
    clock.pause_at(phone.page.evaluate("Date.now() + 1000"))
    cable.is_silent = True
    opened = len(cable.sockets)
    draw(phone)
    for _half_second in range(8):
        clock.run_for(500)
        if phone.table.get_attribute("data-moves") == "4":
            break
    phone.expect_moves(4)
    assert len(cable.sockets) == opened


def without_protocol(text):
    return text.replace('"protocol":2,', "")


def greet_as_before(cable):
    """Close a page's socket, and greet it without a protocol, as former versions."""
    cable.change = without_protocol
    cable.sockets[-1].close(code=1001)


def greet_once_as_before(cable):
    """Do the same to this page, but not to the next one."""

    def change(text):
        changed = without_protocol(text)
        if changed != text:
            cable.change = str
        return changed

    cable.change = change
    cable.sockets[-1].close(code=1001)


def test_page_of_another_protocol_loads_itself_anew_once(new_phone):
    game, (alice, _, _) = begin()
    cable = Cable()
    phone = visit(
        new_phone,
        game,
        alice,
        before=lambda page: page.route_web_socket(re.compile("/ws/"), cable.connect),
    )
    loads = note_requests(phone, f"/t/{game.code}/")
    with phone.page.expect_navigation():
        greet_as_before(cable)
    expect_live(phone, "yes")
    phone.expect_alert("out of date")
    assert [one.is_navigation_request() for one in loads].count(True) == 1


def ask_with_old_protocol(phone):
    phone.page.evaluate("""() => {
      const update = document.getElementById("update");
      const address = update.getAttribute("hx-get");
      update.setAttribute("hx-get", address.replace("protocol=2", "protocol=1"));
      document.getElementById("wire").dataset.live = "no";
      htmx.trigger(update, "charlie:ask");
    }""")


@pytest.mark.parametrize("is_told_by_update", [False, True])
def test_page_that_loads_itself_anew_keeps_what_is_half_typed(
    new_phone, is_told_by_update
):
    game, _players = wait_for_players(1)
    cable = Cable()
    phone = visit(new_phone, game, before=cable.lay)
    form = phone.form("join")
    name, pick = form.locator("[name=name]"), form.locator("[value=lansbury]")
    name.fill("Kommissar R")
    pick.check()
    with phone.page.expect_navigation():
        if is_told_by_update:
            ask_with_old_protocol(phone)
        else:
            greet_once_as_before(cable)
    expect(name).to_have_value("Kommissar R")
    expect(pick).to_be_checked()
    # Only once.
    phone.page.reload()
    expect(name).to_have_value("")


def choose_options(phone, **fields):
    phone.page.locator(".setup details:has(form) > summary").click()
    fill_setup(phone.page.locator(".setup details form"), fields)


def test_page_that_loads_itself_anew_keeps_choices_that_were_not_sent(new_phone):
    game, (host,) = wait_for_players(1)
    cable = Cable()
    phone = visit(new_phone, game, host, before=cable.lay)
    form = phone.page.locator(".setup details form")
    choose_options(phone, edition="gaga", stasi=True)
    with phone.page.expect_navigation():
        greet_once_as_before(cable)
    expect(form.locator("[name=edition]")).to_have_value("gaga")
    expect(form.locator("[name=stasi]")).to_be_checked()
    # What is filled in is in sight.
    expect(form).to_be_visible()
    expect(phone.form("seat/name").locator("[name=name]")).to_be_hidden()


def test_page_of_another_viewer_shows_nothing_that_was_half_typed(new_phone):
    game, (host, bob) = wait_for_players(2)
    cable = Cable()
    phone = visit(new_phone, game, host, before=cable.lay)
    name = phone.form("seat/name").locator("[name=name]")
    phone.page.get_by_text("Change name").click()
    name.fill("Kommissar R")
    phone.page.context.add_cookies([build_cookie(bob)])
    with phone.page.expect_navigation():
        cable.sockets[-1].close(code=1001)
    expect(phone.table).to_have_attribute("data-viewer", "1")
    expect(name).to_have_value("bob")


def draw_before_an_upgrade(new_phone):
    """Return a phone whose move gets no answer, and whose page is too old by now."""
    game, (alice, _, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, alice, before=cable.lay, expected=AWAY)
    phone.page.route(re.compile("/moves/$"), lambda route: route.abort())
    send_by_post(phone)
    draw(phone)
    greet_once_as_before(cable)
    expect_live(phone, "no")
    expect_live(phone, "yes")
    return phone


def test_page_that_loads_itself_anew_waits_for_the_answer_to_a_move(new_phone):
    phone = draw_before_an_upgrade(new_phone)
    phone.page.unroute(re.compile("/moves/$"))
    phone.expect_alert("out of date")
    phone.expect_moves(4)


def test_page_that_loads_itself_anew_does_not_wait_for_ever(new_phone):
    phone = draw_before_an_upgrade(new_phone)
    with phone.page.expect_navigation():
        phone.page.clock.fast_forward(11_000)


@pytest.mark.parametrize("by_post", [False, True])
def test_refused_move_shows_why(new_phone, by_post):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, alice, before=cable.lay)
    if by_post:
        send_by_post(phone)
    # Another tab has drawn, and the update is under way.
    cable.unheard = '"own"'
    beside(move, game, alice, "draw")
    draw(phone)
    phone.expect_alert("not your turn")
    cable.unheard = None
    if by_post:
        send_by_socket(phone)
    beside(move, game, bob, "draw")
    phone.page.clock.fast_forward(11_000)
    phone.expect_moves(5)


def test_two_tabs_of_a_player_make_one_move(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    other = phone.page.context.new_page()
    other.goto(phone.page.url)
    expect(other.locator("[data-live]")).to_have_attribute("data-live", "yes")
    # The second tab has not heard of the first one's move yet.
    press = "document.querySelector('form[data-move=draw] button')?.click()"
    for page in (phone.page, other):
        page.evaluate(press)
    for page in (phone.page, other):
        expect(page.locator("#table")).to_have_attribute("data-moves", "4")
    game.refresh_from_db()
    assert game.move_count == 4


def test_page_that_sends_too_much_is_told_to_wait(new_phone):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    send_by_post(phone)
    words = (
        '<hx-partial hx-target="#alert" hx-swap="innerHTML">'
        '<p class="alert">Too many attempts.</p></hx-partial>'
    )
    answer = {"status": 429, "headers": {"Table-Number": "0"}, "body": words}
    phone.page.route(re.compile("/moves/$"), lambda route: route.fulfill(**answer))
    draw(phone)
    phone.expect_alert("Too many attempts")
    phone.page.unroute(re.compile("/moves/$"))
    # A second tap at once would be a double tap.
    phone.offers("draw").get_by_role("button").press("Enter")
    phone.expect_moves(4)


HOTEL = "<!DOCTYPE html><title>Hotel</title>"
HOTELS = (HOTEL, "<!-- Hotel --><html>", "<script></script>", "")


def answer_as_a_hotel(phone, address, *, times=None, head=HOTEL):
    """Let a network that wants a sign-in answer with a page of its own."""
    body = f"{head}<h1>Welcome!</h1>"
    page = {"status": 200, "content_type": "text/html", "body": body}
    phone.page.route(address, lambda route: route.fulfill(**page), times=times)


@pytest.mark.parametrize("head", HOTELS)
def test_page_of_another_site_is_no_answer_to_a_move(new_phone, head):
    game, (alice, _, _) = begin()
    phone = visit(new_phone, game, alice)
    send_by_post(phone)
    answer_as_a_hotel(phone, re.compile("/moves/$"), times=1, head=head)
    draw(phone)
    phone.expect_moves(4)


@pytest.mark.parametrize("head", HOTELS)
def test_page_of_another_site_is_no_answer_to_a_form(new_phone, head):
    game, _ = wait_for_players(2)
    phone = visit(new_phone, game)
    answer_as_a_hotel(phone, re.compile("/join/$"), head=head)
    phone.form("join").locator("[name=name]").fill("eve")
    submit(phone.form("join"))
    phone.expect_alert("go through")


def test_page_of_another_site_is_no_part_of_a_page(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    answer_as_a_hotel(phone, re.compile("/notebook/$"))
    with phone.page.expect_response(re.compile("/notebook/$")):
        phone.page.locator("#open-notebook").tap()
    beside(move, game, alice, "draw")
    phone.expect_moves(4)
    expect(phone.page.get_by_text("Welcome!")).to_have_count(0)
    assert "Hotel" not in phone.page.title()


def test_late_answer_does_not_bring_an_older_table(new_phone):
    game, players = beside(begin_game, 3, placement=Placement.PLAYERS.value)
    beside(choose_all, game, players)
    held = []
    phone = visit(new_phone, game, players[1])
    # Playwright takes no built-in method.
    phone.page.route(re.compile("/update/"), lambda route: held.append(route))  # noqa: PLW0108
    phone.page.evaluate("""() => {
      document.getElementById("wire").dataset.live = "no";
      htmx.trigger("#update", "charlie:ask");
    }""")
    phone.page.wait_for_timeout(50)
    (late,) = held
    number = phone.page.evaluate(call_script("socket", "ownNumber()"))
    answer = late.fetch(url=late.request.url.partition("&since")[0])
    beside(move, game, players[0], "draw")
    phone.expect_moves(4)
    expect_live(phone, "yes")
    assert str(number) == answer.headers["table-number"]
    late.fulfill(response=answer)
    phone.page.wait_for_timeout(50)
    phone.expect_moves(4)
