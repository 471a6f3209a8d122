"""A site goes from one database to another, and into backups, with every digit."""

import json
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from charlie_site import transfer
from charlie_site.transfer import OTHER, copy_rows, migrate, opened, other_as_default
from games.archive.records import forget_game
from games.models import Game
from tests.support.commands import run_site
from tests.support.programs import find_postgres
from tests.support.proxy import SiteProcess
from tests.support.servers import postgres_server

# Closed games of which the newest is forgotten, an account and its group.
FILL = """
import django; django.setup()
from django.core.management import call_command
from django.contrib.auth.models import Group, User
from games.archive.records import forget_game
from games.models import Game
call_command("deal_games", "3", seed=1, verbosity=0)
forget_game(Game.objects.latest("pk").code, "an example")
User.objects.create_user("Anna").groups.add(Group.objects.create(name="club"))
"""
# It tells the key of a table that is opened now.
OPEN = """
import django; django.setup()
from django.core.management import call_command
from games.models import Game
call_command("deal_games", "1", seed=2, stdout=open("/dev/null", "w"))
print(Game.objects.latest("pk").pk)
"""


def manage(folder, *arguments, code=0, **environment):
    done = run_site(folder, "manage.py", *arguments, **environment)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def open_table(folder, **environment):
    done = run_site(folder, "-c", OPEN, **environment)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return the folder of a site of SQLite that has been played on."""
    folder = tmp_path_factory.mktemp("filled")
    manage(folder, "migrate", "--verbosity", "0")
    done = run_site(folder, "-c", FILL)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def club(filled, tmp_path):
    return shutil.copytree(filled, tmp_path / "club")


def rows_of(file):
    """Return the rows of each table of SQLite; PostgreSQL sorts the keys of JSON."""
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite_%' AND name <> 'django_migrations'"
        ).fetchall()
        return {
            name: sorted(
                [
                    tuple(map(plain, row))
                    for row in database.execute(f"SELECT * FROM {name}")
                ],
                key=repr,
            )
            for (name,) in tables
        }


def plain(value):
    if isinstance(value, str) and value[:1] in ("{", "["):
        return json.dumps(json.loads(value), sort_keys=True)
    return value


@pytest.mark.django_db(transaction=True)
def test_every_row_comes_over_with_its_times_and_the_next_keys(tmp_path):
    call_command("deal_games", "2", seed=1)
    forgotten, code = Game.objects.values_list("pk", "code").latest("pk")
    forget_game(code, "an example")
    User.objects.create_user("Анна", date_joined=timezone.now() - timedelta(days=1))
    Session.objects.create(session_key="a", expire_date=timezone.now())
    with opened(f"sqlite:///{tmp_path / 'other'}"):
        with other_as_default():
            migrate()
        counts = dict(copy_rows("default", OTHER))
        for model in apps.get_models(include_auto_created=True):
            here, there = (
                list(QuerySet(model).using(alias).order_by("pk").values_list())
                for alias in ("default", OTHER)
            )
            assert here == there
            assert counts[model._meta.label] == len(here)
        assert counts["games.Game"] == 1
        with other_as_default():
            call_command("audit", all=True)
            call_command("deal_games", "1", seed=1)
            assert Game.objects.latest("pk").pk == forgotten + 1


@pytest.mark.slow
def test_site_moves_into_a_new_file_and_is_audited(club, tmp_path):
    target = tmp_path / "moved" / "charlie.sqlite3"
    target.parent.mkdir()
    told = manage(club, "move_database", f"sqlite:///{target}")
    assert "games.Game: 2" in told
    assert told.count(" moves, sound") == 2
    assert "references: sound\nAll is there." in told
    assert rows_of(target) == rows_of(club / "charlie.sqlite3")
    assert target.stat().st_mode & 0o777 == 0o600
    told = manage(club, "move_database", f"sqlite:///{target}", code=1)
    assert "It is not empty: its table" in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://me:secret@localhost/charlie", "begins with postgres:// or sqlite"),
        ("postgres://me:secret@127.0.0.1:9/charlie", "Nothing was moved: connection"),
        ("sqlite:////nowhere/charlie.sqlite3", "Nothing was moved: "),
    ],
)
def test_wrong_address_moves_nothing_and_shows_no_password(club, url, said):
    told = manage(club, "move_database", url, code=1)
    assert said in told
    assert "secret" not in told
    assert "Traceback" not in told


@pytest.mark.slow
def test_rows_that_the_settings_do_not_know_are_not_left_behind(club, tmp_path):
    with closing(sqlite3.connect(club / "charlie.sqlite3")) as database, database:
        database.execute("CREATE TABLE socialaccount_socialaccount (id)")
        database.execute("INSERT INTO socialaccount_socialaccount VALUES (1)")
    told = manage(club, "move_database", f"sqlite:///{tmp_path / 'moved'}", code=1)
    assert "socialaccount_socialaccount has rows that these settings do not" in told


@pytest.mark.django_db(transaction=True)
def test_rows_that_are_lost_stop_the_move(tmp_path, monkeypatch):
    User.objects.create_user("Anna")
    monkeypatch.setattr(transfer, "_copy_table", lambda *_: None)
    with opened(f"sqlite:///{tmp_path / 'other'}"):
        with other_as_default():
            migrate()
        with pytest.raises(CommandError, match=r"Of \d+ rows of .*, 0 came over"):
            copy_rows("default", OTHER)
        # As before: the tables from `migrate` are there.
        assert User.objects.using(OTHER).count() == 0
        assert connection.introspection.table_names()


@pytest.fixture(scope="module")
def server():
    with postgres_server() as server:
        yield server


@pytest.fixture
def postgresql(server):
    """Return the settings of a site on an empty database."""
    import psycopg

    with psycopg.connect(server.url, autocommit=True) as client:
        client.execute("DROP DATABASE IF EXISTS club WITH (FORCE)")
        client.execute("CREATE DATABASE club")
    return {"DATABASE_URL": f"{server.url.removesuffix('/postgres')}/club"}


# Their server is their own: the second run would do the same.
needs_postgresql = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not find_postgres(), reason="needs PostgreSQL"),
]


class TestPostgresql:
    pytestmark = needs_postgresql

    def test_site_moves_there_and_back_with_every_digit(
        self, club, postgresql, tmp_path
    ):
        url, back = postgresql["DATABASE_URL"], tmp_path / "back.sqlite3"
        told = manage(club, "move_database", url)
        assert told.count(" moves, sound") == 2
        assert "It is not empty" in manage(club, "move_database", url, code=1)
        told = manage(club, "move_database", f"sqlite:///{back}", **postgresql)
        assert told.count(" moves, sound") == 2
        assert rows_of(back) == rows_of(club / "charlie.sqlite3")
        # The key of the forgotten game is not given again.
        assert open_table(club, **postgresql) == 4

    def test_backup_of_either_database_comes_back_into_either(
        self, club, postgresql, tmp_path
    ):
        first, second = tmp_path / "first", tmp_path / "second"
        manage(club, "backup", str(first))
        told = manage(club, "restore", str(first), **postgresql)
        assert "The old tables" not in told
        told = manage(club, "backup", str(second), **postgresql)
        assert ", sound: games: 2, moves: " in told
        assert rows_of(first) == rows_of(second)
        assert second.stat().st_mode & 0o777 == 0o600
        told = manage(club, "restore", "--check", str(second), **postgresql)
        assert "Games audited: 2." in told
        manage(club, "restore", str(second))
        assert rows_of(club / "charlie.sqlite3") == rows_of(first)
        assert {path.name for path in tmp_path.iterdir()} == {"club", "first", "second"}

    @pytest.mark.slow
    def test_server_that_nobody_has_visited_is_no_stopped_one(
        self, club, postgresql, tmp_path
    ):
        manage(club, "migrate", "--verbosity", "0", **postgresql)
        (tmp_path / "site").mkdir()
        site = SiteProcess(tmp_path / "site", **postgresql)
        site.start()
        try:
            with ask(postgresql) as client:
                there = f"sqlite:///{tmp_path}/new.sqlite3"
                told = manage(club, "move_database", there, code=1, **postgresql)
                assert "stop all server processes" in told
                # As an outage does, which only the server itself ends.
                client.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND usename = current_user"
                )
                end = time.monotonic() + 30
                while client.execute(transfer._OTHERS).fetchone() == (0,):
                    assert time.monotonic() < end
        finally:
            site.stop()

    def test_restore_replaces_a_newer_database_and_keeps_it(
        self, club, postgresql, tmp_path
    ):
        file = tmp_path / "backup"
        manage(club, "backup", str(file))
        manage(club, "migrate", "--verbosity", "0", **postgresql)
        open_table(club, **postgresql)
        with ask(postgresql) as client:
            client.execute("CREATE TABLE newer (player bigint REFERENCES games_player)")
            told = manage(club, "restore", str(file), code=1, **postgresql)
            assert "stop all server processes" in told
        told = manage(club, "restore", str(file), **postgresql)
        (kept,) = [word for word in told.split() if word.startswith("before_")]
        with ask(postgresql) as client:
            counts = [
                client.execute(f"SELECT count(*) FROM {schema}.games_game").fetchone()
                for schema in (kept.rstrip("."), "public")
            ]
            lost = client.execute("SELECT to_regclass('public.newer')").fetchone()
        assert (counts, lost) == ([(1,), (2,)], (None,))
        assert "journal: sound" in manage(club, "audit", "--all", **postgresql)
        # Moves are kept by the triggers of the new tables.
        with ask(postgresql) as client, pytest.raises(Exception, match="never changed"):
            client.execute("UPDATE games_move SET number = 9")

    def test_unfit_backup_leaves_the_database_as_it_was(
        self, club, postgresql, tmp_path
    ):
        file = tmp_path / "backup"
        manage(club, "backup", str(file))
        manage(club, "migrate", "--verbosity", "0", **postgresql)
        # PostgreSQL refuses a value that SQLite accepts.
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE games_player SET name = ?", ["x" * 500])
        told = manage(club, "restore", str(file), code=1, **postgresql)
        assert "cannot be restored: value too long" in told
        with ask(postgresql) as client:
            schemas = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'before%'"
            assert client.execute(schemas).fetchone() == (0,)
            players = client.execute("SELECT count(*) FROM games_player").fetchone()
        assert players == (0,)

    def test_database_of_another_version_makes_no_backup(
        self, club, postgresql, tmp_path
    ):
        manage(club, "migrate", "--verbosity", "0", "sessions", "zero", **postgresql)
        told = manage(club, "backup", str(tmp_path / "copy"), code=1, **postgresql)
        assert "run `migrate` first" in told
        assert [path.name for path in tmp_path.iterdir()] == ["club"]


def ask(postgresql):
    import psycopg

    return psycopg.connect(postgresql["DATABASE_URL"])
