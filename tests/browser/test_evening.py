"""An evening in several browsers: the pages move on to the next game by themselves."""

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from games.hosting.lifecycle import end_game, start_game
from games.models.game import Game, Seat
from games.models.round import Bet, Round
from games.rules.state import Phase
from tests.browser.players import submit
from tests.browser.test_display import open_display
from tests.browser.visits import beside, expect_live, visit, wait_for_players
from tests.support.cast import play_on
from tests.support.positions import in_phase, play

# Notes the kind and the size of a picture that the page shares.
SHARE = """
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files: [file] }) => {
      const { width, height } = await createImageBitmap(file);
      document.documentElement.dataset.shared = `${file.type} ${width} × ${height}`;
    },
  });
"""


@pytest.mark.core
def test_evening_goes_on_without_a_page_opened_by_hand(new_phone):
    game, players = wait_for_players(4)
    start_game(game.code, players[0], first_seat=0)
    phones = [visit(new_phone, game, player) for player in players]
    watcher, display = visit(new_phone, game), open_display(new_phone, game.code)
    for _game in range(2):
        newest = Game.objects.last()
        for page in (*phones, watcher, display):
            expect_live(page, "yes")
        end_game(newest.code, newest.host)
        for phone in phones:
            submit(phone.form("again"))
        for page in (*phones, watcher, display):
            expect(page.table).not_to_have_attribute("data-code", newest.code)
            page.expect_phase("sides")
        following = Game.objects.get(previous=newest)
        for page in (*phones, watcher, display):
            expect(page.table).to_have_attribute("data-code", following.code)
        expect(display.page.locator(".way-in b")).to_have_text(game.code)
        assert all(phone.table.get_attribute("data-viewer") for phone in phones)
    assert watcher.table.get_attribute("data-viewer") == "spectator"


def play_until(game, chance, is_enough):
    """Play on until the state fits."""
    seats = game.seats.select_related("player").order_by("index")
    players = [seat.player for seat in seats]
    for snapshot in play_on(game, players, chance):
        if is_enough(snapshot.state):
            return


def has_lines(state):
    return state.phase == "suspects" and sum(map(len, state.lines)) > 3


def guess(phone):
    """Guess the first suspect on the sheet."""
    phone.page.locator("#move-bet button").tap()
    sheet = phone.form("bet")
    sheet.locator("label:has([name=suspect])").first.tap()
    if sheet.locator("[name=name]").count():
        sheet.locator("[name=name]").fill(phone.name)
    sheet.get_by_role("button", name="Guess").tap()
    expect(sheet).to_contain_text("It stays secret until the reveal.")
    phone.page.locator("#bet-sheet .sheet-close").tap()


def ask_for_seat(phone):
    phone.page.get_by_text("Want to play?").tap()
    phone.form("ask").locator("[name=name]").fill(phone.name)
    submit(phone.form("ask"))
    expect(phone.page.get_by_text("Asked!")).to_be_visible()


def play_game(pages, watchers, seed):
    """Play the newest game to its end, with a guess of each watcher."""
    game, chance = Game.objects.last(), random.Random(seed)
    beside(play_until, game, chance, has_lines)
    for watcher in watchers:
        watcher.expect_phase("suspects")
        guess(watcher)
    beside(play_until, game, chance, lambda state: state.phase == "over")
    for page in pages:
        page.expect_phase("over")
        expect(page.page.locator("[data-standing]").first).to_be_attached()
    return game


def play_again(pages, seated, before):
    """Let these people play on, and expect every page at the next game."""
    for phone in seated:
        submit(phone.form("again"))
    for page in pages:
        expect(page.table).not_to_have_attribute("data-code", before.code)
        page.expect_phase("sides")


def ranked():
    """Return the names at the evening's games, the best first."""
    points, wins = Counter(), Counter()
    for seat in Seat.objects.all():
        points[seat.name] += seat.points
        wins[seat.name] += seat.winner
    return sorted(points, key=lambda name: (-wins[name], -points[name], name))


def right_guesses(name):
    """Return the right guesses of a player, and all."""
    chiefs = dict(Round.objects.values_list("pk", "chief"))
    made = Bet.objects.filter(player__name=name)
    return sum(chiefs[bet.round_id] == bet.suspect for bet in made), len(made)


@pytest.mark.long
def test_games_with_people_who_come_and_leave(new_phone):
    game, players = wait_for_players(4)
    start_game(game.code, players[0], first_seat=0)
    alice, bob, carol, dave = (visit(new_phone, game, each) for each in players)
    eve, faye = visit(new_phone, game), visit(new_phone, game)
    eve.name, faye.name = "eve", "faye"
    pages = [alice, bob, carol, dave, eve, faye, open_display(new_phone, game.code)]
    ask_for_seat(faye)
    first = play_game(pages, [eve, faye], 1)
    submit(alice.form("again"))
    submit(dave.form("again"))
    submit(dave.form("leave"))
    play_again(pages, [bob, carol], first)
    for phone, viewer in ((dave, "spectator"), (faye, re.compile(r"\d"))):
        expect(phone.table).to_have_attribute("data-viewer", viewer)
    second = play_game(pages, [eve], 2)
    names = ranked()
    assert set(names) == {"alice", "bob", "carol", "dave", "faye"}
    for page in pages:
        rows = page.page.locator("[data-standing]")
        expect(rows).to_have_count(5)
        assert [row.get_attribute("data-standing") for row in rows.all()] == names
    for name, count in (("eve", 2), ("faye", 1)):
        right, made = right_guesses(name)
        assert made == count
        row = eve.page.locator(".audience li").filter(has_text=name)
        expect(row).to_contain_text(f"{right} of {made}")
    play_again(pages, [alice, bob, carol, faye], second)


def test_result_is_shared_with_a_picture_of_the_game(new_phone):
    game, players = beside(play, "game-3p-devir", in_phase(Phase.OVER, 3))
    phone = visit(
        new_phone, game, players[0], before=lambda page: page.add_init_script(SHARE)
    )
    phone.page.locator("#result [data-share]").first.tap()
    page = phone.page.locator("html")
    expect(page).to_have_attribute("data-shared", "image/png 1200 × 630")
