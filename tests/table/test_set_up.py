"""The set-up of a new table: editions, styles and the options that differ."""

import pytest

from games.models import Game
from tests.support.browsers import open_browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("edition", "last_call", "ten_points", "first_player"),
    [
        ("devir", "race", "count", "earliest"),
        ("gaga", "race", "count", "earliest"),
        ("piatnik", "clockwise", "announcer", "lot"),
    ],
)
def test_missing_option_takes_the_value_of_the_edition(
    edition, last_call, ten_points, first_player
):
    answer = open_browser(None).post("/t/new/", {"edition": edition})
    assert answer.status_code == 302
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/t/{game.code}/"
    assert (game.last_call, game.ten_points) == (last_call, ten_points)
    assert (game.first_player, game.placement) == (first_player, "referee")
    assert (game.stasi, game.adler, game.listed) == (False, False, False)
    assert (game.limits, game.notebook) == ("off", "on")


def test_each_option_may_differ_from_the_edition():
    sent = {
        "edition": "piatnik",
        "stasi": "on",
        "adler": "on",
        "placement": "players",
        "last_call": "race",
        "ten_points": "count",
        "first_player": "chosen",
        "discards": "open",
        "listed": "on",
        "limits": "quick",
        "notebook": "odds",
    }
    open_browser(None).post("/t/new/", sent)
    game = Game.objects.get()
    options = game.options
    assert (options.stasi, options.adler, options.placement) == (True, True, "players")
    assert (options.last_call, options.ten_points) == ("race", "count")
    assert (game.first_player, options.discards) == ("chosen", "open")
    assert (game.limits, game.listed, game.notebook) == ("quick", True, "odds")


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("family", ("open", "referee", "auto", "relaxed")),
        ("classic", ("closed", "referee", "on", "off")),
        ("expert", ("closed", "players", "off", "off")),
    ],
)
def test_style_sets_what_the_host_leaves_open(style, expected):
    open_browser(None).post("/t/new/", {"edition": "devir", "style": style})
    game = Game.objects.get()
    told = (game.discards, game.placement, game.notebook, game.limits)
    assert told == expected


def test_option_of_the_host_outweighs_the_style():
    sent = {"edition": "devir", "style": "family", "discards": "closed"}
    open_browser(None).post("/t/new/", sent)
    assert Game.objects.get().discards == "closed"


def test_empty_option_says_what_it_stands_for():
    page = open_browser(None).get("/t/new/?style=family&edition=piatnik").text
    assert '<option value="" selected>face up (Family)</option>' in page
    assert '<option value="" selected>clockwise, one at a time (Piatnik)<' in page


@pytest.mark.parametrize(
    "sent", [{}, {"edition": "ravensburger"}, {"edition": "devir", "last_call": "\x00"}]
)
def test_malformed_form_opens_no_table(sent):
    answer = open_browser(None).post("/t/new/", sent)
    assert answer.status_code == 422
    assert not Game.objects.exists()
