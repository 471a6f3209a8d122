"""Forgotten games leave the journal, the audit and the receipts as they were."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.archive.audit import audit_journal
from games.archive.records import compare_receipt, forget_game, read_receipt
from games.errors import TableError
from games.models import Game, JournalEntry, StaffAct
from games.proof.verify import filter_faults
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.opening import change_options, open_table
from games.table.lobby.starting import start_game
from games.table.people.moderation import end_stuck_game, remove_name
from tests.archive.tampered_site import write
from tests.support.cast import begin_game, make_players, make_setup
from tests.support.finished import play_game

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def said_by(capsys, *command):
    capsys.readouterr()
    call_command(*command)
    return capsys.readouterr().out


def test_journal_and_receipts_hold_after_games_are_forgotten(capsys):
    games = [play_game(seed, most=most) for seed, most in enumerate((5, 0, 40, 5))]
    stuck, _players = begin_game()
    staff = User.objects.create_superuser("root")
    end_stuck_game(stuck.code, staff)
    remove_name(games[0].code, 0, staff)
    receipts = [read_receipt(game) for game in games]
    for code in (*(game.code for game in games[:3]), stuck.code):
        forget_game(code, "asked for", staff)
    assert set(Game.objects.values_list("code", flat=True)) == {games[3].code}
    assert filter_faults(audit_journal()) == []
    assert filter_faults(list(map(compare_receipt, receipts))) == []
    said = said_by(capsys, "audit", games[0].code)
    assert said.startswith(f"{games[0].code}: forgotten, root, ")
    assert said.endswith(": asked for\n")
    assert f"{games[3].code}: 5 moves, sound" in said_by(capsys, "audit", "--all")


def test_receipt_of_another_game_does_not_fit_what_is_left():
    game = play_game(1, most=5)
    receipt = read_receipt(game)
    forget_game(game.code, "")
    assert compare_receipt(receipt).holds
    for change in ({"result": "9*/0/0"}, {"head": "0" * 64}):
        assert not compare_receipt(replace(receipt, **change)).holds


def test_changed_rest_of_a_forgotten_game_is_found():
    game = play_game(1, most=5)
    forget_game(game.code, "")
    act = StaffAct.objects.get()
    for key, value in act.left.items():
        write(act, "left", act.left | {key: 7 if value != 7 else 8})
        assert filter_faults(audit_journal()), key
    write(act, "left", act.left)
    assert filter_faults(audit_journal()) == []


def test_code_of_a_forgotten_game_is_never_drawn_again(monkeypatch):
    forgotten, host = play_game(1, most=5), make_players(1)[0]
    forget_game(forgotten.code, "")
    drawn = iter([forgotten.code, "ABC234"])
    monkeypatch.setattr("games.table.lobby.opening.make_code", lambda: next(drawn))
    assert open_table(host, make_setup()).code == "ABC234"


def test_running_game_is_not_forgotten():
    game, _players = begin_game()
    with pytest.raises(TableError):
        forget_game(game.code, "")
    assert not JournalEntry.objects.exists()


def test_command_forgets_the_tables_that_were_closed_before_a_day(capsys):
    host = make_players(1)[0]
    lobby = open_table(host, make_setup())
    end_game(lobby.code, host)
    old, recent = play_game(1, most=5), play_game(2, most=5)
    running, _players = begin_game()
    for game, time in ((lobby, "30T10:00"), (old, "30T23:59"), (recent, "31T00:00")):
        at = f"2026-01-{time}Z"
        Game.objects.filter(pk=game.pk).update(opened_at=at, ended_at=at)
    said = said_by(capsys, "forget_games", "--before", "2026-01-31", "--why", "old")
    assert said == "Games forgotten: 2\n"
    assert set(Game.objects.all()) == {recent, running}
    assert {act.left["why"] for act in StaffAct.objects.all()} == {"old"}


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30"])
def test_day_that_is_none_is_refused(day):
    with pytest.raises(CommandError, match="DATE is a day"):
        call_command("forget_games", "--before", day)


def test_day_to_come_is_refused_and_a_trial_deletes_nothing(capsys):
    game = play_game(1, most=5)
    with pytest.raises(CommandError, match="all closed games would go"):
        call_command("forget_games", "--before", "2999-01-01")
    at = "2026-01-30T10:00Z"
    Game.objects.filter(pk=game.pk).update(opened_at=at, ended_at=at)
    said = said_by(capsys, "forget_games", "--before", "2026-01-31", "--dry-run")
    assert said == "Games closed before 2026-01-31: 1. Nothing is deleted.\n"
    assert Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_game_begins_although_the_one_before_it_was_forgotten():
    game, players = begin_game(4)
    end_game(game.code, players[0])
    for player in players[:3]:
        following = play_again(game.code, player)
    # This process keeps the row that it has changed.
    change_options(following.code, players[0], make_setup(listed=True))
    forget_game(game.code, "asked for")
    start_game(following.code, players[0], first_seat=0)
    assert Game.objects.get(pk=following.pk).started_at
