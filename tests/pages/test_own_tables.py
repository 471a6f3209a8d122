"""Own tables in lists: people instead of codes, and the status of each table."""

import re
from html import unescape

import pytest

from games.accounts import history
from games.models import Game, Presence
from games.play.transaction import locked_game
from games.table.lobby.opening import open_table
from games.table.page.own_tables import say_winners
from games.table.people.holders import replace_holder
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, make_setup, newcomer, open_lobby
from tests.support.finished import play_game

pytestmark = pytest.mark.django_db

PAGES = ["/", "/history/"]


def read_words(page):
    """Return the text of a page without its tags, on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(page)).split()).replace("’", "'")


@pytest.mark.parametrize("address", PAGES)
def test_own_table_names_people_and_what_it_waits_for(address):
    _game, players = begin_to_draw()
    shown = [read_words(open_browser(one).get(address).text) for one in players]
    assert "Your table with bob and carol They wait for you. Your turn" in shown[0]
    assert "alice's table with carol alice's turn to draw" in shown[1]
    assert "They wait for you" not in shown[1]


@pytest.mark.parametrize("address", PAGES)
def test_lobby_in_a_list_says_that_it_waits_for_players(address):
    game, players = open_lobby(2)
    page = open_browser(players[1]).get(address).text
    assert "alice's table Waiting for players (3–5 needed)" in read_words(page)
    assert game.code not in read_words(page)


@pytest.mark.parametrize("address", PAGES)
def test_newest_finished_game_is_a_card_with_its_winner_and_a_rematch(address):
    game = play_game(4)
    player = game.seats.get(index=0).player
    page = open_browser(player).get(address).text
    assert say_winners(game.seats.all(), 0) in read_words(page)
    assert f'action="/t/{game.code}/again/"' in page
    assert f'hx-get="/t/{game.code}/evening/"' in page
    assert "again/" not in open_browser(None).get(address).text


def test_only_the_first_page_of_my_games_has_the_newest_one_as_a_card(monkeypatch):
    monkeypatch.setattr(history, "ON_A_PAGE", 1)
    game = play_game(4)
    player = game.seats.get(index=0).player
    open_table(player, make_setup())
    browser, card = open_browser(player), f'hx-get="/t/{game.code}/evening/"'
    pages = [browser.get("/history/", {"page": number}).text for number in (1, 2)]
    assert [card in page for page in pages] == [True, False]


def test_rematch_needs_leave_to_open_tables(settings):
    game = play_game(4)
    settings.TABLE_OPENERS = "accounts"
    page = open_browser(game.seats.get(index=0).player).get("/history/").text
    assert "/again/" not in page
    assert f'hx-get="/t/{game.code}/evening/"' in page


def test_history_names_winner_and_night_also_for_former_players():
    game = play_game(4)
    seat = game.seats.get(index=0)
    former = seat.player
    with locked_game(game.code) as locked:
        replace_holder(locked, seat, None)
    assert game.seats.get(index=0).presence == Presence.LEFT
    page = open_browser(former).get("/history/").text
    winners = game.seats.filter(winner=True)
    assert say_winners(winners) in read_words(page)
    assert "seat given away" in page
    assert f"/t/{game.code}/replay/" in page
    assert "/again/" not in page
    assert game.code not in read_words(page)


@pytest.mark.parametrize("address", ["/t/{}/", "/t/{}/display/"])
def test_lobby_names_the_game_and_its_host_to_whoever_is_invited(address):
    game, players = open_lobby(2)
    page = read_words(open_browser(newcomer()).get(address.format(game.code)).text)
    assert "alice's table" in page
    own = read_words(open_browser(players[1]).get(f"/t/{game.code}/").text)
    assert "alice's table" not in own


def test_table_without_host_has_a_name_too():
    game, _players = open_lobby(2)
    Game.objects.filter(pk=game.pk).update(host=None, version=99)
    page = open_browser(None).get(f"/t/{game.code}/").text
    assert "Checkpoint Charlie" in page.split('id="welcome"')[1].split("</section>")[0]
