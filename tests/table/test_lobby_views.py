"""The lobby: opening a table, taking a seat, and their refusals."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from games.models import Game, Seat
from games.rules.editions import Investigator
from games.table.lobby.opening import open_table
from games.table.people.seats import change_investigator, leave_table, take_seat
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import (
    begin_game,
    look_into,
    make_players,
    make_setup,
    newcomer,
    open_lobby,
    seat_all,
)

pytestmark = pytest.mark.django_db


def open_with(count: int, **changes) -> tuple[Game, list]:
    """Return a table where `count` of five players sit; the first is the host."""
    players = make_players(5)
    game = open_table(players[0], make_setup(**changes))
    seat_all(game, players[:count])
    return game, players


def post(player, game: Game, name: str, headers=None, **fields):
    address = reverse(name, args=[game.code])
    return open_browser(player).post(address, fields, headers=headers)


def test_guest_takes_a_seat_without_an_account():
    game, _players = open_with(0)
    eve = open_browser(None)
    answer = eve.post(
        f"/t/{game.code}/join/",
        {"name": "  eve ", "investigator": "britton", "got_up": "05:30"},
    )
    assert answer.status_code == 302
    seat = Seat.objects.get(game=game)
    assert (seat.index, seat.name, seat.investigator) == (0, "eve", "britton")
    assert f"{seat.got_up:%H:%M}" == "05:30"
    assert 'data-viewer="0"' in eve.get(f"/t/{game.code}/").text


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"name": "   "}, 422, "Type a name."),
        ({"name": "x" * 21}, 422, "too long"),
        ({"name": "a\u202eb"}, 422, "has a character that can"),
        ({"name": "ALICE"}, 422, "already has that name"),
        ({"investigator": "laces"}, 409, ""),
        ({"investigator": "poirot"}, 422, ""),
        ({"got_up": "25:99"}, 422, ""),
        ({"name": "", "investigator": ""}, 422, "Investigator: "),
    ],
)
def test_refused_join_says_why(fields, status, reason):
    game, _players = open_with(3)
    sent = {"name": "eve", "investigator": "meridian"} | fields
    answer = open_browser(None).post(f"/t/{game.code}/join/", sent)
    assert answer.status_code == status
    assert 'class="alert' in answer.text
    assert reason in answer.text
    assert 'id="table"' in answer.text
    assert game.seats.count() == 3


@pytest.mark.parametrize(
    "other", [{"name": "bobby"}, {"investigator": "britton"}], ids=["name", "dog"]
)
def test_joining_again_as_somebody_else_says_that_the_seat_stays(other):
    game, players = open_with(1)
    wish = {"name": "bob", "investigator": "meridian"}
    browser, address = open_browser(players[1]), f"/t/{game.code}/join/"
    browser.post(address, wish)
    answer = browser.post(address, wish | other)
    assert answer.status_code == 409
    assert "already have a seat" in answer.text
    seat = game.seats.get(player=players[1])
    assert (seat.name, seat.investigator) == ("bob", "meridian")
    players[1].refresh_from_db()
    assert players[1].name == "bob"


@pytest.mark.parametrize("chosen", ["", "7", "-1", "two", "9" * 50])
def test_start_is_refused_with_an_invalid_first_seat(chosen):
    game, players = open_with(3)
    assert post(players[0], game, "start", first_seat=chosen).status_code == 422


def test_investigator_can_be_changed_for_a_free_one():
    game, players = open_with(2)
    assert post(players[1], game, "seat", investigator="laces").status_code == 409
    assert (
        post(players[1], game, "seat", HTMX, investigator="meridian").status_code == 200
    )
    assert game.seats.get(index=1).investigator == "meridian"


def test_host_orders_the_seats():
    game, players = open_with(4)
    post(players[0], game, "seat", seat="3", place="0")
    assert [seat.name for seat in game.seats.all()] == ["dave", "alice", "bob", "carol"]
    assert post(players[1], game, "seat", seat="3", place="0").status_code == 403
    assert post(players[0], game, "seat", seat="4", place="0").status_code == 422


@pytest.mark.parametrize("fields", [{}, {"seat": "1"}, {"seat": "x"}, {"place": "1"}])
def test_empty_change_of_a_seat_is_refused(fields):
    game, players = open_with(3)
    assert post(players[0], game, "seat", **fields).status_code == 422


@pytest.mark.parametrize("name", ["seat", "host"])
def test_page_from_before_a_departure_changes_no_successor(name):
    game, (alice, bob, carol, *_) = open_with(3)
    page = open_browser(alice).get(f"/t/{game.code}/").text
    expected = re.search(r'name="seat" value="1">\s*<input[^>]* value="(\w+)"', page)[1]
    leave_table(game.code, bob)
    change_investigator(game.code, carol, Investigator.COLOMBINI)
    stale = {"seat": "1", "out": "on", "expected": expected}
    assert post(alice, game, name, **stale).status_code == 409
    assert game.seats.get(index=1).player == carol


@pytest.mark.parametrize("name", ["seat", "host"])
def test_stale_page_changes_no_other_seat(name):
    game, players = open_with(4)
    stale = {"seat": "2", "place": "0", "expected": "lansbury"}
    assert post(players[0], game, name, **stale).status_code == 409


@pytest.mark.parametrize(
    ("address", "seated", "viewer", "is_shown"),
    [
        ("http://192.168.1.20:8000", 1, 0, True),
        ("http://charlie.local:8000", 0, 0, True),
        ("http://192.168.1.20:8000", 2, 0, False),
        ("http://192.168.1.20:8000", 1, 3, False),
        ("https://charlie.example.org", 1, 0, False),
        ("", 1, 0, False),
    ],
)
def test_host_at_home_gets_help_until_a_phone_has_come(
    settings, address, seated, viewer, is_shown
):
    game, players = open_with(seated)
    settings.PUBLIC_URL = address
    page = open_browser(players[viewer]).get(
        f"/t/{game.code}/", SERVER_NAME="localhost"
    )
    assert ('class="small invitation-help"' in page.text) == is_shown


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("had_a_name", [False, True])
def test_form_with_a_dog_taken_meanwhile_loses_nothing(had_a_name, headers):
    game, _players = open_lobby(3, first_player="earliest")
    browser = open_browser(newcomer("dora") if had_a_name else None)
    taken = game.seats.get(index=1).investigator
    sent = {"name": "dana", "investigator": taken, "got_up": "06:30"}
    address = f"/t/{game.code}/join/"
    answer = browser.post(address, sent, headers=headers)
    assert answer.status_code == 409
    assert "Another one is chosen now" in answer.text
    assert answer.text.count('name="investigator"') == len(Investigator) - 3
    if not headers:
        assert 'value="dana"' in answer.text
        assert 'value="06:30"' in answer.text
    free = re.search(r'name="investigator" value="([\w-]+)" checked', answer.text)[1]
    assert browser.post(address, sent | {"investigator": free}).status_code == 302
    assert game.seats.get(index=3).investigator == free


def test_other_refusals_keep_the_dog_too():
    game, _players = open_lobby()
    browser = open_browser(None)
    free = set(Investigator) - {*game.seats.values_list("investigator", flat=True)}
    wanted = max(free)
    sent = {"name": "alice", "investigator": wanted}
    page = browser.post(f"/t/{game.code}/join/", sent).text
    assert re.findall(r'value="([\w-]+)" checked', page)[-1] == wanted


@pytest.mark.parametrize("is_seated", [True, False])
def test_lobby_names_the_host_as_at_this_table(is_seated):
    host, bob = make_players(2)
    host.user, host.guest_key = User.objects.create_user("ann.smith.1984"), None
    host.name = "ann.smith.1984" if is_seated else "Ann"
    host.save()
    game = open_table(host, make_setup())
    if is_seated:
        take_seat(game.code, host, name="Zed", investigator=Investigator.LACES)
    take_seat(game.code, bob, name="bob", investigator=Investigator.BRITTON)
    for viewer in (bob, None):
        page = open_browser(viewer).get(f"/t/{game.code}/").text
        assert "ann.smith.1984" not in page
    page = open_browser(bob).get(f"/t/{game.code}/").text
    assert f"Waiting for {'Zed' if is_seated else 'Ann'} to start" in page


@pytest.mark.parametrize("place", ["seat", "ask"])
def test_new_name_of_a_guest_is_in_the_update_that_it_causes(place, monkeypatch):
    """The table's worker prepares an update as soon as the change is committed."""
    game, players = open_lobby() if place == "seat" else begin_game()
    renamed = players[0] if place == "seat" else newcomer("eve")
    monkeypatch.setattr(
        "games.play.transaction.publish", lambda *_args, **_options: look_into(game)
    )
    address = reverse(place, args=[game.code])
    assert open_browser(renamed).post(address, {"name": "Alicia"}).status_code == 302
    page = open_browser(players[1 if place == "seat" else 0]).get(f"/t/{game.code}/")
    assert "Alicia" in page.text
    assert not re.search(r"Waiting for alice|\beve\b", page.text)
