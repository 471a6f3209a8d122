"""Absent players, their stand-ins, and the replacement of an absent host."""

from datetime import timedelta

import pytest

from games.errors import AlreadyClosed, NotAway, NotHere, NotSeated, NotStarted
from games.live import absence, clock
from games.live.open_pages import ASKING, DISPLAY, note_pages
from games.models.game import Game, Presence
from games.models.player import Player
from games.play.due_moves import make_due_moves
from games.play.lifecycle import end_game
from games.play.ownership import forget_player
from games.play.presence import let_stand_in, note_display, note_here, note_missing
from games.play.seats import leave_table
from games.play.setup import hand_over, open_table
from games.play.votes import pause
from tests.support.cast import (
    begin_game,
    choose_all,
    look_into,
    make_players,
    seat_all,
    setup_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = absence.AWAY_AFTER
LONG_AWAY = AWAY + absence.HOST_AFTER


@pytest.fixture
def table():
    """Return a game of four: alice is the host, dave goes away."""
    game, players = begin_game(4)
    return game, players


def presences(game):
    return [str(presence) for presence in look_into(game).table.presences]


def send_away(game, player, seconds=AWAY):
    note_missing(game.code, {player.pk: seconds})


def host_of(game):
    return Game.objects.get(pk=game.pk).host


def test_player_without_a_page_is_away(table):
    game, players = table
    send_away(game, players[3])
    assert presences(game) == ["here", "here", "here", "away"]
    assert look_into(game).table.number == game.number + 1


def test_display_whose_server_died_is_forgotten(table):
    game, _players = table
    note_display(game.code, is_open=True)
    assert DISPLAY in look_into(game).table.expected
    note_missing(game.code, {DISPLAY: AWAY - 1})
    assert look_into(game).table.has_display
    note_missing(game.code, {DISPLAY: AWAY})
    after = look_into(game).table
    assert not after.has_display
    assert DISPLAY not in after.expected
    assert presences(game) == ["here"] * 4


def test_display_at_another_server_stays(table):
    game, _players = table
    note_display(game.code, is_open=True)
    note_pages([(game.pk, DISPLAY)], ASKING)
    note_missing(game.code, {DISPLAY: LONG_AWAY})
    assert look_into(game).table.has_display


def test_absence_is_noted_once(table):
    game, players = table
    for _ in range(3):
        send_away(game, players[3])
    assert look_into(game).table.number == game.number + 1


def test_player_with_a_page_elsewhere_is_present(table):
    game, players = table
    note_pages([(game.pk, players[3].pk)], ASKING)
    send_away(game, players[3])
    assert presences(game) == ["here"] * 4


def test_note_missing_returns_players_with_a_page_elsewhere(table):
    game, players = table
    note_pages([(game.pk, players[3].pk)], ASKING)
    missing = {players[2].pk: AWAY - 1, players[3].pk: LONG_AWAY}
    assert note_missing(game.code, missing) == {players[3].pk}
    assert presences(game) == ["here"] * 4


def test_returning_player_is_present(table):
    game, players = table
    send_away(game, players[3])
    note_here(game.code, players[3])
    assert presences(game) == ["here"] * 4
    assert look_into(game).table.number == game.number + 2


def test_player_can_be_away_in_a_lobby():
    players = make_players(3)
    game = open_table(players[0], setup_of())
    seat_all(game, players)
    send_away(game, players[1])
    assert presences(game) == ["here", "away", "here"]


def test_closed_game_notes_no_absence(table):
    game, players = table
    end_game(game.code, players[0])
    send_away(game, players[3])
    assert presences(game) == ["here"] * 4


def test_host_alone_can_call_a_stand_in(table, hands):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    assert presences(game)[3] == "stand-in"
    hands.run_out(game)
    made = game.moves.get()
    assert (made.seat, made.by, made.content["move"]) == (3, "clock", "choose")


def test_stand_in_without_the_host_needs_most_present_players(table):
    game, players = table
    send_away(game, players[0])
    let_stand_in(game.code, players[1], 0)
    let_stand_in(game.code, players[1], 0)
    assert presences(game)[0] == "away"
    let_stand_in(game.code, players[2], 0)
    assert presences(game)[0] == "stand-in"
    assert look_into(game).table.agreed == ()


@pytest.mark.parametrize("bot", ["", "pip"])
def test_absent_player_cannot_vote(table, bot):
    game, players = table
    leave_table(game.code, players[1], bot)
    send_away(game, players[2])
    send_away(game, players[3])
    for player in players[1:3]:
        with pytest.raises(NotHere):
            let_stand_in(game.code, player, 3)
        with pytest.raises(NotHere):
            pause(game.code, player, pauses=True)
    assert look_into(game).table.agreed == ()


def test_vote_of_an_absent_player_does_not_count():
    game, players = begin_game(5)
    send_away(game, players[4])
    let_stand_in(game.code, players[1], 4)
    send_away(game, players[1])
    let_stand_in(game.code, players[2], 4)
    assert presences(game)[4] == "away"
    let_stand_in(game.code, players[3], 4)
    assert presences(game)[4] == "stand-in"


def test_table_cannot_be_handed_to_an_absent_player(table):
    game, players = table
    leave_table(game.code, players[1])
    send_away(game, players[2])
    for index in (1, 2):
        with pytest.raises(NotHere):
            hand_over(game.code, players[0], index)
    hand_over(game.code, players[0], 3)
    assert host_of(game) == players[3]


def test_present_player_gets_no_stand_in(table):
    game, players = table
    with pytest.raises(NotAway):
        let_stand_in(game.code, players[0], 3)


def test_stranger_cannot_vote(table):
    game, players = table
    send_away(game, players[3])
    eve = Player.objects.create(name="eve")
    for act in (
        lambda: let_stand_in(game.code, eve, 3),
        lambda: pause(game.code, eve, pauses=True),
    ):
        with pytest.raises(NotSeated):
            act()
    assert look_into(game).table.agreed == ()


def test_returning_player_takes_the_seat_back_at_once(table, hands):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    note_here(game.code, players[3])
    game.refresh_from_db()
    assert (game.dues, game.due_at) == ([], None)
    choose_all(game, players[3:])
    assert game.moves.get().by == "player"


def test_stand_in_does_not_delay_the_limits_of_others(hands):
    game, players = begin_game(4, limits="quick")
    due_at = game.due_at
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    note_here(game.code, players[3])
    game.refresh_from_db()
    assert game.due_at == due_at


@pytest.mark.parametrize("bot", ["", "pip"])
def test_leaving_and_returning_repeatedly_gains_no_time(hands, bot):
    game, players = begin_game(3, limits="quick")
    choose_all(game, players[1:])
    for _ in range(15):
        leave_table(game.code, players[0], bot)
        make_due_moves(game.code)
        note_here(game.code, players[0])
        hands.advance(2)
        make_due_moves(game.code)
    assert game.moves.filter(seat=0).count() == 1


def test_stand_in_is_never_later_than_the_limit(hands):
    game, players = begin_game(3, limits="quick")
    hands.time = game.due_at - timedelta(seconds=1)
    leave_table(game.code, players[0])
    hands.advance(1)
    make_due_moves(game.code)
    assert game.moves.filter(seat=0, by="clock").count() == 1


def test_returning_player_has_the_rest_of_the_limit(hands):
    game, players = begin_game(3, limits="quick")
    choose_all(game, players[1:])
    due_at = game.due_at
    hands.advance(10)
    leave_table(game.code, players[0])
    table = look_into(game).table
    assert (table.due_at - hands.time).total_seconds() == clock.STAND_IN_PAUSE
    assert clock.deadline_of(table.dues) is None
    note_here(game.code, players[0])
    table = look_into(game).table
    assert table.due_at == clock.deadline_of(table.dues) == due_at


def test_votes_for_a_stand_in_end_when_the_player_returns(table):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[1], 3)
    note_here(game.code, players[3])
    send_away(game, players[3])
    assert look_into(game).table.agreed == ()


def test_absent_host_is_replaced_by_the_next_present_player(table):
    game, players = table
    send_away(game, players[1])
    send_away(game, players[0], LONG_AWAY - 1)
    assert host_of(game) == players[0]
    send_away(game, players[0], LONG_AWAY)
    assert host_of(game) == players[2]
    note_here(game.code, players[0])
    assert host_of(game) == players[2]


def test_host_without_a_seat_is_replaced_too():
    host, *players = make_players(4)
    game = open_table(host, setup_of())
    seat_all(game, players)
    assert host.pk in look_into(game).table.expected
    send_away(game, host, LONG_AWAY)
    assert host_of(game) == players[0]


def test_host_stays_host_when_all_players_are_away(table):
    game, players = table
    away = dict.fromkeys((player.pk for player in players), LONG_AWAY)
    note_missing(game.code, away)
    assert host_of(game) == players[0]
    assert look_into(game).table.expected == frozenset()


def test_table_of_a_deleted_host_gets_a_new_host():
    game, players = begin_game(3)
    forget_player(players[0])
    assert None in look_into(game).table.expected
    note_missing(game.code, {None: LONG_AWAY})
    assert host_of(game) == players[1]
    assert presences(game) == ["away", "here", "here"]


def test_stand_in_plays_after_a_player_has_left(table, hands):
    game, players = table
    leave_table(game.code, players[0])
    assert presences(game)[0] == Presence.LEFT
    assert host_of(game) == players[1]
    hands.run_out(game)
    assert [row.seat for row in game.moves.all()] == [0]


def test_closed_game_cannot_be_left(table):
    game, players = table
    end_game(game.code, players[0])
    with pytest.raises(AlreadyClosed):
        leave_table(game.code, players[1])


def test_lobby_allows_no_stand_in():
    players = make_players(3)
    game = open_table(players[0], setup_of())
    seat_all(game, players)
    with pytest.raises(NotStarted):
        let_stand_in(game.code, players[0], 1)


def test_game_with_an_absent_player_comes_to_its_end(hands):
    game, players = begin_game(3, limits="quick")
    note_missing(game.code, {players[2].pk: AWAY})
    waited = 0
    while game.ended_at is None:
        before = hands.time
        hands.run_out(game)
        waited = max(waited, (hands.time - before).total_seconds())
    assert waited <= max(clock.LIMITS["quick"].values())
