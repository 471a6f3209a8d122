"""Bots in the lobby: permissions to add and remove them, and their look on pages."""

import re

import pytest
from django.urls import reverse

from games.deduction.bots.policy import Phrase
from games.models import Game
from games.play import schedule
from games.table.bots import add_bot
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    look_into,
    make_players,
    make_setup,
    move,
)

pytestmark = pytest.mark.django_db


def post(player, game: Game, **fields):
    return open_browser(player).post(reverse("bots", args=[game.code]), fields)


@pytest.fixture
def table():
    players = make_players(2)
    return open_table(players[0], make_setup()), players


def bots_of(game: Game) -> list[str]:
    return list(game.seats.order_by("index").values_list("bot", flat=True))


def test_host_adds_and_removes_a_bot(table):
    game, (alice, bob) = table
    assert post(alice, game, bot="argus").status_code == 302
    page = open_browser(bob).get(reverse("table", args=[game.code])).text
    assert 'data-investigator="meridian" data-bot' in page
    assert 'value="roxy"' not in page
    assert post(alice, game, seat=0, expected="meridian").status_code == 302
    assert bots_of(game) == []


@pytest.mark.parametrize(
    "fields",
    [{}, {"bot": "rex"}, {"seat": "9"}, {"bot": "pip", "seat": "0"}, {"seat": "x"}],
)
def test_malformed_form_adds_no_bot(table, fields):
    game, (alice, _bob) = table
    assert post(alice, game, **fields).status_code == 422
    assert bots_of(game) == []


def test_game_with_bots_starts_with_one_tap():
    browser = open_browser(None)
    assert 'action="/bots/"' in browser.get("/").text
    answer = browser.post("/bots/")
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/t/{game.code}/"
    assert game.phase == "sides"
    assert 'data-viewer="0"' in browser.get(f"/t/{game.code}/").text
    assert browser.get("/bots/").headers["Location"] == "/"


def test_result_against_bots_offers_the_next_step_and_the_same_again():
    browser = open_browser(None)
    browser.post("/bots/")
    game = Game.objects.get()
    browser.post(f"/t/{game.code}/end/")
    page = browser.get(f"/t/{game.code}/").text
    assert 'action="/bots/"' in page
    again = f"/t/{game.code}/again/"
    assert f'action="{again}"' in page
    address = browser.post(again).headers["Location"]
    assert 'data-phase="sides"' in browser.get(address).text


def test_page_says_that_bots_do_not_contribute(table):
    game, (alice, _bob) = table
    add_bot(game.code, alice, "pip")
    page = open_browser(None).get(reverse("table", args=[game.code])).text
    assert "bots add nothing" in page


def test_bot_that_takes_over_is_shown_at_the_seat_and_in_the_log(hands):
    game, players = begin_to_draw()
    leave = reverse("leave", args=[game.code])
    answer = open_browser(players[1]).post(leave, {"bot": "bruno"}, headers=HTMX)
    assert answer.headers["HX-Redirect"] == "/"
    move(game, players[0], "draw")
    hands.run_out(game)
    page = open_browser(None).get(reverse("table", args=[game.code])).text
    seat = re.search(r'<section id="seat-1"[^>]*>', page)[0]
    assert 'data-investigator="colombini"' in seat
    assert 'data-away=""' in seat
    assert 'data-bot=""' in seat
    assert "Stand-in: bob" in page
    assert open_browser(players[1]).get(f"/t/{game.code}/").status_code == 200
    assert look_into(game).table.bots == {}


def test_leaving_to_an_unknown_bot_is_refused():
    game, players = begin_game()
    leave = reverse("leave", args=[game.code])
    assert open_browser(players[1]).post(leave, {"bot": "rex"}).status_code == 422
    assert look_into(game).table.seats[1].presence == "here"


# Bots comment once their move is committed.
@pytest.mark.django_db(transaction=True)
def test_bots_comment_on_accusations_and_the_reveal(hands, monkeypatch):
    said = []
    monkeypatch.setattr(
        schedule, "publish_reaction", lambda pk, seat, line: said.append((seat, line))
    )
    (alice,) = make_players(1)
    game = open_table(alice, make_setup())
    for name in ("pip", "bruno", "roxy"):
        add_bot(game.code, alice, name)
    start_game(game.code, alice, first_seat=0)
    game.refresh_from_db()
    while game.phase != "review":
        hands.run_out(game)
    made = game.moves.filter(content__move="accuse").count()
    assert len(said) == made + 3
    assert {line for _seat, line in said} <= set(Phrase)
    assert [seat for seat, _line in said[-3:]] == [0, 1, 2]
