"""A backup is made during play, and restored elsewhere."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from tests.faults.conftest import SwitchedServer
from tests.faults.crowd import Crowd
from tests.support.site_server import database_url

pytestmark = [pytest.mark.slow, pytest.mark.full]

TABLES = 4
RESTORED = "restored_elsewhere"


@pytest.fixture
def elsewhere(tmp_path):
    """Return functions that back up and restore, and the copy's database URL."""
    path, here = tmp_path / "backup.sqlite3", database_url()
    if connection.vendor == "sqlite":
        copy = tmp_path / "copied" / path.name
        copy.parent.mkdir()
        yield (
            lambda site: site.manage("backup", str(path)),
            lambda _site: path.rename(copy),
            f"sqlite:///{copy}",
        )
        return
    there = urlsplit(here)._replace(path=f"/{RESTORED}").geturl()
    with psycopg.connect(here, autocommit=True) as client:
        client.execute(f"CREATE DATABASE {RESTORED}")
        yield (
            lambda site: site.manage("backup", str(path)),
            lambda site: site.manage("restore", str(path), DATABASE_URL=there),
            there,
        )
        client.execute(f"DROP DATABASE {RESTORED} WITH (FORCE)")


@pytest.mark.fault("backup while playing, restored elsewhere", "opens, audits, goes on")
def test_backup_made_during_play_can_be_played_on_elsewhere(
    serve, crowd_at, run, finish, note, elsewhere, tmp_path: Path
):
    back_up, restore, url = elsewhere
    site = serve()
    crowd = crowd_at([site], TABLES)

    async def play_and_back_up():
        async with crowd.playing():
            await crowd.moves(50)
            await asyncio.to_thread(back_up, site)
            await crowd.moves(50)

    run(play_and_back_up())
    finish(crowd)
    restore(site)
    copy = SwitchedServer(tmp_path, DATABASE_URL=url)
    copy.start()
    try:
        moves = run(play_on(crowd, copy))
        told = copy.manage("audit", "--all")
    finally:
        copy.stop()
    assert told.count(" moves, sound") == TABLES
    assert "journal: sound" in told
    note("moves before, while and after", len(crowd.accepted))
    note("moves made in the copy", moves)


async def play_on(crowd, copy):
    """Play on in the copy, end its games, and return the number of moves made there."""
    await crowd.leave()
    for phone in crowd.phones:
        phone.browser.port = copy.port
        phone.go_to(phone.code)
        await phone.ask()
    restored = Crowd(crowd.phones, [copy.port])
    async with restored.playing():
        await restored.moves(50)
    assert restored.statuses <= {200, 409}
    await restored.assert_pages_are_right()
    for phone in crowd.phones:
        await phone.browser.post(f"{phone.path}end/", {})
    await restored.leave()
    return len(restored.accepted)
