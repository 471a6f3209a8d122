"""The manual's commands bring a backup of PostgreSQL back: all of it, or nothing."""

import os
import re
import subprocess
from pathlib import Path

import psycopg
import pytest

from tests.support.commands import run_site
from tests.support.programs import find_postgres
from tests.support.servers import postgres_server
from tests.support.site_server import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not find_postgres(), reason="needs PostgreSQL"),
]
OLD = "0006"
PLAYER = """INSERT INTO games_player (name, created, last_seen)
    VALUES (%s, now(), now()) RETURNING id"""


@pytest.fixture(scope="module")
def server():
    with postgres_server() as server:
        yield server


def commands_of(heading: str, program: str) -> str:
    """Return the lines of the manual under a heading that call a program of PostgreSQL.

    The manual's own container and service are not here.
    """
    manual = (ROOT / "docs/operations.md").read_text()
    section = manual.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return "\n".join(line for line in lines if re.match(rf"({program}) ", line))


def follow(commands: str, folder: Path, url: str) -> subprocess.CompletedProcess:
    path = f"{find_postgres()}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-ec", commands],
        cwd=folder,
        env=os.environ | {"DATABASE_URL": url, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def ask(url: str, question: str, *values: object) -> list[object]:
    with psycopg.connect(url) as client:
        return [row[0] for row in client.execute(question, values)]


def migrate(folder: Path, url: str, *target: str) -> None:
    command = ["manage.py", "migrate", "--verbosity", "0", *target]
    done = run_site(folder, *command, DATABASE_URL=url)
    assert done.returncode == 0, done.stderr


def test_older_backup_replaces_a_newer_database(server, tmp_path):
    url = server.url
    migrate(tmp_path, url, "games", OLD)
    ask(url, PLAYER, "alice")
    dump = commands_of("Back up", "pg_dump")
    assert follow(dump, tmp_path, url).returncode == 0
    migrate(tmp_path, url)
    newer = ask(url, PLAYER, "bob")
    with psycopg.connect(url) as client:
        client.execute("CREATE TABLE newer (player bigint REFERENCES games_player)")
        client.execute("INSERT INTO newer VALUES (%s)", newer)
    back = commands_of("Bring a backup back", "psql|pg_restore")
    for _ in range(2):
        # Again, because the first one replaced the schema.
        done = follow(back, tmp_path, url)
        assert done.returncode == 0, done.stderr
        assert ask(url, "SELECT name FROM games_player") == ["alice"]
    assert ask(url, "SELECT to_regclass('newer')::text") == [None]
    migrate(tmp_path, url)
    assert ask(url, "SELECT to_regclass('games_bet')::text") == ["games_bet"]


def test_backup_that_is_broken_leaves_no_half(server, tmp_path):
    url = server.url
    migrate(tmp_path, url)
    assert follow(commands_of("Back up", "pg_dump"), tmp_path, url).returncode == 0
    dump = tmp_path / "charlie.dump"
    dump.write_bytes(dump.read_bytes()[: dump.stat().st_size // 2])
    back = commands_of("Bring a backup back", "psql|pg_restore")
    assert follow(back, tmp_path, url).returncode != 0
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert ask(url, tables) == [0]
