"""Replays by keyboard, links and autoplay, and the admin, in a real Chromium."""

import re

import pytest
from playwright.sync_api import expect

from games.archive.links import share_replay
from games.archive.story import list_moments
from games.coach.moments import build_moment, get_position_at
from games.models import Game
from games.rules.state import Phase
from tests.browser.test_room import ROOMS
from tests.browser.visits import (
    beside,
    build_cookie,
    expect_at,
    open_page,
    prepare_replay,
)
from tests.support.positions import LONG_NAMES, in_phase, play
from tests.support.replays import build_replay_address

DESKTOP = (1280, 800)
# A moment's caption, and the lines of a table of four.
SHOWN = ".moment-words, [data-line]"
LOWEST = f"""Math.max(...[...document.querySelectorAll("{SHOWN}")]
  .map((one) => one.getBoundingClientRect().bottom))"""
HIGHEST = """document.querySelector("#moments").getBoundingClientRect().top"""


@pytest.mark.core
def test_replay_moves_by_keys_links_and_autoplay(new_phone):
    game, cookie = prepare_replay()
    page = open_page(new_phone, cookie, f"/t/{game.code}/replay/")
    expect_at(page, 0)
    expect(page.locator("#replay-at")).not_to_be_focused()
    page.locator("#replay-at").focus()
    for number in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect_at(page, number)
    page.keyboard.press("ArrowLeft")
    expect_at(page, 2)
    for modifier in ("Alt", "Control", "Meta", "Shift"):
        page.keyboard.press(f"{modifier}+ArrowLeft")
    expect(page.locator("#replay-at")).to_have_js_property("value", "2")
    page.keyboard.press("ArrowLeft")
    expect_at(page, 1)
    page.keyboard.press("ArrowRight")
    expect_at(page, 2)
    page.locator("[data-go=next]").click()
    expect_at(page, 3)
    page.locator("[data-go=last]").click()
    expect_at(page, game.move_count)
    expect(page).to_have_url(re.compile(rf"at={game.move_count}\b"))
    page.goto(f"/t/{game.code}/replay/?at={game.move_count - 3}&play=fast")
    expect_at(page, game.move_count)
    expect(page.locator("[data-winner]").first).to_be_visible()


def test_admin_audits_and_exports_under_the_content_security_policy(new_phone):
    game, cookie = prepare_replay()
    path = "/admin/games/game/"
    page = open_page(new_phone, cookie, path, size=DESKTOP)
    page.get_by_role("link", name=game.code).click()
    page.get_by_role("link", name="Audit", exact=True).click()
    page.get_by_role("button", name="Audit now").click()
    expect(page.locator("[data-audit=sound]")).to_be_visible()
    page.goto(path)
    page.locator("#action-toggle").check()
    page.locator("select[name=action]").select_option("export_records")
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("Run|Go")).click()
    assert download.value.suggested_filename.endswith(".zip")
    page.goto(f"{path}statistics/")
    expect(page.locator("meter").first).to_be_visible()


def test_open_analysis_stays_open_from_move_to_move(new_phone):
    game, cookie = prepare_replay()
    page = open_page(new_phone, cookie, f"/t/{game.code}/replay/?as=0")
    page.locator("#known-title").click()
    expect(page.locator("#known [data-chance]")).to_have_count(5)
    page.locator("[data-go=last]").click()
    expect_at(page, game.move_count)
    expect(page.locator("#known [data-chance]")).to_have_count(1)
    expect(page.locator("#known [data-chance]")).to_be_visible()


def play_to_a_question():
    """Return a closed game, its players, and a move at which the coach has answers."""
    started, players = play("game-3p-piatnik", in_phase(Phase.OVER, 5))
    game = Game.objects.get(pk=started.pk)
    places = ((at, get_position_at(game, at)) for at in range(game.move_count))
    at = next(at for at, place in places if build_moment(place, 0).impossible)
    return game, players, at


def test_coach_answers_a_question_in_place(new_phone):
    game, players, at = beside(play_to_a_question)
    path = f"/t/{game.code}/replay/?at={at}&as=0"
    page = open_page(new_phone, build_cookie(players[0]), path)
    question = page.locator("#coach .coach-ask a:not([aria-current])").first
    query = question.get_attribute("hx-get")
    question.click()
    expect(page.locator("#coach h3[autofocus]")).to_be_focused()
    expect(page.locator("#coach .proof li").first).to_be_visible()
    asked = page.locator("#coach .coach-ask a[aria-current]")
    expect(asked).to_have_attribute("hx-get", query)
    expect_at(page, at)


def share_a_moment():
    """Return a player of four, and the address and the token of a shared moment."""
    over = in_phase(Phase.OVER, 5)
    started, players = play("game-4p-devir-stasi", over, names=LONG_NAMES)
    game = Game.objects.get(pk=started.pk)
    at = next(one.move for one in list_moments(game) if one.suspect)
    token = share_replay(game, players[0], 0).token
    return players[0], build_replay_address(game, f"?at={at}"), token


@pytest.mark.parametrize("size", ROOMS)
def test_phone_shows_a_moment_and_all_lines_of_four(new_phone, size):
    player, path, token = beside(share_a_moment)
    own = open_page(new_phone, build_cookie(player), path, size=size, language="ru")
    shared = new_phone(size=size, language="ru")
    shared.goto(f"{path}&as=0&link={token}")
    for page in (own, shared):
        assert page.evaluate(LOWEST) <= page.evaluate(HIGHEST)
