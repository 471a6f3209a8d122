"""An evening: one code for its games, the players who go on, and its end."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.archive.records import forget_game
from games.errors import Refused
from games.management.commands import forget_games
from games.models import Game, Presence, Standing
from games.play import clock
from games.rules.editions import Investigator
from games.table.lobby.ending import end_game
from games.table.lobby.evening import LONGEST, end_evening
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import make_due, set_ready, start_game
from games.table.people.asking import ask_for_seat
from games.table.people.kept_out import let_in, show_out
from games.table.people.moderation import ban, remove_name
from games.table.people.ownership import adopt_guest
from games.table.people.seats import leave_table, take_seat
from tests.security.roles import give_account
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    change_row,
    look_into,
    make_players,
    newcomer,
)
from tests.support.memory import forget_rows
from tests.support.pages import page_of
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def set_clock(monkeypatch, at):
    monkeypatch.setattr(clock, "now", lambda: at)


@pytest.fixture
def closed():
    """Return a closed game, and its players."""
    game, players = begin_game()
    end_game(game.code, players[0])
    return game, players


def names_at(game):
    return [seat.name for seat in game.seats.order_by("index")]


def newest_of(game):
    return Game.objects.filter(previous=game).get()


def test_next_game_begins_once_everybody_plays_on(closed):
    game, players = closed
    for player in players[:2]:
        following = play_again(game.code, player)
        assert newest_of(game).started_at is None
    play_again(game.code, players[2], "ab" * 16)
    following.refresh_from_db()
    assert following.phase == "sides"
    assert following.due_at is None
    assert following.seats.get(player=players[2]).contribution == "ab" * 16


def read_result(browser, game):
    """Return the result's page for a viewer who has not left it."""
    # Another visit leads to the newest table of the evening.
    Game.objects.filter(pk=game.pk).update(evening="A")
    forget_rows()
    return browser.get(reverse("table", args=[game.code])).text


def run_out(monkeypatch, following):
    """Let the minute pass for which the next game waits."""
    set_clock(monkeypatch, following.due_at + timedelta(seconds=1))
    make_due(following.code)
    following.refresh_from_db()
    return following


def test_next_game_begins_after_a_minute_with_stand_ins_for_the_late(
    closed, monkeypatch
):
    game, (alice, bob, carol) = closed
    dana, emil = make_players(5)[3:]
    following = play_again(game.code, alice)
    take_seat(following.code, dana, name="dana", investigator=list(Investigator)[4])
    set_ready(following.code, bob)
    make_due(following.code)
    assert newest_of(game).started_at is None
    run_out(monkeypatch, following)
    assert names_at(following) == ["alice", "bob", "carol", "dana"]
    assert following.phase == "sides"
    assert following.seats.get(player=carol).presence == Presence.STAND_IN
    assert look_into(following).table.find_seat(emil.pk) is None


def test_one_tap_takes_the_own_seat_with_its_clue_from_the_stand_in(
    closed, monkeypatch
):
    game, (alice, bob, carol) = closed
    following = play_again(game.code, alice)
    set_ready(following.code, bob)
    run_out(monkeypatch, following)
    seat = following.seats.get(player=carol)
    clue = look_into(following).state.clue_tokens[seat.index]
    browser = open_browser(carol)
    assert "Take my seat" in read_result(browser, game)
    set_clock(monkeypatch, clock.now() + timedelta(minutes=9))
    browser.get(reverse("table", args=[following.code]))
    seat.refresh_from_db()
    assert (seat.player, seat.presence, seat.bot) == (carol, Presence.HERE, "")
    assert look_into(following).state.clue_tokens[seat.index] == clue
    assert not Game.objects.get(pk=following.pk).former


def test_no_seat_waits_for_a_player_who_was_removed_from_it(closed, monkeypatch):
    game, (alice, bob, carol) = closed
    following = play_again(game.code, alice)
    set_ready(following.code, bob)
    run_out(monkeypatch, following)
    browser = open_browser(carol)
    assert "Take my seat" in read_result(browser, game)
    show_out(following.code, alice, following.seats.get(player=carol).index)
    assert "Take my seat" not in read_result(browser, game)


def test_who_left_or_was_removed_is_not_dealt_in(monkeypatch):
    game, (alice, bob, carol, dave, faye) = begin_game(5)
    leave_table(game.code, carol)
    show_out(game.code, alice, look_into(game).table.find_seat(dave.pk))
    end_game(game.code, alice)
    following = play_again(game.code, alice)
    set_ready(following.code, bob)
    leave_table(following.code, faye)
    run_out(monkeypatch, following)
    assert following.phase == "lobby"
    for gone in (dave, faye):
        assert look_into(following).table.find_seat(gone.pk) is None


def test_one_person_alone_does_not_play_against_stand_ins(closed, monkeypatch):
    game, (alice, bob, carol) = closed
    following = run_out(monkeypatch, play_again(game.code, alice))
    assert (following.phase, following.due_at) == ("lobby", None)
    assert names_at(following) == [alice.name, bob.name, carol.name]
    # It begins as soon as the others are ready, too.
    for player in (bob, carol):
        set_ready(following.code, player)
    following.refresh_from_db()
    assert following.phase == "sides"


def test_late_reader_sees_the_minute_run_down_until_the_next_game(closed, monkeypatch):
    game, (alice, _bob, carol) = closed
    browser = open_browser(carol)
    assert "data-ends" not in read_result(browser, game)
    following = play_again(game.code, alice)
    shown = read_result(browser, game)
    assert 'data-notice="next"' in shown
    assert "data-ends" in shown
    run_out(monkeypatch, following)
    assert following.phase == "lobby"
    assert "data-ends" not in read_result(browser, game)


def test_next_game_does_not_begin_by_itself_if_nobody_saw_its_countdown(
    closed, monkeypatch
):
    game, players = closed
    following = play_again(game.code, players[0])
    following.seats.update(is_ready=True)
    set_clock(monkeypatch, following.due_at + timedelta(hours=1))
    make_due(following.code)
    following.refresh_from_db()
    assert (following.phase, following.due_at) == ("lobby", None)


def test_seat_of_an_absent_player_goes_to_a_latecomer(monkeypatch):
    game, (alice, bob, carol, dave, faye) = begin_game(5)
    gina = newcomer("gina")
    ask_for_seat(game.code, gina)
    end_game(game.code, alice)
    following = play_again(game.code, alice)
    for player in (bob, carol, dave):
        set_ready(following.code, player)
    assert "gina" not in names_at(following)
    run_out(monkeypatch, following)
    assert names_at(following) == ["alice", "bob", "carol", "dave", "gina"]
    assert look_into(following).table.find_seat(faye.pk) is None
    assert not following.bystanders.exists()


def test_host_who_is_absent_is_replaced_at_the_start(monkeypatch):
    game, (alice, bob, carol, dave) = begin_game(4)
    end_game(game.code, alice)
    following = play_again(game.code, alice)
    set_ready(following.code, alice, is_ready=False)
    for player in (bob, carol, dave):
        set_ready(following.code, player)
    run_out(monkeypatch, following)
    assert (following.host, following.phase) == (bob, "sides")


@pytest.fixture
def open_pages(monkeypatch):
    """Return the open pages, each as the keys of a table and of a player."""
    places = set()
    monkeypatch.setattr(
        "games.table.people.host.has_page", lambda *place: place in places
    )
    return places


def test_host_with_a_page_stays_host_whoever_taps_first(closed, open_pages):
    game, (alice, bob, _carol) = closed
    open_pages.add((game.pk, alice.pk))
    assert play_again(game.code, bob).host == alice


def test_first_player_to_tap_replaces_a_host_without_a_page(closed, open_pages):
    game, (_alice, bob, _carol) = closed
    assert play_again(game.code, bob).host == bob


def test_host_without_a_seat_stays_host(open_pages):
    game, (alice, bob, carol, dave) = begin_game(4)
    leave_table(game.code, alice)
    change_row(game, host=alice)
    end_game(game.code, alice)
    open_pages.add((game.pk, alice.pk))
    following = play_again(game.code, bob)
    assert following.host == alice
    show_out(following.code, alice, 0)
    for player in (carol, dave):
        set_ready(following.code, player)
    following.refresh_from_db()
    assert (following.host, following.phase) == (alice, "sides")


def test_banned_host_is_replaced(closed, open_pages):
    game, (alice, bob, _carol) = closed
    open_pages.add((game.pk, alice.pk))
    ban(alice, clock.now() + timedelta(days=1))
    assert play_again(game.code, bob).host == bob


def test_code_of_the_evening_leads_to_its_newest_table(closed):
    game, (alice, bob, carol) = closed
    eve = open_browser(make_players(1)[0])
    second = play_again(game.code, alice)
    end_game(second.code, alice)
    # A table that was closed in its lobby leads nowhere.
    third = play_again(game.code, alice)
    for player in (bob, carol):
        set_ready(third.code, player)
    end_game(third.code, alice)
    fourth = play_again(third.code, bob)
    assert fourth.evening == game.code
    for page in ("table", "display"):
        answer = eve.get(reverse(page, args=[game.code]))
        assert answer.url == reverse(page, args=[fourth.code])
    assert (
        b'translate="no">%s' % game.code.encode()
        in eve.get(reverse("table", args=[fourth.code])).content
    )


def test_command_leaves_an_evening_that_goes_on(closed, capsys, monkeypatch):
    first, (alice, *_others) = closed
    tomorrow = clock.now() + timedelta(days=1)
    day = str(tomorrow.date())
    monkeypatch.setattr(forget_games, "timezone", SimpleNamespace(now=lambda: tomorrow))
    call_command("forget_games", before=day)
    told = capsys.readouterr().out
    assert told == "Games forgotten: 0\nGames of evenings that go on: 1\n"
    end_evening(first.code, alice)
    call_command("forget_games", before=day)
    assert capsys.readouterr().out == "Games forgotten: 1\n"


def test_pages_without_a_seat_move_over_when_the_next_game_begins(closed):
    game, players = closed
    eve = open_browser(make_players(1)[0])
    own = open_browser(players[2])
    address = reverse("table", args=[game.code])
    for player in players[:2]:
        play_again(game.code, player)
    Game.objects.filter(pk=game.pk).update(evening="A")
    assert b'id="onward-page"' not in eve.get(address).content
    following = play_again(game.code, players[2])
    assert b'id="onward-page"' in eve.get(address).content
    display = eve.get(reverse("display", args=[game.code])).content
    assert b'id="onward-page"' in display
    assert b'id="onward-page"' not in own.get(address).content
    assert following.code.encode() in own.get(address).content


@pytest.mark.parametrize("is_over", ["by its host", "after twelve hours"])
def test_game_after_the_evening_has_a_new_code(closed, is_over, monkeypatch):
    game, (alice, bob, carol) = closed
    if is_over == "by its host":
        with refuses(Refused.NOT_HOST):
            end_evening(game.code, bob)
        end_evening(game.code, alice)
    else:
        set_clock(monkeypatch, game.opened_at + LONGEST)
    following = play_again(game.code, carol)
    assert (following.evening, following.evening_code) == ("", following.code)


def test_host_starts_early_once_three_are_ready_and_names_the_missing():
    game, players = begin_game(5)
    close(game)
    alice, bob, carol, _dave, faye = players
    following = play_again(game.code, alice)
    play_again(game.code, bob)
    # Each page says what it waits for: its own player, or the others.
    assert "Tap “I’m ready”." in page_of(following, carol)
    assert "Waiting for 3 players" in page_of(following, bob)
    page = page_of(following, alice)
    assert "Start without" not in page
    assert "Waiting for 3 players" in page
    assert "Once three of you are ready, you can start earlier." in page
    with refuses(Refused.TOO_FEW_READY):
        start_game(following.code, alice)
    play_again(game.code, carol)
    assert "Start without dave and faye" in page_of(following, alice)
    start_game(following.code, alice)
    seats = look_into(following).table.seats
    assert [seat.presence for seat in seats] == [*["here"] * 3, *["stand-in"] * 2]
    assert seats[4].player_id == faye.pk


@pytest.mark.parametrize("others", [2, 1])
def test_host_for_whom_alone_the_others_wait_reads_no_name(others, closed, open_pages):
    game, (alice, bob, carol) = closed
    open_pages.add((game.pk, alice.pk))
    following = play_again(game.code, bob)
    if others == 1:
        following.seats.filter(player=carol).update(player=None, bot="pip")
    else:
        play_again(game.code, carol)
    page = page_of(following, alice)
    assert "Everyone here? Start the game." in page
    assert " disabled>" not in page
    assert "Start without" not in page
    start_game(following.code, alice)
    assert look_into(following).table.seats[0].presence == "here"


def test_latecomer_between_two_games_gets_a_seat_in_the_next(closed):
    game, (alice, bob, carol) = closed
    dana, eve = open_browser(None), open_browser(None)
    for browser, name in ((dana, "dana"), (eve, "bob")):
        page = browser.get(reverse("table", args=[game.code])).text
        assert "Join the next game" in page
        sent = {"name": name}
        answer = browser.post(reverse("ask", args=[game.code]), sent)
        assert answer.status_code == (302 if name == "dana" else 422)
    assert "Asked! You" in read_result(dana, game)
    following = play_again(game.code, alice)
    assert names_at(following) == ["alice", "bob", "carol", "dana"]
    assert "Join the next game" in read_result(eve, game)
    answer = eve.post(reverse("ask", args=[game.code]), {"name": "eve"})
    assert answer.status_code == 409
    for player in (bob, carol):
        play_again(game.code, player)
    assert 'data-viewer="3"' in dana.get(reverse("table", args=[following.code])).text


def test_removed_player_does_not_ask_for_a_seat_in_the_next_game():
    game, (alice, bob, _carol) = begin_game()
    show_out(game.code, alice, 1)
    end_game(game.code, alice)
    assert "Join the next game" not in page_of(game, bob)
    with refuses(Refused.EXCLUDED):
        ask_for_seat(game.code, bob)


def test_closed_next_game_promises_no_seat(closed):
    game, players = closed
    following = play_next(game, players)
    assert "Take my seat" in page_of(game, players[0])
    close(following)
    page = page_of(game, players[0])
    assert "Take my seat" not in page
    assert "a stand-in plays for you" not in page
    assert "Go to the new table" in page


def test_seat_of_a_removed_name_waits_for_nobody(closed, admin_user):
    game, players = closed
    alice = players[0]
    seat = play_next(game, players).seats.get(player=alice)
    assert "Take my seat" in page_of(game, alice)
    remove_name(seat.game.code, seat.index, admin_user)
    assert "Take my seat" not in page_of(game, alice)


def test_removed_guest_is_out_with_the_account_too_as_the_next_game_begins(closed):
    game, (_alice, bob, _carol) = closed
    guest, account = newcomer("guest"), newcomer("account")
    game.bystanders.create(player=guest, standing=Standing.OUT)
    assert look_into(game).table.find_standing(guest.pk) == Standing.OUT
    give_account(account, "account")
    assert adopt_guest(guest, account)
    play_again(game.code, bob)
    assert look_into(game).table.find_standing(account.pk) == Standing.OUT


def test_next_table_that_closed_in_its_lobby_has_nobody_who_plays_on(closed):
    game, (alice, *_others) = closed
    following = play_again(game.code, alice)
    assert "The others are playing on." in page_of(game, alice)
    end_game(following.code, alice)
    page = page_of(game, alice)
    assert "The others are playing on." not in page
    assert "Play again together" in page


def test_next_game_waits_two_minutes(closed):
    game, (alice, *_others) = closed
    following = play_again(game.code, alice)
    waits = following.due_at - following.opened_at
    assert timedelta(0) < waits - timedelta(minutes=2) < timedelta(seconds=5)


def play_next(game, players):
    """Return the game that follows, once all these players play on."""
    for player in players:
        play_again(game.code, player)
    return newest_of(game)


def close(game):
    end_game(game.code, Game.objects.get(pk=game.pk).host)


def test_player_removed_later_cannot_take_the_evening_over(closed):
    game, (alice, bob, carol) = closed
    second = play_next(game, (alice, bob, carol))
    show_out(second.code, alice, second.seats.get(player=carol).index)
    close(second)
    assert play_again(game.code, carol) == second
    assert not Game.objects.filter(previous=second).exists()
    third = play_again(second.code, bob)
    assert (third.previous, third.evening) == (second, game.code)
    assert play_again(game.code, carol) == third
    assert look_into(third).table.find_seat(carol.pk) is None


def test_older_game_leads_to_the_newest_table_and_opens_none(closed):
    game, players = closed
    second = play_next(game, players)
    assert play_again(game.code, players[0]) == second
    close(second)
    assert play_again(game.code, players[1]) == second
    third = play_next(second, players)
    close(third)
    for old in (game, second):
        assert play_again(old.code, players[2]) == third
    assert Game.objects.count() == 3
    assert newest_of(second) == third


def test_older_game_of_an_evening_that_ended_leads_to_the_next_evening(closed):
    game, players = closed
    second = play_next(game, players)
    close(second)
    end_evening(second.code, players[0])
    third = play_next(second, players)
    close(third)
    for old in (game, second):
        assert play_again(old.code, players[0]) == third
    assert newest_of(second) == third


def test_player_of_an_older_game_gets_a_seat_in_the_newest_lobby():
    game, players = begin_game(4)
    close(game)
    alice, _bob, carol, dave = players
    second = play_next(game, players)
    leave_table(second.code, dave)
    close(second)
    third = play_again(second.code, alice)
    third.seats.get(player=dave).delete()
    assert play_again(game.code, dave) == third
    assert third.seats.get(player=dave).name == "dave"
    leave_table(third.code, carol)
    assert play_again(second.code, carol).seats.filter(player=carol).exists()


def test_player_removed_in_a_lobby_stays_out_of_the_evening(closed):
    game, (alice, bob, carol) = closed
    second = play_again(game.code, alice)
    show_out(second.code, alice, second.seats.get(player=carol).index)
    assert play_again(game.code, carol) == second
    assert look_into(second).table.find_seat(carol.pk) is None
    close(second)
    with refuses(Refused.EXCLUDED):
        play_again(game.code, carol)
    third = play_again(game.code, bob)
    assert names_at(third) == ["alice", "bob"]
    investigator = list(Investigator)[4]
    with refuses(Refused.EXCLUDED):
        take_seat(third.code, carol, name="carol", investigator=investigator)


def test_player_let_in_again_plays_on_at_the_later_tables():
    game, (alice, bob, carol) = begin_game()
    show_out(game.code, alice, 2)
    close(game)
    second = play_again(game.code, bob)
    let_in(second.code, bob, second.bystanders.get(player=carol).pk)
    take_seat(second.code, carol, name="carol", investigator=list(Investigator)[4])
    set_ready(second.code, alice)
    close(second)
    third = play_again(second.code, carol)
    assert names_at(third) == ["alice", "bob", "carol"]


def test_host_of_an_older_game_cannot_end_the_evening(closed):
    game, (alice, bob, carol) = closed
    second = play_next(game, (bob, alice, carol))
    assert second.host == bob
    for is_closed in (False, True):
        if is_closed:
            close(second)
        with refuses(Refused.EVENING_WENT_ON):
            end_evening(game.code, alice)
        page = open_browser(alice).get(reverse("evening", args=[game.code]))
        assert not page.context["may_end"]
    end_evening(second.code, bob)


@pytest.mark.long
@pytest.mark.parametrize("gone", [[1], [2], [1, 2], [2, 1], [0, 1]])
def test_each_way_in_leads_to_the_newest_game_whatever_was_deleted(closed, gone):
    game, players = closed
    games = [game]
    for _ in range(3):
        games.append(play_next(games[-1], players))
        close(games[-1])
    newest = play_next(games[-1], players)
    # This process keeps the views of the games.
    assert all(look_into(each).table.is_next_on for each in games)
    for place in gone:
        forget_game(games[place].code, "asked")
    left = [each for place, each in enumerate(games) if place not in gone]
    eve = open_browser(None)
    for page in ("table", "display"):
        answer = eve.get(reverse(page, args=[game.code]))
        assert answer["Location"] == reverse(page, args=[newest.code])
    typed = eve.post("/", {"code": game.code})
    assert typed["Location"] == reverse("table", args=[newest.code])
    for each, after in zip(left, [*left[1:], newest], strict=True):
        assert look_into(each).table.next_code == after.code
        assert play_again(each.code, players[0]) == newest
    close(newest)
    other = play_again(newest.code, players[1])
    assert (other.previous, other.evening) == (newest, game.code)


def test_long_chain_of_evenings_costs_no_more_than_a_short_one(closed):
    game, players = closed
    host = players[0]

    def count_queries():
        counted = []
        for act in (
            lambda: play_again(game.code, host),
            lambda: open_browser(host).get(reverse("evening", args=[game.code])),
            lambda: open_browser(host).post(reverse("end-evening", args=[game.code])),
        ):
            with CaptureQueriesContext(connection) as made:
                act()
            counted.append(len(made))
        return counted

    newest, counts = game, []
    for _ in range(5):
        end_evening(newest.code, Game.objects.get(pk=newest.pk).host)
        newest = play_next(newest, players)
        close(newest)
        counts.append(count_queries())
    assert newest.evening == ""
    assert counts[1:] == counts[1:2] * 4
    origins = Game.objects.values_list("origin", flat=True)
    assert set(origins) == {"", game.code}
