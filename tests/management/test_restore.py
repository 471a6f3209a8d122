"""`manage.py restore`: a sound backup replaces the database of a stopped site."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.support.commands import run_site

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
HOLD = """
import pathlib, sys
from charlie_site.single_process import hold_lock
hold_lock(pathlib.Path(sys.argv[1])); print("held", flush=True); sys.stdin.read()
"""


@pytest.fixture(scope="module")
def empty_site(tmp_path_factory):
    """Return a migrated database."""
    folder = tmp_path_factory.mktemp("empty")
    done = run_site(folder, "manage.py", "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    path = folder / "charlie.sqlite3"
    # The log beside it may hold tables.
    change("PRAGMA journal_mode = DELETE")(path)
    return path


def make_database(path, day, empty_site):
    """Return a migrated database with a session that is called after a day."""
    shutil.copy(empty_site, path)
    change("INSERT INTO django_session VALUES (?, '', '')", day)(path)
    return path


def day_of(path):
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT session_key FROM django_session").fetchone()[0]


@pytest.fixture
def site(tmp_path, monkeypatch, settings, empty_site, django_db_blocker):
    """Return the database of a stopped site, in a folder of its own."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    path = make_database(settings.DATA_DIR / "charlie.sqlite3", "today", empty_site)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(path))
    locks = []
    monkeypatch.setattr("charlie_site.single_process._held_locks", locks)
    with django_db_blocker.unblock():
        yield path
    for lock in locks:
        lock.close()


@pytest.fixture
def backup(tmp_path, empty_site):
    return make_database(tmp_path / "backup", "yesterday", empty_site)


def kept_beside(site):
    return list(site.parent.glob("*.before-*"))


def test_backup_replaces_the_database_which_is_kept(site, backup):
    call_command("restore", backup)
    (kept,) = kept_beside(site)
    assert (day_of(site), day_of(kept)) == ("yesterday", "today")
    assert site.stat().st_mode & 0o777 == 0o600
    assert day_of(backup) == "yesterday"


def test_site_without_a_database_gets_one(site, backup):
    site.unlink()
    call_command("restore", backup)
    assert (day_of(site), kept_beside(site)) == ("yesterday", [])


def damage(path):
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def change(sql, *values):
    def change(path):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(sql, values)

    return change


def add_migration(app, name):
    row = "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '')"
    return change(row, app, name)


# The damage to a backup, and the message about it.
SPOILT = {
    "cut off": (damage, "not sound|cannot be restored"),
    "no database": (lambda path: path.write_text("no"), "cannot be restored"),
    "missing": (lambda path: path.unlink(), "cannot be restored"),
    "without migrations": (
        change("DROP TABLE django_migrations"),
        "cannot be restored: table .* already exists",
    ),
    "of another program": (
        change("ALTER TABLE games_game RENAME TO other_game"),
        "cannot be restored: no such table: games_game",
    ),
    "newer": (add_migration("games", "0999_later"), "not know games.0999"),
    "with newer accounts": (
        add_migration("auth", "0999_later"),
        "not know auth.0999",
    ),
    "of before the first release": (
        change("DELETE FROM django_migrations WHERE name = '0023_names'"),
        "First migrate it with commit",
    ),
    "without moves": (
        change("DROP TABLE games_move"),
        "no such table: games_move",
    ),
    "without a column": (
        change("ALTER TABLE games_seat DROP COLUMN golds"),
        "no such column: games_seat.golds",
    ),
    "without accounts": (change("DROP TABLE auth_user"), "no such table: auth_user"),
}


@pytest.mark.parametrize(("spoil", "said"), SPOILT.values(), ids=SPOILT)
def test_unfit_backup_changes_nothing(site, backup, spoil, said):
    spoil(backup)
    for options in (["--check"], []):
        with pytest.raises(CommandError, match=said):
            call_command("restore", backup, *options)
    assert day_of(site) == "today"
    left = {path.name for path in site.parent.iterdir()}
    assert left <= {"charlie.sqlite3", "server.lock", "server.address"}


def test_folder_of_backups_is_no_backup(site, tmp_path):
    with pytest.raises(CommandError, match="is a folder: name one of its files"):
        call_command("restore", tmp_path)


def test_single_row_about_a_migration_makes_no_backup(site, tmp_path):
    forged = tmp_path / "forged"
    change("CREATE TABLE django_migrations (id, app, name, applied)")(forged)
    add_migration("games", "0001_tables")(forged)
    with pytest.raises(CommandError, match="no such table: games_game"):
        call_command("restore", forged)


def test_check_opens_a_copy_and_changes_nothing(site, backup, capsys):
    call_command("restore", backup, "--check")
    assert "games: 0, moves: 0.\nGames audited: 0." in capsys.readouterr().out
    assert (day_of(site), day_of(backup)) == ("today", "yesterday")
    assert [path.name for path in site.parent.iterdir()] == ["charlie.sqlite3"]


def test_check_names_a_game_that_is_not_sound(site, backup, capsys):
    call_command("deal_games", "2", seed=1)
    backup.unlink()
    call_command("backup", backup)
    call_command("restore", backup, "--check")
    change("UPDATE games_seat SET points = 99")(backup)
    with pytest.raises(SystemExit, match=r"Not sound: [A-Z2-9]{6}, [A-Z2-9]{6}"):
        call_command("restore", backup, "--check")
    assert "Games audited: 2." in capsys.readouterr().out


def test_nothing_is_restored_while_a_server_runs(site, backup):
    command = [sys.executable, "-c", HOLD, site.parent]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as server:
        assert server.stdout.readline() == b"held\n"
        with pytest.raises(SystemExit, match="Another server runs"):
            call_command("restore", backup)
        server.stdin.close()
    assert day_of(site) == "today"


def test_damaged_database_is_replaced_too(site, backup):
    site.write_bytes(b"rubbish")
    call_command("restore", backup)
    assert day_of(site) == "yesterday"
