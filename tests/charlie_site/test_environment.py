"""The settings that a server reads from its environment."""

import os
import pwd
import re
import sqlite3
from contextlib import closing
from functools import partial

import pytest

from charlie_site import single_process
from charlie_site.__main__ import run_command
from charlie_site.environment import BASE_DIR, build_database, find_wrong_user
from charlie_site.settings import DATABASE
from charlie_site.variables import env
from tests.support.commands import run_site

KEY = "$7x(k&q#w9v+2m=e)1t8z!c@u5r*b-y_3n0p6a^d4fgjhlsoi"


@pytest.mark.parametrize("name", ["SECRET_KEY", "METRICS_TOKEN"])
def test_secret_is_read_literally_when_it_begins_with_a_dollar(monkeypatch, name):
    monkeypatch.setenv(name, KEY)
    assert env(name) == KEY


def test_secret_that_names_another_variable_is_not_replaced(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "$HOME")
    assert env("SECRET_KEY") == "$HOME"


def test_secret_is_read_from_the_file_that_a_variable_names(monkeypatch, tmp_path):
    path = tmp_path / "secret"
    path.write_text(f"{KEY}\n")
    monkeypatch.setenv("METRICS_TOKEN", "not this one")
    monkeypatch.setenv("METRICS_TOKEN_FILE", str(path))
    assert env("METRICS_TOKEN") == KEY


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the rights of root")
def test_command_of_the_wrong_user_touches_nothing(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, 1, 1)
    done = run_site(folder, "manage.py", "migrate")
    owner = pwd.getpwuid(1).pw_name
    said = f"{folder} belongs to {owner}: run this as that user.\n"
    assert (done.returncode, done.stderr) == (1, said)
    assert list(folder.iterdir()) == []


def test_folder_of_this_user_is_its_own(tmp_path):
    assert find_wrong_user(tmp_path) == ""
    assert find_wrong_user(tmp_path / "missing") == ""


def test_settings_that_cannot_be_read_are_not_replaced_by_the_defaults(tmp_path):
    # Root may read every file; a name of this length is an error for it, too.
    done = run_site(tmp_path, "manage.py", "check", ENV_FILE="x" * 300)
    assert done.returncode == 1
    assert done.stderr.startswith("Cannot read the settings: ")


def test_settings_page_and_example_list_every_variable():
    sources = [
        BASE_DIR / "charlie_site" / f"{name}.py"
        for name in ("environment", "settings", "extras")
    ]
    code = "".join(path.read_text() for path in sources)
    read = set(re.findall(r'\benv(?:\.\w+)?\(\s*"([A-Z_]+)"', code))
    # The start of a server reads the first three, and sets the last two itself.
    known = {"HOST", "PORT", "HTTPS", *read} - {"BEHIND_PROXY", "HOME_URL"}
    page = (BASE_DIR / "docs" / "settings.md").read_text()
    rows = "".join(line.split("|")[1] for line in page.splitlines() if "|" in line)
    example = (BASE_DIR / ".env.example").read_text()
    assert set(re.findall(r"`([A-Z_]+)`", rows)) == known | {"ENV_FILE"}
    assert set(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE)) == known


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR_LOCK])
def test_data_on_a_disk_without_locks_is_refused_in_one_sentence(
    code, tmp_path, monkeypatch
):
    class Share(sqlite3.Connection):
        def execute(self, statement):
            error = sqlite3.OperationalError("no locks")
            error.sqlite_errorcode = code
            raise error

    connect = partial(sqlite3.connect, factory=Share)
    monkeypatch.setattr(single_process, "_held_locks", [])
    monkeypatch.setattr(single_process.sqlite3, "connect", connect)
    with pytest.raises(SystemExit, match="on a disk of this machine"):
        single_process.hold_lock(tmp_path)


@pytest.mark.parametrize("command", ["dumpdata", "loaddata", "check"])
def test_command_that_breaks_the_proofs_of_games_warns(command, monkeypatch, capsys):
    execute = "django.core.management.execute_from_command_line"
    monkeypatch.setattr(execute, lambda _arguments: None)
    monkeypatch.setattr("sys.argv", ["manage.py", command])
    run_command()
    assert ("every game faulty" in capsys.readouterr().err) == (command != "check")


@pytest.mark.parametrize("asked", ["", "?conn_max_age=9&conn_health_checks=0"])
def test_connections_are_kept_and_transactions_wait_whatever_an_address_asks(asked):
    sqlite = build_database(f"sqlite:///charlie.sqlite3{asked}")
    assert sqlite["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    postgresql = build_database(f"postgres://me@localhost/charlie{asked}")
    assert postgresql["CONN_HEALTH_CHECKS"] is True
    assert (sqlite["CONN_MAX_AGE"], postgresql["CONN_MAX_AGE"]) == (None, None)


def test_commit_of_sqlite_waits_for_the_disk(tmp_path):
    with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as connection:
        connection.executescript(DATABASE["OPTIONS"]["init_command"])
        (level,) = connection.execute("PRAGMA synchronous").fetchone()
    assert level == 2, "2 is FULL"
