"""A player goes away for good, and the others finish the game."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.models.game import Game
from games.models.move import MoveRow
from tests.browser.rounds import act
from tests.browser.visits import beside, visit
from tests.support.cast import begin_game
from tests.support.site_server import SiteServer

CAROL = 2
# A limit of 15 s takes one second, and so does becoming absent.
SPEED = "15"
MOST_ACTS = 400


@pytest.fixture(scope="module")
def site_server(django_db_setup, tmp_path_factory):
    """Run a server with a fast clock."""
    folder = tmp_path_factory.mktemp("fast-site")
    site = SiteServer(folder, SECRET_KEY=settings.SECRET_KEY, CLOCK_SPEED=SPEED)
    site.start()
    yield site
    site.stop()


def play(phones, until):
    for _ in range(MOST_ACTS):
        for phone in phones:
            act(phone)
        phones[0].page.wait_for_timeout(50)
        if until():
            return
    raise AssertionError("The game does not come to its end.")


def test_game_with_an_absent_player_comes_to_its_end(new_phone):
    game, players = beside(begin_game, 3, limits="quick")
    *phones, leaving = [visit(new_phone, game, player) for player in players]
    leaving.page.context.close()
    seats = [phone.page.locator(f"#table [data-seat='{CAROL}']") for phone in phones]
    for seat in seats:
        expect(seat).to_have_attribute("data-away", "")
    # The first round with the limits alone, the others with a stand-in.
    play(phones, until=lambda: phones[0].table.get_attribute("data-round") == "2")
    phones[0].form("stand-in").get_by_role("button").click()
    expect(seats[1]).to_contain_text("stand-in")
    play(phones, until=lambda: phones[0].table.get_attribute("data-phase") == "over")
    phones[1].expect_phase("over")
    closed = Game.objects.get(pk=game.pk)
    assert closed.reason != "abandoned"
    by = MoveRow.objects.filter(game=game, seat=CAROL).values_list("by", flat=True)
    assert set(by) == {"clock"}
