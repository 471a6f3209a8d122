"""The standing link of a club: its target, its nights, and its readers."""

import pytest

from charlie_site.destinations import find_destination
from games.models import Club, Game, Seat
from games.table.bots import play_with_bots
from games.table.lobby.club import make_club, withdraw_club
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.opening import open_table
from games.table.people.ownership import leave_history
from runtime.threads import Kind
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import begin_game, make_players, make_setup, open_lobby
from tests.support.finished import play_game
from tests.support.threads import acting_as

pytestmark = pytest.mark.django_db


def follow(club):
    return open_browser(None).get(f"/club/{club.code}/").headers.get("Location")


def test_link_leads_to_the_newest_table_of_the_host_and_its_evening():
    game, players = begin_game()
    club = make_club(players[0])
    assert follow(club) == f"/t/{game.code}/"
    end_game(game.code, players[0])
    # Bob opens the next one: the evening goes on.
    following = play_again(game.code, players[1])
    assert follow(club) == f"/t/{following.code}/"
    later = open_table(players[0], make_setup())
    assert follow(club) == f"/t/{later.code}/"
    end_game(later.code, players[0])
    assert follow(club) == f"/t/{following.code}/"


def test_link_shows_the_nights_until_the_next_table_opens():
    game = play_game(4)
    club = make_club(game.host)
    page = open_browser(None).get(f"/club/{club.code}/").text
    assert 'hx-trigger="every 15s"' in page
    assert f'href="/t/{game.code}/"' in page
    assert all(one.name in page for one in game.seats.filter(winner=True))
    waiting = open_browser(None).get(f"/club/{club.code}/", headers=HTMX)
    assert (waiting.status_code, waiting.content) == (204, b"")
    later = open_table(game.host, make_setup())
    assert follow(club) == f"/t/{later.code}/"


def test_night_leads_those_who_sat_there_to_its_games():
    game = play_game(4)
    club = make_club(game.host)
    seat = game.seats.order_by("index")[1]
    replay = f'href="/t/{game.code}/replay/"'
    assert replay in open_browser(seat.player).get(f"/club/{club.code}/").text
    for other in (None, make_players(5)[4]):
        assert replay not in open_browser(other).get(f"/club/{club.code}/").text


def test_link_leads_to_no_game_against_bots_alone():
    (host,) = make_players(1)
    club = make_club(host)
    play_with_bots(host)
    page = open_browser(None).get(f"/club/{club.code}/")
    assert page.status_code == 200
    assert "No table is open" in page.text
    assert 'hx-trigger="every 15s"' in page.text


def test_code_is_long_stays_and_ends_with_one_tap():
    (host,) = make_players(1)
    club = make_club(host)
    assert len(club.code) >= 20
    assert make_club(host) == club
    withdraw_club(host)
    assert open_browser(None).get(f"/club/{club.code}/").status_code == 404
    assert make_club(host).code != club.code


def test_pages_of_a_club_are_for_no_robot_and_make_no_row():
    (host,) = make_players(1)
    club = make_club(host)
    for address in (f"/club/{club.code}/", f"/club/{club.code}/nights/"):
        answer = open_browser(None).get(address)
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert "charlie_session" not in answer.cookies
    assert Club.objects.count() == 1


def test_nights_name_winners_but_no_former_player():
    game = play_game(4)
    host = game.host
    club = make_club(host)
    # The page's title names the host.
    best = game.seats.exclude(player=host).first()
    game.seats.filter(pk=best.pk).update(winner=True, points=99)
    shown = open_browser(None).get(f"/club/{club.code}/nights/").text
    assert best.name in shown
    leave_history(best.player, game.code)
    shown = open_browser(None).get(f"/club/{club.code}/nights/").text
    assert best.name not in shown
    assert "a former player" in shown


def test_nights_show_nothing_of_a_running_game():
    game, players = begin_game()
    game.seats.update(points=9, winner=True)
    club = make_club(players[0])
    shown = open_browser(None).get(f"/club/{club.code}/nights/").text
    assert shown.count("alice") == 2
    assert "bob" not in shown
    assert game.code not in shown


def test_host_makes_and_withdraws_the_link_on_the_account_page(client):
    passwords = dict.fromkeys(["password1", "password2"], "a-quiet-crossing")
    client.post("/accounts/signup/", {"username": "alice"} | passwords)
    client.post("/accounts/", {"club": "make"})
    club = Club.objects.get()
    assert f"/club/{club.code}/" in client.get("/accounts/").text
    assert club.code in client.get("/accounts/export/").text
    client.post("/accounts/", {"club": "withdraw"})
    assert not Club.objects.exists()


def test_waiting_page_is_led_to_the_table():
    game, players = open_lobby(3)
    address = f"/club/{make_club(players[0]).code}/"
    answer = open_browser(None).get(address, headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/t/{game.code}/"


def copy_night(game, number, host):
    """Store a copy of a closed game as an evening of its own."""
    copy = Game.objects.get(pk=game.pk)
    copy.pk, copy.code, copy.host, copy.previous = None, f"N{number:05}", host, None
    copy.save()
    seats = list(game.seats.all())
    for seat in seats:
        seat.pk, seat.game, seat.player = None, copy, None
        seat.former_person = "someone"
    Seat.objects.bulk_create(seats)


def test_a_hundred_nights_need_few_queries_and_no_reader(django_assert_max_num_queries):
    game = play_game(4)
    club = make_club(game.host)
    former = [[20, 0, None, "zoe", ""], [40, 1, None, "yan", ""]]
    Game.objects.filter(pk=game.pk).update(former=former)
    for number in range(100):
        copy_night(game, number, game.host)
    for address in (f"/club/{club.code}/", f"/club/{club.code}/nights/"):
        kind = find_destination("GET", address).kind
        with acting_as(kind), django_assert_max_num_queries(12):
            page = open_browser(None).get(address).text
        assert page.count("<time") == 100
        assert kind is Kind.SEARCHES
        with acting_as(Kind.READER), pytest.raises(RuntimeError):
            open_browser(None).get(address)


@pytest.mark.parametrize(
    "address", ["/history/", "/accounts/export/", "/t/{}/replay/", "/t/{}/why/"]
)
def test_no_reader_does_work_that_grows_with_the_games(address):
    game = play_game(4, most=60)
    player = game.seats.get(index=0).player
    with acting_as(Kind.READER), pytest.raises(RuntimeError):
        open_browser(player).get(address.format(game.code), follow=True)
