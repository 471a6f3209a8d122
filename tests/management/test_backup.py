"""`manage.py backup`: a complete, current and private copy."""

import sqlite3
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from charlie_site.management.commands.backup import copy_soundly
from games.models import Move
from tests.support.cast import begin_game, choose_all
from tests.support.commands import run_site

pytestmark = pytest.mark.django_db(transaction=True)


def test_copy_holds_every_move_and_is_private(tmp_path, capsys):
    choose_all(*begin_game())
    path = tmp_path / "copy.sqlite3"
    call_command("backup", path)
    with closing(sqlite3.connect(path)) as copy:
        (count,) = copy.execute("SELECT count(*) FROM games_move").fetchone()
    assert count == Move.objects.count() == 3
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ", sound: games: 1, moves: 3, the last of " in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == [path]


def test_existing_file_is_not_overwritten(tmp_path):
    path = tmp_path / "copy.sqlite3"
    path.write_text("something else")
    with pytest.raises(CommandError, match="there already"):
        call_command("backup", path)
    assert path.read_text() == "something else"


def test_file_that_cannot_be_written_is_named(tmp_path):
    path = tmp_path / "missing" / "copy.sqlite3"
    with pytest.raises(CommandError, match=f"no backup {path}"):
        call_command("backup", path)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_folder_keeps_the_newest_copy_of_seven_days_and_four_weeks(
    tmp_path, time_machine
):
    (tmp_path / "notes.txt").touch()
    today = datetime(2026, 11, 25, 4, 20, tzinfo=UTC)
    for ago in reversed(range(30)):
        time_machine.move_to(today - timedelta(days=ago), tick=False)
        session = {"session_data": "", "expire_date": timezone.now()}
        Session.objects.create(session_key=str(timezone.now().date()), **session)
        call_command("backup", tmp_path)
    (tmp_path / "notes.txt").unlink()
    kept = {path.name: newest_session(path) for path in tmp_path.iterdir()}
    days = [str((today - timedelta(days=ago)).date()) for ago in range(7)]
    assert sorted(kept) == [
        *(f"charlie-day-{number}.sqlite3" for number in range(1, 8)),
        *(f"charlie-week-{number}.sqlite3" for number in range(1, 5)),
    ]
    # Its third day is a Wednesday.
    assert kept["charlie-day-3.sqlite3"] == "2026-11-25"
    sundays = ["2026-11-22", "2026-11-15", "2026-11-08"]
    assert sorted(kept.values()) == sorted([*days, "2026-11-25", *sundays])


def newest_session(path):
    with closing(sqlite3.connect(path)) as copy:
        (key,) = copy.execute("SELECT max(session_key) FROM django_session").fetchone()
    return key


@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
def test_database_without_the_games_makes_no_backup(tmp_path):
    with (
        sqlite3.connect(tmp_path / "empty") as empty,
        pytest.raises(sqlite3.OperationalError, match="no such table"),
    ):
        copy_soundly(empty, tmp_path / "copy.sqlite3")
    empty.close()
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


@pytest.fixture
def large(tmp_path):
    """Yield the path of a database of 4,000 pages, with as many games and moves."""
    path = tmp_path / "large" / "site.sqlite3"
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as site:
        site.executescript(
            "PRAGMA page_size = 512; PRAGMA journal_mode = WAL;"
            "PRAGMA synchronous = OFF; CREATE TABLE games_move (made_at);"
            "CREATE TABLE games_game (name UNIQUE, more, move_count, moved_at);"
            "WITH RECURSIVE n(n) AS (SELECT 1 UNION SELECT n + 1 FROM n LIMIT 4000)"
            "INSERT INTO games_game SELECT n, zeroblob(400), 1, '2026-11-28' FROM n;"
        )
    return path


def test_backup_of_a_site_in_play_ends(large, tmp_path):
    is_over, may_begin = threading.Event(), threading.Event()
    written = []

    def play():
        with closing(sqlite3.connect(large, isolation_level=None)) as site:
            site.execute("PRAGMA synchronous = OFF")
            while not is_over.wait(0.002) and len(written) < 500:
                site.execute("INSERT INTO games_move VALUES ('2026-11-28')")
                written.append(site.total_changes)
                may_begin.set()

    player = threading.Thread(target=play)
    player.start()
    may_begin.wait()
    with closing(sqlite3.connect(large)) as source:
        said = copy_soundly(source, tmp_path / "copy.sqlite3")
    is_over.set()
    player.join()
    assert len(written) < 500
    assert "games: 4,000, moves: 4,000" in said


def test_damaged_index_of_the_database_is_named(large, tmp_path):
    content = bytearray(large.read_bytes())
    leaf = next(at for at in range(0, len(content), 512) if content[at] == 0x0A)
    # The number of its unused bytes.
    content[leaf + 7] ^= 1
    large.write_bytes(content)
    with (
        closing(sqlite3.connect(large)) as source,
        pytest.raises(CommandError, match=r"database is not sound: .* on page \d"),
    ):
        copy_soundly(source, tmp_path / "copy.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["large"]


def test_draft_of_a_killed_backup_is_deleted_by_the_next_one(tmp_path):
    left = tmp_path / "charlie-draft-x1" / "copy.sqlite3-wal"
    left.parent.mkdir()
    left.touch()
    call_command("backup", tmp_path / "copy.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite3"]


def test_command_in_the_wrong_folder_makes_no_database(tmp_path):
    copy = tmp_path / "copy.sqlite3"
    done = run_site(tmp_path / "elsewhere", "manage.py", "backup", str(copy))
    assert done.returncode == 1
    assert f"there is no database {tmp_path / 'elsewhere'}" in done.stderr
    done = run_site(tmp_path / "elsewhere", "manage.py", "audit", "--all")
    assert done.returncode == 1
    assert done.stderr.startswith("This did not work: there is no database")
    assert list(tmp_path.rglob("*.sqlite3")) == []
