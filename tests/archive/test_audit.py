"""The audit names a fault at its place, and reports no false one."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.archive.audit import audit_game, store_audit
from games.archive.records import get_finished_games
from games.errors import Refused
from games.models import (
    Accusation,
    Audit,
    Draw,
    Game,
    GameSecrets,
    Move,
    Player,
    Round,
    Seat,
    StaffAct,
)
from games.play import deals
from games.play.rows import format_time
from games.table.lobby.ending import end_game
from games.table.people.moderation import remove_name
from games.table.people.ownership import forget_player
from games.table.tutorial import open_tutorial
from tests.archive.tampered_site import drop_triggers, rows_of, write
from tests.support.cast import begin_game
from tests.support.finished import play_game
from tests.support.refusals import refuses
from tests.support.samples import quick_first

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def unguarded():
    drop_triggers()


def names_of(game: Game) -> list[str]:
    audit = audit_game(get_finished_games().get(pk=game.pk))
    return [fault.name for fault in audit.faults]


@pytest.mark.parametrize("seed", quick_first(range(40, 43)))
def test_untouched_game_is_sound(seed):
    assert names_of(play_game(seed, most=2000 if seed < 41 else 60)) == []


# A column of the first row of its kind, a value, and the name of the fault.
FAULTS = (
    (Draw, "suspect", "99999", "draws, round 1, 0, suspect"),
    (Draw, "index", 99, "draws, round 1, 0"),
    (Move, "by", "clock", "round 1, move 1, hash"),
    (Move, "content", ["draw"], "round 1, move 1"),
    (Move, "number", 999, "round 1, move 1, hash"),
    (Move, "previous_hash", "", "move 1, previous hash"),
    (Round, "exposed", 2, "rounds, round 1, exposed"),
    (Seat, "points", 7, "summary, seat 0, points"),
    (Seat, "contribution", "0" * 32, "set-up"),
    (GameSecrets, "seed", bytes(32), "commitment"),
    (Game, "move_count", 3, "number of moves"),
)


@pytest.mark.usefixtures("unguarded")
def test_fault_is_named_at_its_place():
    game = play_game(30, most=30)
    for kind, column, value, place in FAULTS:
        with transaction.atomic():
            write(rows_of(game, kind)[0], column, value)
            assert place in names_of(game)
            transaction.set_rollback(True)
    assert names_of(game) == []


@pytest.mark.usefixtures("unguarded")
def test_missing_and_added_rows_are_found():
    game = play_game(31, most=30)
    round_one = game.rounds.get(number=1)
    draw = round_one.draws.last()
    draw.delete()
    assert names_of(game) == [f"draws, round 1, {draw.index}"]
    draw.save()
    # Neither the seat nor the suspect exists, so no real row can be the same.
    Accusation.objects.create(round=round_one, order=9, seat=9, suspect="none")
    assert names_of(game) == ["accusations, round 1, 9"]


def test_running_game_is_not_audited():
    game, _ = begin_game()
    with refuses(Refused.STILL_RUNNING):
        audit_game(Game.objects.get(pk=game.pk))
    with pytest.raises(CommandError, match=game.code):
        call_command("audit", game.code)


def test_forgotten_player_is_no_fault():
    game = play_game(33, most=20)
    forget_player(game.seats.get(index=0).player)
    assert names_of(game) == []


def test_tutorial_is_sound_with_its_given_deal():
    visitor = Player.objects.create(name="alice", guest_key=uuid.uuid4())
    game = open_tutorial(visitor)
    end_game(game.code, visitor)
    assert names_of(game) == []


def test_game_with_given_deals_is_not_fair():
    game, players = begin_game()
    deal = deals.get_next_deal(game, deals.begin(game, game.seats.all())).to_dict()
    game.secrets.deals = [deal]
    game.secrets.save()
    end_game(game.code, players[0])
    assert "rounds dealt by hand" in names_of(game)


def test_command_prints_a_line_for_each_game_and_its_faults(capsys):
    good, bad = play_game(34, most=10), play_game(35, most=10)
    Seat.objects.filter(game=bad, index=0).update(points=3)
    call_command("audit", good.code.lower())
    assert capsys.readouterr().out == f"{good.code}: 10 moves, sound\n"
    with pytest.raises(SystemExit, match="1"):
        call_command("audit", "--all")
    assert capsys.readouterr().out.splitlines() == [
        f"{good.code}: 10 moves, sound",
        f"{bad.code}: 10 moves, faults: 1",
        "    summary, seat 0, points: expected nothing, found 3",
        "journal: sound",
        "references: sound",
    ]


def test_command_prints_the_acts_of_staff(capsys):
    game, staff = play_game(36, most=10), User.objects.create_superuser("root")
    remove_name(game.code, 1, staff)
    at = format_time(StaffAct.objects.get().made_at)
    call_command("audit", game.code)
    assert capsys.readouterr().out.splitlines() == [
        f"{game.code}: 10 moves, sound",
        f"    staff: name-removed of seat 1, root, {at}",
    ]


def test_audit_outlives_the_account_that_ran_it():
    game, host = play_game(37, most=10), User.objects.create_user("host")
    store_audit(game, host, audit_game(game).checks)
    host.delete()
    audit = Audit.objects.get(game=game)
    assert (audit.is_sound, audit.made_by) == (True, None)


def test_command_requires_codes_or_all():
    for arguments in ([], ["--all", "K7QX2M"]):
        with pytest.raises(CommandError):
            call_command("audit", *arguments)


def test_rows_that_belong_to_no_game_are_found(capsys):
    kept, lost = play_game(1, most=5), play_game(2, most=5)
    call_command("audit", "--all")
    assert "references: sound" in capsys.readouterr().out
    # A constraint is checked at the end of the transaction, which is undone before.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_game WHERE id = %s", [lost.pk])
        with pytest.raises(SystemExit):
            call_command("audit", "--all")
        transaction.set_rollback(True)
    told = capsys.readouterr().out
    assert f"{kept.code}: 5 moves, sound" in told
    for table, count in (("seat", 3), ("round", 1), ("move", 5), ("gamesecrets", 1)):
        found = f'{table}, game_id: expected rows that exist, found "{count} row'
        assert found.replace('"', "") in told.replace('"', "")
    assert "draw, round_id" not in told
