"""`manage.py backup`: a complete, current and private copy."""

import sqlite3
import stat
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models.move import MoveRow
from tests.support.cast import begin_game, choose_all

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
    assert "sound" in capsys.readouterr().out
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
