"""Rights at a table: removal, latecomers, reports, bans, settings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.errors import Refused
from games.models import (
    Bystander,
    Game,
    Player,
    Report,
    ReportReason,
    Standing,
)
from games.table.bots import add_bot
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import start_game
from games.table.people.asking import ask_for_seat, give_seat
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban, report
from games.table.people.ownership import (
    adopt_guest,
    forget_player,
    link_guest,
    rename_player,
)
from games.table.people.presence import note_missing
from games.table.people.seats import leave_table
from tests.support.cast import begin_game, make_players, newcomer, open_lobby
from tests.support.latecomers import key_of, let_play_now
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
BOB, CAROL = 1, 2


def test_host_cannot_remove_the_own_seat():
    game, (alice, *_) = begin_game()
    with refuses(Refused.SEAT_NOT_FOUND):
        show_out(game.code, alice, 0)


def test_removed_guest_stays_out_after_signing_in(django_user_model):
    game, (alice, bob, _carol) = begin_game()
    show_out(game.code, alice, BOB)
    user = django_user_model.objects.create_user("robert")
    account = Player.objects.create(user=user, name="robert")
    ban(bob, timezone.now() + timedelta(days=1))
    assert adopt_guest(bob, account)
    assert account.is_banned
    with refuses(Refused.EXCLUDED):
        ask_for_seat(game.code, account)


@pytest.mark.parametrize("is_away", [False, True])
def test_seat_of_a_player_without_a_stand_in_cannot_be_given_away(is_away):
    game, (alice, bob, _carol) = begin_game()
    if is_away:
        note_missing(game.code, {bob.pk: 20})
    with refuses(Refused.SEAT_MOVED):
        let_play_now(game, alice, newcomer("dana"), BOB)


def test_nobody_gets_a_second_seat():
    game, (alice, bob, carol) = begin_game()
    leave_table(game.code, bob)
    for player in (bob, carol):
        with refuses(Refused.ALREADY_SEATED):
            ask_for_seat(game.code, player)
    let_play_now(game, alice, newcomer("dana"), BOB)
    leave_table(game.code, carol)
    # Bob knows the clue of his former seat.
    with refuses(Refused.EXCLUDED):
        ask_for_seat(game.code, bob)
    # A guest's wish may pass to an account with a seat.
    row = Bystander.objects.create(game=game, player=carol, standing=Standing.ASKS)
    with refuses(Refused.ALREADY_SEATED):
        give_seat(game.code, alice, CAROL, row.pk)


def test_only_the_host_gives_seats_and_only_to_those_who_ask():
    game, (alice, bob, carol) = begin_game()
    dana = newcomer("dana")
    leave_table(game.code, bob)
    ask_for_seat(game.code, dana)
    with refuses(Refused.NOT_HOST):
        give_seat(game.code, carol, BOB, key_of(game, dana))
    other = Bystander.objects.create(game=game, player=newcomer("emil"), standing=2)
    with refuses(Refused.SEAT_MOVED):
        give_seat(game.code, alice, BOB, other.pk)


def test_former_holder_of_a_seat_is_its_bot_or_the_player_of_its_stand_in():
    game, players = open_lobby()
    alice, bob, _carol = players
    add_bot(game.code, alice, "pip")
    start_game(game.code, alice, first_seat=0)
    leave_table(game.code, bob, "roxy")
    for name, seat in (("dana", 3), ("emil", BOB)):
        let_play_now(game, alice, newcomer(name), seat)
    holders = Game.objects.get(pk=game.pk).former_holders
    assert [(each.seat, each.name, each.bot) for each in holders] == [
        (3, "Pip", "pip"),
        (BOB, "bob", ""),
    ]


def test_names_at_the_next_table_differ():
    game, (alice, _bob, _carol) = begin_game()
    for name in ("dana", "emil"):
        player = newcomer(name)
        ask_for_seat(game.code, player)
        rename_player(player, "ALICE")
    end_game(game.code, alice)
    names = [seat.name for seat in play_again(game.code, alice).seats.all()]
    assert names == ["alice", "bob", "carol"]


@pytest.mark.parametrize("is_guest_seated", [False, True])
def test_guest_who_becomes_a_seated_player_no_longer_asks(
    django_user_model, is_guest_seated
):
    game, (alice, bob, _carol) = begin_game()
    dana = newcomer("dana")
    ask_for_seat(game.code, dana)
    guest, account = (bob, dana) if is_guest_seated else (dana, bob)
    link_guest(account, django_user_model.objects.create_user("account"))
    adopt_guest(guest, account)
    assert not Bystander.objects.exists()
    Bystander.objects.create(game=game, player=account, standing=Standing.ASKS)
    end_game(game.code, alice)
    assert play_again(game.code, alice).seats.count() == 3


def test_report_is_made_once_by_a_seated_player_about_another():
    game, (alice, bob, _carol) = begin_game()
    for reason in (ReportReason.NAME, ReportReason.SPOILING):
        report(game.code, alice, reason, seat=BOB)
    row = Report.objects.get()
    assert (row.reporter, row.reported, row.name) == (alice, bob, "bob")
    assert row.reason == ReportReason.NAME
    with refuses(Refused.SEAT_NOT_FOUND):
        report(game.code, alice, ReportReason.NAME, seat=0)


def test_report_outlives_the_reported_and_the_reporter():
    game, (alice, bob, _carol) = begin_game()
    report(game.code, alice, ReportReason.NAME, seat=BOB)
    forget_player(alice)
    assert Report.objects.get().reporter is None
    forget_player(bob)
    kept = Report.objects.get()
    assert (kept.reported, kept.name, kept.reason) == (None, "", ReportReason.NAME)


def test_second_ban_does_not_shorten_the_first():
    (bob,) = make_players(1)
    month = timezone.now() + timedelta(days=30)
    ban(bob, month)
    ban(bob, timezone.now() + timedelta(days=1))
    assert bob.banned_until == month
    ban(bob, None)
    assert not bob.is_banned


def test_banned_player_has_no_seat_at_the_next_table():
    game, (alice, bob, _carol) = begin_game()
    ban(bob, timezone.now() + timedelta(days=1))
    end_game(game.code, alice)
    following = play_again(game.code, alice)
    assert not following.seats.filter(player=bob).exists()
