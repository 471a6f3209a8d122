"""The set-up of a new table: editions, styles and the options that differ."""

import re
from dataclasses import asdict
from enum import StrEnum

import pytest

from games.models import Game
from games.rules.editions import OPTIONS, SETTINGS, Edition, Settings
from games.table.lobby.opening import build_setup, open_table
from tests.support.browsers import open_browser
from tests.support.cast import make_players, make_setup
from tests.support.finished import play_game

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
    usual, wanted = asdict(Settings()) | build_setup(Edition.PIATNIK), {}
    for name, kind in (OPTIONS | SETTINGS).items():
        if kind is bool or issubclass(kind, StrEnum):
            values = (True, False) if kind is bool else [each.value for each in kind]
            wanted[name] = next(each for each in values if each != usual[name])
    sent = {name: "on" if each is True else each for name, each in wanted.items()}
    open_browser(None).post("/t/new/", {"edition": "piatnik"} | sent)
    game = Game.objects.get()
    assert {name: getattr(game, name) for name in wanted} == wanted
    assert len(wanted) > 10


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


def read_chips(page):
    """Return the hidden fields and the styles of the form with the kinds of evening."""
    form = page.partition('class="chips"')[2].partition("</form>")[0]
    fields = re.findall(r'<input type="hidden" name="(\w+)"(?: value="(.*?)")?', form)
    styles = re.findall(r'value="(\w+)"\s+aria-pressed="(\w+)"', form)
    return dict(fields), styles


def test_kind_of_evening_changes_what_it_sets_and_nothing_else():
    (alice,) = make_players(1)
    game = open_table(alice, make_setup(Edition.GAGA, stasi=True, listed=True))
    browser = open_browser(alice)
    fields, _styles = read_chips(browser.get(f"/t/{game.code}/").text)
    browser.post(f"/t/{game.code}/options/", fields | {"style": "family"})
    game.refresh_from_db()
    assert (game.edition, game.stasi, game.listed) == ("gaga", True, True)
    assert (game.discards, game.notebook, game.limits) == ("open", "auto", "relaxed")
    _fields, styles = read_chips(browser.get(f"/t/{game.code}/").text)
    assert ("family", "true") in styles
    assert [pressed for _style, pressed in styles].count("true") == 1


def test_kinds_of_evening_stand_in_one_order_for_newcomers_and_others():
    finished = play_game(4)
    (newcomer,) = make_players(1)
    for host, first in ((newcomer, "family"), (finished.host, "classic")):
        game = open_table(host, make_setup())
        page = open_browser(host).get(f"/t/{game.code}/").text
        chips = [("family", "false"), ("classic", "true"), ("expert", "false")]
        assert read_chips(page)[1] == chips
        home = open_browser(host).get("/").text
        assert ('name="style" value="family"' in home) is (first == "family")
