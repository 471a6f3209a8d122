"""A new release replaces two processes, one after the other, during play."""

import asyncio
import os
import shutil
import time

import pytest
from django.db import connection

from tests.faults.conftest import SwitchedServer
from tests.support.site_server import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.full,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis"),
]

TABLES = 20
PARTS = (
    "charlie_site",
    "games",
    "runtime",
    "locale",
    "static",
    "templates",
    "tests",
    "bench",
)
FILES = ("manage.py", "pyproject.toml")
MIGRATION = """from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "{before}")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE games_game ADD COLUMN of_the_next_release integer NULL",
            "ALTER TABLE games_game DROP COLUMN of_the_next_release",
        )
    ]
"""


@pytest.fixture
def next_release(tmp_path):
    """Return the folder of a release with one more migration."""
    folder = tmp_path / "next"
    folder.mkdir()
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    migrations = folder / "games" / "migrations"
    before = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "0999_next_release.py").write_text(MIGRATION.format(before=before))
    yield folder
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_game DROP COLUMN of_the_next_release")
        cursor.execute("DELETE FROM django_migrations WHERE name LIKE '0999%'")


@pytest.mark.fault(
    "rolling restart of two processes with 20 tables in play and a migration",
    "nothing lost, no error on a page",
)
def test_release_replaces_another_during_play(
    serve, crowd_at, run, finish, note, next_release
):
    servers = [serve(), serve()]
    crowd = crowd_at(servers, TABLES, 0.2)

    async def replace(server: SwitchedServer):
        await crowd.moves(50)
        await asyncio.to_thread(server.stop)
        server.root = next_release
        await asyncio.to_thread(server.start)
        await crowd.moves(50)

    async def replace_all():
        start = time.monotonic()
        async with crowd.playing():
            for server in servers:
                await replace(server)
        return crowd.seconds_since(start)

    p95 = run(replace_all())
    finish(crowd)
    assert crowd.unavailable == 0
    note("moves meanwhile", len(crowd.accepted))
    note("p95 of moves, with those sent again", p95, " s")
