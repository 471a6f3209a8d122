"""`manage.py backup`: a complete, current and private copy."""

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.management.commands.backup import copy_soundly
from games.models.move import MoveRow
from tests.support.cast import begin_game, choose_all
from tests.support.commands import run_site

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_copy_holds_every_move_and_is_private(tmp_path, capsys):
    choose_all(*begin_game())
    path = tmp_path / "copy.sqlite3"
    call_command("backup", path)
    with closing(sqlite3.connect(path)) as copy:
        (count,) = copy.execute("SELECT count(*) FROM games_moverow").fetchone()
    assert count == MoveRow.objects.count() == 3
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ", sound: games: 1, moves: 3, the last of " in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_existing_file_is_not_overwritten(tmp_path):
    path = tmp_path / "copy.sqlite3"
    path.write_text("something else")
    with pytest.raises(CommandError, match="there already"):
        call_command("backup", path)
    assert path.read_text() == "something else"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_file_that_cannot_be_written_is_named(tmp_path):
    path = tmp_path / "missing" / "copy.sqlite3"
    with pytest.raises(CommandError, match=f"no backup {path}"):
        call_command("backup", path)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="for other databases")
def test_other_database_is_referred_to_its_own_program(tmp_path):
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup", tmp_path / "copy")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_folder_keeps_the_newest_copy_of_seven_days_and_four_weeks(
    tmp_path, time_machine
):
    (tmp_path / "charlie-notes.txt").touch()
    time_machine.move_to(datetime(2026, 11, 25, 5, tzinfo=UTC))
    days = [date(2026, 11, 24) - timedelta(days=ago) for ago in range(40)]
    for day in days:
        for hour in ("04", "16"):
            (tmp_path / f"charlie-{day}T{hour}20.sqlite3").touch()
    call_command("backup", tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir())
    weeks = ["2026-11-08", "2026-11-15"]
    shown = [*weeks, *map(str, sorted(days[:6]))]
    copies = [f"charlie-{day}T1620.sqlite3" for day in shown]
    assert left == [*copies, "charlie-2026-11-25T0500.sqlite3", "charlie-notes.txt"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_database_without_the_games_makes_no_backup(tmp_path):
    with (
        sqlite3.connect(tmp_path / "empty") as empty,
        pytest.raises(CommandError, match="not of this program"),
    ):
        copy_soundly(empty, tmp_path / "copy.sqlite3")
    empty.close()
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_command_in_the_wrong_folder_makes_no_database(tmp_path):
    copy = tmp_path / "copy.sqlite3"
    done = run_site(tmp_path / "elsewhere", "manage.py", "backup", str(copy))
    assert done.returncode == 1
    assert f"there is no database {tmp_path / 'elsewhere'}" in done.stderr
    done = run_site(tmp_path / "elsewhere", "manage.py", "audit", "--all")
    assert done.returncode == 1
    assert done.stderr.startswith("This did not work: there is no database")
    assert list(tmp_path.rglob("*.sqlite3")) == []
