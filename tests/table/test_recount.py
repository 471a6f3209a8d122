"""Votes are counted again when a player goes: no second tap is needed.

Each proposal is tried with each way to go, by the same table of seven ways.
"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games.models import Game, Player, VoteKind
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.people.asking import agree_to_play_now
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban, remove_name
from games.table.people.ownership import forget_player
from games.table.people.presence import let_stand_in
from games.table.people.seats import leave_table
from games.table.people.votes import list_votes, pause
from tests.support.cast import begin_to_draw, look_into, newcomer
from tests.support.latecomers import key_of, promise, with_promise
from tests.support.presence import presences, send_away

pytestmark = pytest.mark.django_db


def stay_away(game, player, _host):
    send_away(game, player)


def leave(game, player, _host):
    leave_table(game.code, player)


def leave_to_bot(game, player, _host):
    leave_table(game.code, player, "pip")


def get_removed(game, player, host):
    show_out(game.code, host, game.seats.get(player=player).index)


def get_banned(_game, player, _host):
    ban(player, timezone.now() + timedelta(days=1))


def get_deleted(_game, player, _host):
    forget_player(player)


def lose_the_name(game, player, _host):
    staff = User.objects.create_superuser("staff")
    remove_name(game.code, game.seats.get(player=player).index, staff)


GOING = [
    stay_away,
    leave,
    leave_to_bot,
    get_removed,
    get_banned,
    get_deleted,
    lose_the_name,
]


def is_paused(game: Game) -> bool:
    return look_into(game).table.paused_at is not None


@pytest.mark.parametrize("go", GOING)
def test_pause(go):
    game, (alice, bob, carol, dave) = begin_to_draw(4)
    send_away(game, dave)
    pause(game.code, bob, pauses=True)
    if go is not get_removed:
        # The host decides alone, so she is away.
        send_away(game, alice)
    assert not is_paused(game)
    go(game, carol, alice)
    # A host who only removes a player has not voted.
    assert is_paused(game) == (go is not get_removed)


@pytest.mark.parametrize("go", GOING)
def test_end_of_a_pause(go, hands):
    game, (alice, bob, carol, dave) = begin_to_draw(4)
    pause(game.code, alice, pauses=True)
    for player in (bob, dave):
        pause(game.code, player, pauses=False)
    go(game, carol, alice)
    assert is_paused(game)
    send_away(game, alice)
    assert not is_paused(game)


@pytest.mark.parametrize("go", GOING)
def test_stand_in(go):
    game, players = begin_to_draw(5)
    alice, bob, carol, dave, emil = players
    send_away(game, emil)
    let_stand_in(game.code, bob, 4)
    let_stand_in(game.code, carol, 4)
    assert presences(game)[4] == "away"
    go(game, dave, alice)
    assert presences(game)[4] == "stand-in"


@pytest.mark.parametrize("is_own", [False, True])
@pytest.mark.parametrize("go", GOING)
def test_agreement_that_somebody_plays_at_once(go, is_own):
    game, (alice, bob, carol, dave) = begin_to_draw(4)
    leave_table(game.code, bob)
    zoe = newcomer("bob" if is_own else "zoe")
    promise(game, alice, zoe)
    for voter in (alice, carol):
        agree_to_play_now(game.code, voter, 1, key_of(game, zoe))
    assert look_into(game).table.find_seat(zoe.pk) is None
    go(game, dave, alice)
    assert look_into(game).table.find_seat(zoe.pk) == 1


def test_agreement_of_one_who_is_left_alone_is_none():
    game, (_alice, _bob, carol), dana = with_promise(begin_to_draw())
    send_away(game, carol)
    assert look_into(game).table.find_seat(dana.pk) is None


def test_nothing_passes_without_a_vote_of_somebody_present():
    game, (alice, bob, carol) = begin_to_draw()
    pause(game.code, bob, pauses=True)
    for player in (bob, alice, carol):
        send_away(game, player)
    assert not is_paused(game)
    assert presences(game) == ["away"] * 3


@pytest.mark.parametrize("go", GOING)
def test_vote_of_a_seat_ends_with_its_player(go):
    game, (alice, bob, _carol, dave) = begin_to_draw(4)
    for player in (bob, dave):
        pause(game.code, player, pauses=True)
    go(game, dave, alice)
    assert list_votes(look_into(game).table, VoteKind.PAUSE) == (1,)


def test_newcomer_whose_name_is_taken_meanwhile_stops_nobody_from_going():
    game, (_alice, _bob, carol, dave), dana = with_promise(begin_to_draw(4))
    agree_to_play_now(game.code, carol, 1, key_of(game, dana))
    Player.objects.filter(pk=dana.pk).update(name="carol")
    send_away(game, dave)
    assert presences(game)[3] == "away"
    assert look_into(game).table.find_seat(dana.pk) is None


@pytest.mark.parametrize("go", [leave, get_removed, get_banned, get_deleted])
def test_next_game_begins_when_the_last_one_who_is_not_ready_goes(go):
    game, players = begin_to_draw(4)
    end_game(game.code, players[0])
    following = play_again(game.code, players[0])
    for player in players[1:3]:
        play_again(game.code, player)
    dave = players[3]
    assert Game.objects.get(pk=following.pk).started_at is None
    go(following, dave, players[0])
    following.refresh_from_db()
    assert following.started_at is not None
    assert following.seats.count() == 3
