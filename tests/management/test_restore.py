"""`manage.py restore`: a sound backup replaces the database of a stopped site."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite")
HOLD = """
import pathlib, sys
from runtime.single_process import hold_lock
hold_lock(pathlib.Path(sys.argv[1])); print("held", flush=True); sys.stdin.read()
"""


def make_database(path, code):
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE games_game (code text)")
        database.execute("INSERT INTO games_game VALUES (?)", [code])
        database.execute("CREATE TABLE django_migrations (app text, name text)")
        database.execute(
            "INSERT INTO django_migrations VALUES ('games', '0001_tables')"
        )
        database.commit()
    return path


def codes_in(path):
    with closing(sqlite3.connect(path)) as database:
        return [code for (code,) in database.execute("SELECT code FROM games_game")]


@pytest.fixture
def site(tmp_path, monkeypatch, settings):
    """Return the database of a stopped site, in a folder of its own."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    path = make_database(settings.DATA_DIR / "charlie.sqlite3", "today")
    monkeypatch.setitem(connection.settings_dict, "NAME", str(path))
    locks = []
    monkeypatch.setattr("runtime.single_process._held_locks", locks)
    yield path
    for lock in locks:
        lock.close()


@pytest.fixture
def backup(tmp_path):
    return make_database(tmp_path / "backup", "yesterday")


def kept_beside(site):
    return list(site.parent.glob("*.before-*"))


def test_backup_replaces_the_database_which_is_kept(site, backup):
    call_command("restore", backup)
    (kept,) = kept_beside(site)
    assert (codes_in(site), codes_in(kept)) == (["yesterday"], ["today"])
    assert site.stat().st_mode & 0o777 == 0o600
    assert codes_in(backup) == ["yesterday"]


def test_site_without_a_database_gets_one(site, backup):
    site.unlink()
    call_command("restore", backup)
    assert (codes_in(site), kept_beside(site)) == (["yesterday"], [])


def damage(path):
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def change(sql):
    def change(path):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(sql)

    return change


SPOILT = [
    damage,
    lambda path: path.write_text("no"),
    lambda path: path.unlink(),
    change("DROP TABLE django_migrations"),
    change("UPDATE django_migrations SET app = 'other'"),
    change("INSERT INTO django_migrations VALUES ('games', '9999_later')"),
    change("UPDATE django_migrations SET name = '0001_initial'"),
]


@pytest.mark.parametrize("spoil", SPOILT)
def test_unsound_backup_changes_nothing(site, backup, spoil):
    spoil(backup)
    with pytest.raises(
        CommandError, match=r"no sound backup|not sound|this backup|no backup"
    ):
        call_command("restore", backup)
    assert codes_in(site) == ["today"]
    assert sorted(path.name for path in site.parent.iterdir()) == [
        "charlie.sqlite3",
        "server.lock",
    ]


def test_nothing_is_restored_while_a_server_runs(site, backup):
    command = [sys.executable, "-c", HOLD, site.parent]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as server:
        assert server.stdout.readline() == b"held\n"
        with pytest.raises(SystemExit, match="Another server runs"):
            call_command("restore", backup)
        server.stdin.close()
    assert codes_in(site) == ["today"]


def test_damaged_database_is_replaced_too(site, backup):
    site.write_bytes(b"rubbish")
    call_command("restore", backup)
    assert codes_in(site) == ["yesterday"]
