"""Unused tables are closed, and guests without games are deleted."""

from datetime import timedelta
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive.records import read_record
from games.models import Game, Player
from games.play import clock
from games.play.connections import connections, note_asking, note_people
from games.players.sessions import SessionStore
from games.table import cleanup
from games.table.cleanup import note_visit, tidy
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, begin_to_draw, make_setup, open_lobby
from tests.support.clock import START

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

HOUR = 60 * 60


@pytest.fixture
def tables(hands):
    """Return a game that has begun and a lobby, both visited just now."""
    game, players = begin_game()
    lobby = open_table(players[0], make_setup())
    Game.objects.update(visited_at=START)
    return game, lobby


def are_closed(*tables):
    return [Game.objects.get(pk=table.pk).reason == "abandoned" for table in tables]


def test_unused_lobby_is_closed_after_two_hours(tables, hands):
    hands.advance(2 * HOUR - 1)
    assert tidy()[0] == 0
    hands.advance(2)
    assert tidy()[0] == 1
    assert are_closed(*tables) == [False, True]


def test_unused_game_is_closed_after_a_day_with_its_record_and_seed(hands):
    game, _players = begin_to_draw()
    Game.objects.update(visited_at=START)
    hands.advance(24 * HOUR + 1)
    assert tidy()[0] == 1
    game.refresh_from_db()
    record = read_record(game)
    assert (record["reason"], len(record["seed"])) == ("abandoned", 64)
    assert len(record["rounds"][0]["moves"]) == 3
    assert game.head_hash


def test_visited_table_is_not_closed(tables, hands):
    game, lobby = tables
    hands.advance(HOUR)
    for table in tables:
        open_browser(None).get(f"/t/{table.code}/")
    hands.advance(1.5 * HOUR)
    assert tidy()[0] == 0
    assert are_closed(game, lobby) == [False, False]


def test_visits_at_several_processes_write_few_rows(tables, hands):
    _game, lobby = tables
    hands.advance(HOUR)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(5):
            note_visit(lobby.pk)
            # The next process does not have the memory of this one.
            cache.clear()
            hands.advance(60)
    written = [query for query in queries if query["sql"].startswith("UPDATE")]
    assert len(written) == 1


def test_guests_without_games_are_forgotten_after_a_month(hands):
    _game, players = begin_game()
    idle, recent = Player.objects.create(name="eve"), Player.objects.create(name="x")
    old = clock.now() - timedelta(days=31)
    Player.objects.exclude(pk=recent.pk).update(last_seen=old)
    assert tidy()[1] == 1
    assert not Player.objects.filter(pk=idle.pk).exists()
    assert Player.objects.count() == len(players) + 1


def test_table_that_never_began_does_not_keep_its_guests(hands):
    game, players = open_lobby(2)
    end_game(game.code, players[0])
    Player.objects.update(last_seen=clock.now() - timedelta(days=31))
    assert tidy()[1] == 2
    assert not Player.objects.exists()


def test_expired_sessions_are_deleted_a_part_at_a_time(hands, monkeypatch):
    monkeypatch.setattr(cleanup, "_MOST_SESSIONS", 3)
    live = SessionStore()
    live.create()
    day = timedelta(days=1)
    for number in range(5):
        expired = timezone.now() - day * (number + 1)
        Session.objects.create(session_key=f"old{number}", expire_date=expired)
    assert tidy(20)[2] == 3
    assert set(Session.objects.values_list("pk", flat=True)) == {
        live.session_key,
        "old0",
        "old1",
    }
    assert tidy()[2] == 2
    assert Session.objects.get().pk == live.session_key


def test_banned_guest_is_remembered_until_the_ban_ends(hands):
    now = clock.now()
    for until in (now + timedelta(days=1), now - timedelta(days=1)):
        guest = Player.objects.create(guest_key=uuid4(), banned_until=until)
        guest.last_seen = now - timedelta(days=31 if until > now else 0)
        guest.save()
    Player.objects.create(name="eve", banned_until=now - timedelta(days=1))
    assert tidy()[1] == 1
    assert Player.objects.filter(name="", banned_until__gt=now).exists()
    assert Player.objects.filter(name="eve").exists()


def test_command_reports_its_counts(tables, hands, capsys):
    hands.advance(48 * HOUR)
    call_command("tidy")
    assert capsys.readouterr().out == (
        "Tables closed: 2. Guests forgotten: 0. Sessions deleted: 0.\n"
    )


@pytest.fixture
def pass_time(hands, monkeypatch):
    """Return a function that lets time pass on both clocks of this process.

    The time of day may jump besides.
    """
    ticks = [0.0]
    monkeypatch.setattr(cleanup, "monotonic", lambda: ticks[0])
    steady_clock = cleanup.SteadyClock(hands.now())
    monkeypatch.setattr(cleanup, "steady_clock", steady_clock)

    def wait(seconds, jump=0):
        ticks[0] += seconds
        hands.advance(seconds + jump)
        cache.delete("tidied")

    return wait


def visit_home():
    assert open_browser(None).get("/").status_code == 200


@pytest.mark.parametrize("jump", [3, 28, -1])
@pytest.mark.parametrize("uptime", [0, 5, 100])
def test_jump_of_the_clock_closes_no_table(tables, pass_time, jump, uptime):
    pass_time(uptime * HOUR)
    Game.objects.update(visited_at=clock.now())
    visit_home()
    pass_time(60, jump * HOUR)
    for _look in range(5):
        visit_home()
        pass_time(1200)
    assert are_closed(*tables) == [False, False]


def test_cleanup_goes_on_some_time_after_a_jump(tables, pass_time):
    visit_home()
    pass_time(60, 28 * HOUR)
    visit_home()
    pass_time(2 * HOUR)
    visit_home()
    assert are_closed(*tables) == [False, True]
    pass_time(22 * HOUR)
    visit_home()
    assert are_closed(*tables) == [True, True]


def test_jump_of_the_clock_ends_no_session(pass_time, time_machine):
    def go_on(seconds, jump=0):
        time_machine.shift(seconds + jump)
        pass_time(seconds, jump)
        visit_home()

    time_machine.move_to(START, tick=False)
    game, (alice, *_) = begin_game()
    browser = open_browser(alice)
    go_on(HOUR)
    for jump in (40 * 24 * HOUR, 0, -40 * 24 * HOUR):
        go_on(HOUR, jump)
        page = browser.get(f"/t/{game.code}/")
    assert 'name="move"' in page.text
    go_on(31 * 24 * HOUR)
    assert not Session.objects.exists()


def test_process_that_has_just_started_closes_nothing(tables, pass_time):
    Game.objects.update(visited_at=START - timedelta(hours=48))
    visit_home()
    assert are_closed(*tables) == [False, False]
    pass_time(cleanup.PAUSE)
    visit_home()
    assert are_closed(*tables) == [True, True]


@pytest.mark.parametrize("place", ["here", "elsewhere", "asking", "unknown"])
def test_table_with_an_open_page_is_not_closed(tables, hands, place, monkeypatch):
    game, lobby = tables
    page = object()
    if place == "here":
        connections.join(lobby.pk, page)
    elif place == "elsewhere":
        # A display belongs to no player.
        note_people("other", [(lobby.pk, [], [])])
    elif place == "asking":
        note_asking(lobby.pk, 1, 10)
    else:
        layer = get_channel_layer()
        monkeypatch.setattr(layer, "is_deaf", lambda _seconds: True)
    hands.advance(28 * HOUR)
    tidy()
    connections.leave(lobby.pk, page)
    assert are_closed(game, lobby) == [place != "unknown", False]


def test_closed_lobby_is_not_listed(hands):
    game, players = open_lobby(2, listed=True)
    Game.objects.update(visited_at=START)
    hands.advance(3 * HOUR)
    tidy()
    assert game.code not in open_browser(None).get("/").text
    page = open_browser(players[0]).get(f"/t/{game.code}/").text
    assert "This game was cancelled before it began." in page
