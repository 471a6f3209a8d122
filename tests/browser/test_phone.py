"""A phone in a player's hand: it turns, sleeps, goes offline, covers a clue."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.rounds import set_visibility
from tests.browser.visits import (
    AWAY,
    Cable,
    begin,
    beside,
    draw,
    expect_live,
    killed,
    visit,
)
from tests.support.cast import begin_game, choose_all, move
from tests.support.positions import crowd, read_state

# The suspects with a covered corner.
COVERED = """() => [...document.querySelectorAll("[data-suspect]")].filter((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const corners = [left + 4, right - 4].flatMap((x) => [[x, top + 4], [x, bottom - 4]]);
  return !corners.every(([x, y]) => card.contains(document.elementFromPoint(x, y)));
}).map(({ dataset }) => dataset.suspect)"""


@pytest.fixture
def expect_in_time(request):
    """Return a function that expects a page to be right, with `--full` within 3 s."""
    limit = 3000 if request.config.getoption("--full") else None

    def check(phone, count):
        expect(phone.table).to_have_attribute("data-moves", str(count), timeout=limit)

    return check


def test_own_seat_alone_says_you(new_phone):
    game, (alice, *_) = begin()
    for player, seats in ((alice, ["seat-0"]), (None, [])):
        phone = visit(new_phone, game, player)
        badges = phone.page.locator(
            ".seat", has=phone.page.locator(".badge-you:visible")
        )
        assert [badge.get_attribute("id") for badge in badges.all()] == seats


def test_turned_phone_keeps_its_move_in_view(new_phone):
    game, (alice, bob, _) = begin()
    phone, other = visit(new_phone, game, alice), visit(new_phone, game, bob)
    for width, height in ((844, 390), (320, 568)):
        phone.page.set_viewport_size({"width": width, "height": height})
        button = phone.offers("draw").get_by_role("button")
        expect(button).to_be_in_viewport(ratio=1)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
    draw(phone)
    phone.expect_moves(4)
    other.expect_moves(4)


@pytest.mark.core
def test_three_lines_of_ten_suspects_fit_on_the_smallest_phone(new_phone):
    game, players = beside(crowd, 3)
    turn = beside(read_state, game).turn
    phone = visit(new_phone, game, players[turn], language="ru", size=(320, 568))
    suspects = phone.page.locator("[data-suspect]")
    assert suspects.count() > 25
    # They take no tap while they are new.
    suspects.first.click(trial=True)
    assert phone.page.evaluate(COVERED) == []


def test_new_round_scrolls_to_the_top(new_phone):
    game, (alice, *others) = beside(begin_game, 3)
    phone = visit(new_phone, game, alice, size=(360, 640))
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("scrollY") > 0
    beside(choose_all, game, [alice, *others])
    # The server notices this move with its heartbeat, every ten seconds.
    expect(phone.table).to_have_attribute("data-phase", "suspects", timeout=30_000)
    phone.page.wait_for_function("scrollY === 0", timeout=10_000)


@pytest.mark.fault("hidden and shown", "right within 3 s of return")
def test_phone_is_up_to_date_after_a_minute_of_sleep(new_phone, expect_in_time):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay, expected=AWAY)
    set_visibility(phone.page, "hidden")
    cable.is_silent = True
    phone.page.route(re.compile("/update/"), lambda route: route.abort())
    beside(move, game, alice, "draw")
    phone.page.clock.fast_forward(60_000)
    phone.expect_moves(3)
    phone.page.unroute_all()
    cable.is_silent = False
    set_visibility(phone.page, "visible")
    expect_in_time(phone, 4)
    draw(phone)
    phone.expect_moves(5)


@pytest.mark.fault("phone offline for 60 s", "right within 3 s of return")
def test_phone_is_up_to_date_after_a_minute_offline(new_phone, expect_in_time):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay, expected=AWAY)
    phone.page.context.set_offline(True)
    expect_live(phone, "no")
    cable.is_silent = True
    beside(move, game, alice, "draw")
    phone.page.clock.fast_forward(60_000)
    phone.expect_moves(3)
    cable.is_silent = False
    phone.page.context.set_offline(False)
    expect_in_time(phone, 4)
    expect_live(phone, "yes")


def test_offline_page_is_shown_and_no_game_is_cached(new_phone, site_server):
    game, (alice, *_) = begin()
    options = {"service_workers": "allow", "expected": AWAY}
    phone = visit(new_phone, game, alice, **options)
    page = phone.page
    draw(phone)
    phone.expect_moves(4)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect_live(phone, "yes")
    with killed(site_server):
        page.goto("/rules/")
        expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
        kept = page.evaluate(
            "caches.keys().then((names) => Promise.all(names.map(async (name) =>"
            " (await (await caches.open(name)).keys()).map(({ url }) =>"
            " new URL(url).pathname)))).then((lists) => lists.flat())"
        )
        assert "/offline/" in kept
        assert all(path.startswith("/static/") for path in kept if path != "/offline/")
    page.get_by_role("link", name="Try again").tap()
    expect(page).to_have_url(re.compile("/rules/$"))
    expect(page.get_by_role("heading", name="You’re offline")).to_have_count(0)


@pytest.mark.parametrize("by", ["finger", "mouse"])
def test_clue_shows_while_it_is_held(new_phone, by):
    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice).page
    face, clue = page.locator(".my-clue-face"), page.locator(".my-clue > summary")
    if by == "mouse":
        clue.hover()
        page.mouse.down()
    else:
        clue.tap(trial=True)
        box = clue.bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        devtools = page.context.new_cdp_session(page)
        touch = {"type": "touchStart", "touchPoints": [at]}
        devtools.send("Input.dispatchTouchEvent", touch)
    expect(face).to_be_visible()
    if by == "mouse":
        page.mouse.up()
    else:
        touch = {"type": "touchEnd", "touchPoints": []}
        devtools.send("Input.dispatchTouchEvent", touch)
    expect(face).to_be_hidden()


def test_tap_shows_the_clue_for_two_seconds(new_phone):
    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice, before=Cable().lay).page
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.locator(".my-clue > summary").tap()
    for is_open in (True, False):
        page.clock.run_for(1500)
        expect(page.locator(".my-clue-face")).to_be_visible(visible=is_open)


def test_key_uncovers_and_covers_the_clue(new_phone):
    game, (alice, *_) = begin()
    page = visit(new_phone, game, alice).page
    for is_open in (True, False):
        page.locator(".my-clue > summary").press("Enter")
        expect(page.locator(".my-clue-face")).to_be_visible(visible=is_open)


@pytest.mark.fault("back/forward cache", "right within 3 s of return")
def test_page_is_up_to_date_after_the_back_button(new_phone, expect_in_time):
    game, (alice, bob, _) = begin()
    cable = Cable()
    phone = visit(new_phone, game, bob, before=cable.lay)
    cable.is_silent = True
    beside(move, game, alice, "draw")
    cable.is_silent = False
    # Playwright disables the back/forward cache, so the test sends its event.
    phone.page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    expect_in_time(phone, 4)
    expect_live(phone, "yes")
    # Without that cache the browser may show an old answer.
    phone.page.goto("/rules/")
    beside(move, game, bob, "draw")
    phone.page.go_back()
    expect_in_time(phone, 5)
    expect_live(phone, "yes")
