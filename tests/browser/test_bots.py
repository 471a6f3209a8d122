"""One person against bots: one tap to a round, and whole games."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.models.game import Game
from games.play.bot_seats import add_bot
from games.play.lifecycle import start_game
from games.play.seats import take_seat
from games.play.setup import open_table
from tests.browser.players import Phone, submit
from tests.browser.rounds import act
from tests.browser.visits import beside, visit
from tests.support.cast import make_players, setup_of
from tests.support.site_server import SiteServer

# A bot takes up to nine seconds for a move.
SPEED = "60"
MOST_ACTS = 400
MOST_ACTS_OF_A_GAME = 3000
BOTS = ("pip", "bruno", "roxy")
# tests/play/test_bot_moves.py plays with every option, without a browser.
OPTIONS = {"adler": True, "last_call": "clockwise", "notebook": "auto"}


@pytest.fixture(scope="module")
def site_server(django_db_setup, tmp_path_factory):
    """Run a server with a fast clock."""
    folder = tmp_path_factory.mktemp("bots-site")
    site = SiteServer(folder, SECRET_KEY=settings.SECRET_KEY, CLOCK_SPEED=SPEED)
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
def test_one_tap_on_the_home_page_deals_a_round_with_bots(new_phone):
    phone = Phone(new_phone(size=(360, 640)))
    phone.page.goto("/")
    submit(phone.form("bots"))
    expect(phone.page.locator("[data-seat][data-bot]")).to_have_count(2)
    phone.expect_phase("sides")
    for _ in range(MOST_ACTS):
        act(phone)
        phone.page.wait_for_timeout(50)
        if phone.table.get_attribute("data-round") == "2":
            break
    expect(phone.table).to_have_attribute("data-round", "2")
    expect(phone.page.locator("[data-seat][data-bot]")).to_have_count(2)
    expect(phone.page.locator("[data-seat][data-away]")).to_have_count(0)


def begin_with_bots():
    """Return a game of alice and three bots, and alice."""
    (alice,) = make_players(1)
    game = open_table(alice, setup_of(**OPTIONS))
    take_seat(game.code, alice, name="alice", investigator="colombini")
    for name in BOTS:
        add_bot(game.code, alice, name)
    start_game(game.code, alice, first_seat=0)
    return Game.objects.get(pk=game.pk), alice


def test_one_person_and_bots_play_a_whole_game(new_phone):
    game, alice = beside(begin_with_bots)
    phone = visit(new_phone, game, alice)
    for _ in range(MOST_ACTS_OF_A_GAME):
        act(phone)
        phone.page.wait_for_timeout(50)
        if phone.table.get_attribute("data-phase") == "over":
            break
    phone.expect_phase("over")
    expect(phone.page.locator("#summary .summary")).to_have_count(4)
    expect(phone.page.locator("#summary .summary p")).to_have_count(3 * 4)
    phone.page.locator("#summary a").first.click()
    expect(phone.page.locator("#controls")).to_be_visible()
